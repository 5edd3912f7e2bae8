//! A person at a terminal: the command runs in a pty, and a terminal in memory shows what is on the screen.

#![allow(clippy::unwrap_used)] // helpers of tests may panic as tests do

use std::io::{Read, Write};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

#[path = "picture.rs"]
mod picture;

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};

/// The command in a terminal of its own.
pub(crate) struct Terminal {
    screen: Arc<Mutex<vt100::Parser>>,
    keys: Box<dyn Write + Send>,
    child: Box<dyn Child + Send + Sync>,
    _pty: Box<dyn MasterPty + Send>,
}

/// Nothing takes this long but a fault.
const PATIENCE: Duration = Duration::from_mins(1);

impl Terminal {
    pub(crate) fn start(args: &[&str], (columns, rows): (u16, u16)) -> Terminal {
        let size = PtySize { rows, cols: columns, pixel_width: 0, pixel_height: 0 };
        let pair = native_pty_system().openpty(size).unwrap();
        let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_fogbound"));
        command.args(args);
        command.env("TERM", "xterm-256color");
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let screen = Arc::new(Mutex::new(vt100::Parser::new(rows, columns, 0)));
        let (mut output, shown) = (pair.master.try_clone_reader().unwrap(), Arc::clone(&screen));
        thread::spawn(move || {
            let mut bytes = [0; 8192];
            while let Ok(count @ 1..) = output.read(&mut bytes) {
                shown.lock().unwrap().process(&bytes[..count]);
            }
        });
        Terminal { screen, keys: pair.master.take_writer().unwrap(), child, _pty: pair.master }
    }

    /// What is on the screen.
    pub(crate) fn text(&self) -> String {
        self.screen.lock().unwrap().screen().contents()
    }

    /// Waits until the screen shows what is wanted.
    pub(crate) fn wait(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let text = self.text();
            if wanted(&text) {
                return text;
            }
            assert!(start.elapsed() < PATIENCE, "the screen never showed {what}:\n{text}");
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Keeps what is on the screen as a picture beside the screenshots of the page.
    pub(crate) fn shot(&self, name: &str) {
        let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).with_file_name("shots");
        std::fs::create_dir_all(&folder).unwrap();
        let parser = self.screen.lock().unwrap();
        std::fs::write(folder.join(format!("{name}.svg")), picture::svg(parser.screen())).unwrap();
    }

    pub(crate) fn press(&mut self, keys: &str) {
        self.keys.write_all(keys.as_bytes()).unwrap();
        self.keys.flush().unwrap();
    }

    /// Waits for the end of the command.
    pub(crate) fn ends_well(&mut self) {
        let status = self.child.wait().unwrap();
        assert!(status.success(), "{status:?}\n{}", self.text());
    }
}

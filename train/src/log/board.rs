//! TensorBoard's files.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process;
use std::time::SystemTime;

use protobuf::{Message, RepeatedField};
use tensorboard_proto::event::Event;
use tensorboard_proto::summary::{Summary, Summary_Value, SummaryMetadata, SummaryMetadata_PluginData};
use tensorboard_proto::tensor::TensorProto;
use tensorboard_proto::types::DataType;
use tensorboard_rs::record_writer::RecordWriter;

/// How the names of the files begin.
pub(super) const PREFIX: &str = "events.out.tfevents.";

/// The only place that knows how TensorBoard's files are written.
///
/// The library's own writer of files works in a thread that panics when the disk is full. Its writer of records does not.
pub(super) struct Board<W: Write = BufWriter<File>>(RecordWriter<W>);

impl Board {
    /// A new file in `folder`, which must exist.
    pub(super) fn new(folder: &Path) -> io::Result<Board> {
        let name = format!("{PREFIX}{:010}.fogbound.{}.0", now() as u64, process::id());
        Board::to(BufWriter::new(File::create(folder.join(name))?))
    }
}

impl<W: Write> Board<W> {
    /// Begins to write.
    fn to(writer: W) -> io::Result<Board<W>> {
        let mut board = Board(RecordWriter::new(writer));
        let mut event = Event::new();
        event.set_file_version("brain.Event:2".into());
        board.write(event)?;
        Ok(board)
    }

    /// A point of a curve.
    pub(super) fn point(&mut self, name: &str, number: f64, update: u64) -> io::Result<()> {
        let mut value = Summary_Value::new();
        value.set_tag(name.into());
        value.set_simple_value(number as f32);
        self.add(value, update)
    }

    /// A text. The writer of texts that the library has is not made yet.
    pub(super) fn text(&mut self, name: &str, text: &str, update: u64) -> io::Result<()> {
        // Indented, it is shown as it stands.
        let lines: Vec<String> = text.lines().map(|line| format!("    {line}")).collect();
        let shown = lines.join("\n");
        let mut tensor = TensorProto::new();
        tensor.set_dtype(DataType::DT_STRING);
        tensor.set_string_val(RepeatedField::from(vec![shown.into_bytes()]));
        let mut plugin = SummaryMetadata_PluginData::new();
        plugin.set_plugin_name("text".into());
        let mut metadata = SummaryMetadata::new();
        metadata.set_plugin_data(plugin);
        let mut value = Summary_Value::new();
        value.set_tag(name.into());
        value.set_metadata(metadata);
        value.set_tensor(tensor);
        self.add(value, update)
    }

    fn add(&mut self, value: Summary_Value, update: u64) -> io::Result<()> {
        let mut summary = Summary::new();
        summary.set_value(RepeatedField::from(vec![value]));
        let mut event = Event::new();
        event.set_step(update as i64);
        event.set_summary(summary);
        self.write(event)
    }

    fn write(&mut self, mut event: Event) -> io::Result<()> {
        event.set_wall_time(now());
        let bytes = event.write_to_bytes().map_err(io::Error::other)?;
        self.0.write(&bytes)
    }

    /// Brings all that was added to where TensorBoard sees it.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Seconds since 1970.
fn now() -> f64 {
    SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).map_or(0.0, |time| time.as_secs_f64())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The events of a file: each has its length before it, and a checksum behind either.
    fn read(mut bytes: &[u8]) -> Vec<Event> {
        let mut events = Vec::new();
        while let Some((length, _)) = bytes.split_first_chunk::<8>() {
            let length = u64::from_le_bytes(*length) as usize;
            events.push(Event::parse_from_bytes(&bytes[12..12 + length]).unwrap());
            bytes = &bytes[12 + length + 4..];
        }
        events
    }

    #[test]
    fn points_and_texts_are_what_tensorboard_reads() {
        let mut bytes = Vec::new();
        let mut board = Board::to(&mut bytes).unwrap();
        board.text("config", "game = \"kuhn\"\nseed = 1", 0).unwrap();
        board.point("loss/total", 0.5, 7).unwrap();
        board.flush().unwrap();
        let events = read(&bytes);
        assert_eq!(events[0].get_file_version(), "brain.Event:2");
        let value = |event: &Event| event.get_summary().get_value()[0].clone();
        let config = value(&events[1]);
        assert_eq!(
            (config.get_tag(), config.get_metadata().get_plugin_data().get_plugin_name()),
            ("config", "text")
        );
        assert_eq!(config.get_tensor().get_string_val()[0], b"    game = \"kuhn\"\n    seed = 1");
        assert_eq!((events[2].get_step(), value(&events[2]).get_tag()), (7, "loss/total"));
        assert_eq!(value(&events[2]).get_simple_value(), 0.5);
        assert!(events.iter().all(|event| event.get_wall_time() > 1.6e9) && events.len() == 3);
    }

    /// A device that is always full.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        let full = || std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        assert_eq!(Board::to(full()).err().unwrap().kind(), io::ErrorKind::StorageFull);
        let mut board = Board::to(BufWriter::new(full())).unwrap();
        board.point("loss/total", 0.5, 7).unwrap();
        assert_eq!(board.flush().unwrap_err().kind(), io::ErrorKind::StorageFull);
    }
}

//! A server of its own for a test, and people who talk to it.

#![allow(clippy::unwrap_used)] // helpers of tests may panic as tests do

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

/// A running server; it ends with the value.
pub(crate) struct Server {
    child: Child,
    pub(crate) address: String,
}

impl Server {
    pub(crate) fn start(data: &Path, more: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_fogbound"))
            .args(["serve", "--port", "0", "--data"])
            .arg(data)
            .args(more)
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split("http://").nth(1).and_then(|rest| rest.split('/').next());
        Server { child, address: address.unwrap_or_else(|| panic!("no address in {line:?}")).to_string() }
    }

    /// The most memory that the server has held so far, in bytes, where the system tells.
    pub(crate) fn peak_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).ok()?;
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        Some(peak.trim().trim_end_matches(" kB").parse::<u64>().ok()? << 10)
    }

    /// Ends the server at once, as a loss of power would.
    pub(crate) fn kill(mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    /// Sends a request as it is, and gives the status and the rest.
    pub(crate) fn raw(&self, request: &[u8]) -> (u16, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        stream.write_all(request).unwrap();
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        let answer = String::from_utf8_lossy(&answer).into_owned();
        let status = answer.split(' ').nth(1).and_then(|code| code.parse().ok()).unwrap_or(0);
        (status, answer)
    }

    fn request(&self, head: &str, headers: &str, body: &str) -> (u16, String) {
        let text = format!(
            "{head} HTTP/1.1\r\nHost: {}\r\n{headers}Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.address,
            body.len()
        );
        self.raw(text.as_bytes())
    }

    pub(crate) fn get(&self, path: &str) -> (u16, String) {
        self.request(&format!("GET {path}"), "", "")
    }

    pub(crate) fn get_json(&self, path: &str) -> Value {
        let (status, answer) = self.get(path);
        assert_eq!(status, 200, "{path}: {answer}");
        body_json(&answer)
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> (u16, Value) {
        let headers = format!("Origin: http://{}\r\nContent-Type: application/json\r\n", self.address);
        let (status, answer) = self.request(&format!("POST {path}"), &headers, body);
        (status, body_json(&answer))
    }

    /// Makes a room, and gives its name and the token of the seat that was asked for.
    pub(crate) fn room(&self, order: &Value) -> (String, Option<String>) {
        let (status, made) = self.post("/api/rooms", &order.to_string());
        assert_eq!(status, 200, "{made}");
        (made["room"].as_str().unwrap().into(), made["token"].as_str().map(String::from))
    }

    pub(crate) fn join(&self, room: &str, seat: u8) -> String {
        let (status, joined) =
            self.post(&format!("/api/rooms/{room}/join"), &json!({ "seat": seat }).to_string());
        assert_eq!(status, 200, "{joined}");
        joined["token"].as_str().unwrap().into()
    }

    /// Opens a socket without saying anything.
    pub(crate) fn socket(&self, room: &str) -> Player {
        let url = format!("ws://{}/api/rooms/{room}/live", self.address);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert("Origin", format!("http://{}", self.address).parse().unwrap());
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        let (socket, _) = tungstenite::client(request, stream).unwrap();
        Player { socket, wire: String::new(), answered: Value::Null }
    }

    /// Sits down at a seat.
    pub(crate) fn sit(&self, room: &str, token: &str) -> Player {
        let mut player = self.socket(room);
        player.say(&json!({ "type": "hello", "token": token }).to_string());
        player
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn body_json(answer: &str) -> Value {
    let body = answer.split_once("\r\n\r\n").map_or("", |(_, body)| body);
    serde_json::from_str(body).unwrap_or(Value::Null)
}

/// Somebody at a socket.
pub(crate) struct Player {
    socket: WebSocket<TcpStream>,
    /// Everything that came over the wire.
    pub(crate) wire: String,
    /// What it knew when it last chose.
    answered: Value,
}

/// Nothing takes this long but a fault.
const PATIENCE: Duration = Duration::from_mins(1);

impl Player {
    pub(crate) fn say(&mut self, text: &str) {
        self.socket.send(Message::text(text)).unwrap();
    }

    pub(crate) fn send(&mut self, message: Message) {
        let _ = self.socket.send(message);
    }

    /// The next message; nothing if the server has closed the connection.
    pub(crate) fn hear(&mut self) -> Option<Value> {
        let start = Instant::now();
        loop {
            assert!(start.elapsed() < PATIENCE, "nothing was heard but pings");
            match self.socket.read() {
                Ok(Message::Text(text)) => {
                    self.wire.push_str(&text);
                    self.wire.push('\n');
                    return Some(serde_json::from_str(&text).unwrap());
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Waits until it is asked or the game is over. Somebody may come or go between a choice and its arrival, and then
    /// the question that was just answered is sent once more.
    pub(crate) fn asked(&mut self) -> Value {
        loop {
            let message = self.hear().expect("the server is there");
            let look = &message["look"];
            assert_eq!(message["type"], "look", "{message}");
            let is_new =
                look["key"] != self.answered && look["choices"].as_array().is_some_and(|all| !all.is_empty());
            if is_new || !look["ending"].is_null() {
                return message["look"].clone();
            }
        }
    }

    /// Makes one of the choices that it was offered.
    pub(crate) fn choose(&mut self, look: &Value, number: usize) {
        let choices = look["choices"].as_array().unwrap();
        let action = &choices[number % choices.len()]["action"];
        self.answered = look["key"].clone();
        self.say(&json!({ "type": "act", "key": look["key"], "action": action }).to_string());
    }

    /// Makes a choice, and waits until the table has taken it.
    pub(crate) fn choose_and_wait(&mut self, look: &Value, number: usize) {
        self.choose(look, number);
        loop {
            let message = self.hear().expect("the server is there");
            assert_eq!(message["type"], "look", "{message}");
            if message["look"]["key"] != look["key"] || message["look"]["choices"] != look["choices"] {
                return;
            }
        }
    }

    /// Plays until the game is over, always with the choice of this number.
    pub(crate) fn play_out(&mut self, number: usize) -> Value {
        loop {
            let look = self.asked();
            if !look["ending"].is_null() {
                return look;
            }
            self.choose(&look, number);
        }
    }
}

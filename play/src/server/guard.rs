//! Who may ask at all.
//!
//! A page of another site, opened in the same browser, could send requests here in the player's name, and a name that
//! is made to lead to this machine could let it read the answers. So a request must name a host that is ours, and
//! whatever changes something, or opens a socket, must come from a page of ours.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::Mutex;
use std::time::Instant;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::House;

/// The hosts and origins that are ours.
pub(super) struct Guard {
    hosts: Vec<String>,
    origins: Vec<String>,
}

impl Guard {
    pub(super) fn new(address: SocketAddr, others: &[String]) -> anyhow::Result<Guard> {
        let (ip, port) = (address.ip(), address.port());
        let mut hosts =
            vec![format!("localhost:{port}"), format!("127.0.0.1:{port}"), format!("[::1]:{port}")];
        if !ip.is_unspecified() {
            hosts.push(match ip {
                IpAddr::V4(ip) => format!("{ip}:{port}"),
                IpAddr::V6(ip) => format!("[{ip}]:{port}"),
            });
        }
        let mut origins: Vec<String> = hosts.iter().map(|host| format!("http://{host}")).collect();
        for origin in others {
            let origin = origin.trim_end_matches('/');
            let host = origin.strip_prefix("https://").or_else(|| origin.strip_prefix("http://"));
            let Some(host) = host.filter(|host| !host.is_empty() && !host.contains('/')) else {
                anyhow::bail!("--origin {origin:?} must be like https://games.example");
            };
            hosts.push(host.into());
            origins.push(origin.into());
        }
        Ok(Guard { hosts, origins })
    }

    fn refusal(&self, method: &Method, headers: &HeaderMap) -> Option<&'static str> {
        let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(header::HOST).unwrap_or_default();
        if !self.hosts.iter().any(|ours| ours == host) {
            return Some("this server does not answer to that host name; --origin adds one");
        }
        let changes = *method != Method::GET && *method != Method::HEAD;
        let is_ours = |origin: &str| self.origins.iter().any(|ours| ours == origin);
        match text(header::ORIGIN) {
            Some(origin) if !is_ours(origin) => Some("this request comes from a page of another site"),
            None if changes || headers.contains_key(header::UPGRADE) => {
                Some("this request does not say which page it comes from (Origin)")
            }
            _ => None,
        }
    }
}

/// Lets through what may be asked.
pub(super) async fn check(State(house): State<Arc<House>>, request: Request, next: Next) -> Response {
    match house.guard.refusal(request.method(), request.headers()) {
        Some(why) => (StatusCode::FORBIDDEN, why).into_response(),
        None => next.run(request).await,
    }
}

/// How often something may happen: so many at once, and so many a second in the long run.
#[derive(Debug)]
pub(super) struct Bucket {
    full: f64,
    a_second: f64,
    level: Mutex<(f64, Instant)>,
}

impl Bucket {
    pub(super) fn new(full: f64, a_second: f64) -> Bucket {
        Bucket { full, a_second, level: Mutex::new((full, Instant::now())) }
    }

    /// Takes one, if there is one.
    pub(super) fn take(&self) -> bool {
        self.take_at(Instant::now())
    }

    fn take_at(&self, now: Instant) -> bool {
        let mut level = super::room::lock(&self.level);
        let passed = now.saturating_duration_since(level.1).as_secs_f64();
        *level = ((level.0 + passed * self.a_second).min(self.full), now);
        let may = level.0 >= 1.0;
        if may {
            level.0 -= 1.0;
        }
        may
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn headers(pairs: &[(header::HeaderName, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.clone(), value.parse().unwrap())).collect()
    }

    #[test]
    fn other_sites_and_other_names_are_refused() {
        let guard = Guard::new("127.0.0.1:80".parse().unwrap(), &["https://games.example/".into()]).unwrap();
        let ask = |method: Method, pairs: &[_]| guard.refusal(&method, &headers(pairs)).is_none();
        let ours = (header::HOST, "127.0.0.1:80");
        assert!(ask(Method::GET, std::slice::from_ref(&ours)));
        assert!(!ask(Method::GET, &[(header::HOST, "evil.example:80")]), "a name made to lead here");
        assert!(!ask(Method::GET, &[]));
        assert!(!ask(Method::POST, std::slice::from_ref(&ours)), "no origin");
        assert!(ask(Method::POST, &[ours.clone(), (header::ORIGIN, "http://127.0.0.1:80")]));
        assert!(!ask(Method::POST, &[ours.clone(), (header::ORIGIN, "http://evil.example")]));
        assert!(!ask(Method::POST, &[ours.clone(), (header::ORIGIN, "null")]));
        assert!(!ask(Method::GET, &[ours.clone(), (header::UPGRADE, "websocket")]));
        let named = [(header::HOST, "games.example"), (header::ORIGIN, "https://games.example")];
        assert!(ask(Method::POST, &named));
        assert!(Guard::new("127.0.0.1:80".parse().unwrap(), &["games.example".into()]).is_err());
    }

    #[test]
    fn a_bucket_runs_dry_and_fills_again() {
        let bucket = Bucket::new(2.0, 1.0);
        let start = Instant::now();
        assert!(bucket.take_at(start) && bucket.take_at(start) && !bucket.take_at(start));
        assert!(!bucket.take_at(start + Duration::from_millis(500)));
        assert!(bucket.take_at(start + Duration::from_millis(1600)));
        let later = start + Duration::from_mins(1);
        assert!(bucket.take_at(later) && bucket.take_at(later) && !bucket.take_at(later));
    }
}

//! Names that cannot be guessed.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// 128 random bits: the name of a room, or the proof that a seat is one's own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(super) struct Token([u8; 16]);

impl Token {
    /// A new one.
    pub(super) fn draw() -> anyhow::Result<Token> {
        let mut bytes = [0; 16];
        getrandom::fill(&mut bytes)
            .map_err(|error| anyhow::anyhow!("the system gives no random numbers: {error}"))?;
        Ok(Token(bytes))
    }

    /// Whether both are the same, found out in a time that does not depend on where they differ.
    pub(super) fn is(&self, other: &Token) -> bool {
        self.0.iter().zip(&other.0).fold(0, |differ, (a, b)| differ | (a ^ b)) == 0
    }
}

impl fmt::Display for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

/// A token is a secret, and logs are not.
impl fmt::Debug for Token {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Token(…)")
    }
}

/// What was given is not a token.
#[derive(Debug, thiserror::Error)]
#[error("a token is 32 hexadecimal digits")]
pub(super) struct NotAToken;

impl FromStr for Token {
    type Err = NotAToken;

    fn from_str(text: &str) -> Result<Token, NotAToken> {
        if text.len() != 32 || !text.bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)) {
            return Err(NotAToken);
        }
        let number = u128::from_str_radix(text, 16).map_err(|_| NotAToken)?;
        Ok(Token(number.to_be_bytes()))
    }
}

impl TryFrom<String> for Token {
    type Error = NotAToken;

    fn try_from(text: String) -> Result<Token, NotAToken> {
        text.parse()
    }
}

impl From<Token> for String {
    fn from(token: Token) -> String {
        token.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_read_as_they_print_and_nothing_else_does() {
        let (a, b) = (Token::draw().unwrap(), Token::draw().unwrap());
        assert!(a.to_string().parse::<Token>().unwrap().is(&a) && !a.is(&b));
        let upper = a.to_string().to_uppercase() + "A";
        for wrong in
            ["", "../../etc/passwd", "+0000000000000000000000000000001", &upper[1..], "g".repeat(32).as_str()]
        {
            assert!(wrong.parse::<Token>().is_err(), "{wrong}");
        }
    }
}

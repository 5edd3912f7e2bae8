//! What is compared: games with the same rules on both sides, and our own.

use anyhow::{Result, bail};

/// One game with its setup, here and there.
#[derive(Debug)]
pub(crate) struct Config {
    /// What it is called in tables and on the command line.
    pub(crate) name: &'static str,
    /// The name of the game here.
    pub(crate) game: &'static str,
    /// Its setup here, if it is not the default.
    pub(crate) setup: Option<&'static str>,
    /// The game as OpenSpiel writes it, if it has it.
    pub(crate) peer: Option<&'static str>,
    /// Whether OpenSpiel's search plays it: it needs turn-based games that can be resampled.
    pub(crate) peer_searches: bool,
}

/// All of them.
pub(crate) const CONFIGS: [Config; 6] = [
    Config { name: "kuhn", game: "kuhn", setup: None, peer: Some("kuhn_poker"), peer_searches: true },
    Config { name: "leduc", game: "leduc", setup: None, peer: Some("leduc_poker"), peer_searches: true },
    Config {
        name: "goofspiel-4",
        game: "goofspiel",
        setup: Some(r#"{"cards":4,"prizes":"random","bids":"hidden"}"#),
        peer: Some("goofspiel(imp_info=true,num_cards=4,points_order=random,returns_type=win_loss)"),
        peer_searches: false,
    },
    Config {
        name: "goofspiel-13",
        game: "goofspiel",
        setup: Some(r#"{"cards":13,"prizes":"random","bids":"hidden"}"#),
        peer: Some("goofspiel(imp_info=true,num_cards=13,points_order=random,returns_type=win_loss)"),
        peer_searches: false,
    },
    Config { name: "trial", game: "trial", setup: None, peer: None, peer_searches: false },
    Config { name: "stalk", game: "stalk", setup: None, peer: None, peer_searches: false },
];

impl Config {
    /// What names the game to a command of ours.
    pub(crate) fn args(&self) -> Vec<&'static str> {
        let setup = self.setup.map(|setup| ["--setup", setup]);
        ["--game", self.game].into_iter().chain(setup.into_iter().flatten()).collect()
    }
}

/// Those of these names; all if there are none.
pub(crate) fn select(names: &[String]) -> Result<Vec<&'static Config>> {
    if let Some(name) = names.iter().find(|name| CONFIGS.iter().all(|config| config.name != **name)) {
        let known = CONFIGS.map(|config| config.name).join(", ");
        bail!("there is no {name} to measure: choose among {known}");
    }
    let chosen = |config: &&Config| names.is_empty() || names.iter().any(|name| name == config.name);
    Ok(CONFIGS.iter().filter(chosen).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_chosen_by_name() {
        assert_eq!(select(&[]).unwrap().len(), CONFIGS.len());
        let some = select(&["leduc".into(), "kuhn".into()]).unwrap();
        assert_eq!(some.iter().map(|config| config.name).collect::<Vec<_>>(), ["kuhn", "leduc"]);
        assert!(select(&["chess".into()]).unwrap_err().to_string().contains("goofspiel-13"));
    }

    #[test]
    fn setups_are_json() {
        for setup in CONFIGS.iter().filter_map(|config| config.setup) {
            serde_json::from_str::<serde_json::Value>(setup).unwrap();
        }
        assert_eq!(CONFIGS[0].args(), ["--game", "kuhn"]);
        assert_eq!(CONFIGS[2].args()[..3], ["--game", "goofspiel", "--setup"]);
    }
}

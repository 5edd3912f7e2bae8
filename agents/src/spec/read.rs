//! Reading a spec.

use super::{About, Fallback, Key, Spec, SpecError, Value};

impl Key {
    /// The default, if there is one.
    pub(super) fn default_value(&self) -> Option<Value> {
        match self.default {
            Fallback::Is(text) => Some(
                self.takes.read(text).unwrap_or_else(|| panic!("`{}={text}` is its own default", self.name)),
            ),
            Fallback::Without | Fallback::Needed => None,
        }
    }
}

/// Reads `NAME` or `NAME:KEY=VALUE,…` by a table of agents.
pub(super) fn read(text: &str, kinds: &[About]) -> Result<Spec, SpecError> {
    let (name, settings) = text.split_once(':').unwrap_or((text, ""));
    let Some(about) = kinds.iter().find(|about| about.name == name) else {
        let known = kinds.iter().map(|about| about.name).collect();
        return Err(SpecError::Unknown { name: name.into(), known });
    };
    let agent = about.name;
    let mut found: Vec<Option<Value>> = vec![None; about.keys.len()];
    for part in settings.split(',').filter(|part| !part.is_empty()) {
        let form = || SpecError::Form { agent, part: part.into() };
        let (name, text) = part.split_once('=').ok_or_else(form)?;
        let Some(index) = about.keys.iter().position(|key| key.name == name) else {
            let known = about.keys.iter().map(|key| key.name).collect();
            return Err(SpecError::Key { agent, key: name.into(), known });
        };
        let key = &about.keys[index];
        let value = key.takes.read(text).ok_or_else(|| SpecError::Value {
            agent,
            key: key.name,
            got: text.into(),
            allowed: key.takes.to_string(),
        })?;
        if found[index].replace(value).is_some() {
            return Err(SpecError::Twice { agent, key: key.name });
        }
    }
    let needed =
        about.keys.iter().zip(&found).find(|(key, value)| key.default == Fallback::Needed && value.is_none());
    if let Some((key, _)) = needed {
        return Err(SpecError::Needed { agent, key: key.name, allowed: key.takes.to_string() });
    }
    let given = about.keys.iter().zip(found).filter_map(|(key, value)| Some((key, value?))).collect();
    Ok(Spec { about: *about, given })
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;
    use std::sync::Arc;

    use fogbound_env::Game;
    use fogbound_env::games::kuhn::Kuhn;

    use super::super::Takes;
    use super::*;

    /// An agent with a setting of each kind.
    const KINDS: &[About] = &[
        About { name: "plain", summary: "", keys: &[] },
        About {
            name: "deep",
            summary: "",
            keys: &[
                Key { name: "sims", summary: "", takes: Takes::Count(1, 500), default: Fallback::Is("100") },
                Key { name: "c", summary: "", takes: Takes::Number(0.0, 9.5), default: Fallback::Is("1.5") },
                Key {
                    name: "leaf",
                    summary: "",
                    takes: Takes::Word(&["roll", "net"]),
                    default: Fallback::Is("roll"),
                },
                Key { name: "greedy", summary: "", takes: Takes::Flag, default: Fallback::Is("false") },
                Key { name: "ms", summary: "", takes: Takes::Count(1, u64::MAX), default: Fallback::Without },
                Key { name: "ckpt", summary: "", takes: Takes::Path, default: Fallback::Needed },
            ],
        },
    ];

    fn error(text: &str) -> String {
        read(text, KINDS).unwrap_err().to_string()
    }

    #[test]
    fn settings_are_typed_and_have_defaults() {
        let settings = read("deep:ckpt=a/b=c.st,sims=7,greedy=true", KINDS).unwrap().settings();
        assert_eq!(settings.get::<u32>("sims"), 7);
        assert_eq!(settings.get::<f32>("c"), 1.5);
        assert_eq!(settings.get::<&str>("leaf"), "roll");
        assert!(settings.get::<bool>("greedy"));
        assert_eq!(settings.find::<u64>("ms"), None);
        assert_eq!(settings.get::<PathBuf>("ckpt"), PathBuf::from("a/b=c.st"));
    }

    #[test]
    fn specs_print_as_they_read() {
        for text in ["plain", "deep:ckpt=x", "deep:sims=3,c=0.25,leaf=net,greedy=true,ms=50,ckpt=dir/x.st"] {
            assert_eq!(read(text, KINDS).unwrap().to_string(), text);
        }
        let shuffled = read("deep:ckpt=x,sims=3", KINDS).unwrap();
        assert_eq!(shuffled.to_string(), "deep:sims=3,ckpt=x");
        assert_eq!(read(&shuffled.to_string(), KINDS).unwrap(), shuffled);
    }

    #[test]
    fn mistakes_are_explained() {
        assert_eq!(error("shallow"), "there is no agent `shallow`; the agents are plain, deep");
        assert_eq!(error("plain:sims=1"), "`plain` has no setting `sims`; it takes none");
        assert_eq!(
            error("deep:simz=1"),
            "`deep` has no setting `simz`; its settings are sims, c, leaf, greedy, ms, ckpt"
        );
        assert_eq!(error("deep:sims=0"), "`deep`: `sims` is \"0\", but must be a whole number from 1 to 500");
        assert_eq!(error("deep:ms=-1"), "`deep`: `ms` is \"-1\", but must be a whole number, at least 1");
        assert_eq!(error("deep:c=NaN"), "`deep`: `c` is \"NaN\", but must be a number from 0 to 9.5");
        assert_eq!(error("deep:leaf=x"), "`deep`: `leaf` is \"x\", but must be one of roll, net");
        assert_eq!(error("deep:greedy=yes"), "`deep`: `greedy` is \"yes\", but must be true or false");
        assert_eq!(error("deep:ckpt="), "`deep`: `ckpt` is \"\", but must be the path of a file");
        assert_eq!(
            error("deep:sims"),
            "`deep`: \"sims\" is not a setting; write KEY=VALUE, with commas between settings"
        );
        assert_eq!(error("deep:sims=1,sims=2,ckpt=x"), "`deep`: `sims` is given twice");
        assert_eq!(error("deep:sims=1"), "`deep` needs `ckpt=`, the path of a file");
        assert_eq!(error(""), "there is no agent ``; the agents are plain, deep");
    }

    /// Every default of the table is a value that its key allows, and who needs nothing can be built or says why not.
    #[test]
    fn the_table_of_agents_is_sound() {
        let kuhn = Arc::new(Kuhn::new(Default::default()).unwrap());
        for about in Spec::kinds() {
            for key in about.keys {
                assert_eq!(
                    key.default_value().is_some(),
                    matches!(key.default, Fallback::Is(_)),
                    "{}",
                    key.name
                );
            }
            if about.keys.iter().all(|key| key.default != Fallback::Needed) {
                let spec: Spec = about.name.parse().unwrap();
                assert_eq!(spec.to_string(), about.name);
                let built = spec.build(&kuhn).map(|_| ());
                assert!(matches!(built, Ok(()) | Err(SpecError::Unfit { .. })), "{built:?}");
            }
        }
    }
}

//! What the documents show is what the code says.

use std::fs;
use std::path::{Path, PathBuf};

use fogbound_env::registry::NAMES;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).expect(path)
}

/// All files of a folder, and of the folders in it.
fn files_in(folder: &str) -> Vec<PathBuf> {
    let (mut folders, mut files) = (vec![root().join(folder)], Vec::new());
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display())) {
            let path = entry.expect("a folder that can be read").path();
            if path.is_dir() { folders.push(path) } else { files.push(path) }
        }
    }
    files
}

#[test]
fn the_guide_quotes_kuhn_as_it_is() {
    let kuhn = read("env/src/games/kuhn.rs");
    let guide = read("docs/guide/add-a-game.md");
    let blocks: Vec<&str> =
        guide.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(blocks.len() >= 9);
    for block in blocks {
        assert!(kuhn.contains(block), "the guide shows code that is not in kuhn.rs:\n{block}");
    }
}

#[test]
fn the_readme_names_every_game() {
    let readme = read("README.md");
    for name in NAMES {
        assert!(readme.contains(&format!("`{name}`")), "README.md does not name {name}");
    }
}

/// Every relative link of every document leads somewhere.
#[test]
fn links_lead_somewhere() {
    let mut documents: Vec<PathBuf> = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
        .iter()
        .map(|name| root().join(name))
        .collect();
    let is_document = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "md");
    documents.extend(files_in("docs").into_iter().filter(is_document));
    for document in documents {
        let text = fs::read_to_string(&document).unwrap();
        for link in text.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
            let target = link.split('#').next().unwrap_or_default();
            if target.is_empty() || target.contains("://") {
                continue;
            }
            let path = document.parent().unwrap().join(target);
            assert!(path.exists(), "{} links to {link}, which is not there", document.display());
        }
    }
}

/// Every clause of a game's rules page has a test that names it: as `T4.5` in words, or as `t4_5` in a test's name.
fn check_clauses(game: &str, letter: char, at_least: usize) {
    let page = read(&format!("docs/rules/{game}.md"));
    let files = files_in(&format!("env/src/games/{game}/tests"));
    let tests: String = files.iter().map(|path| fs::read_to_string(path).expect("tests are text")).collect();
    let named = |text: &str| {
        let ends = |rest: &str| !rest.starts_with(|next: char| next.is_ascii_digit());
        tests.match_indices(text).any(|(at, _)| ends(&tests[at + text.len()..]))
    };
    let is_id = |id: &&str| id.chars().all(|c| c.is_ascii_digit() || c == '.');
    let mark = format!("- **{letter}");
    let bold = page.split(&mark).skip(1).filter_map(|rest| rest.split("**").next());
    let clauses: Vec<&str> = bold.filter(is_id).collect();
    assert!(clauses.len() >= at_least, "only {} clauses were found on the page of {game}", clauses.len());
    let in_a_name = |id: &str| format!("{}{}", letter.to_ascii_lowercase(), id.replace('.', "_"));
    let untested: Vec<String> = clauses
        .into_iter()
        .filter(|id| !named(&format!("{letter}{id}")) && !named(&in_a_name(id)))
        .map(|id| format!("{letter}{id}"))
        .collect();
    assert!(untested.is_empty(), "no test names {untested:?}");
}

#[test]
fn every_clause_of_trial_has_a_test() {
    check_clauses("trial", 'T', 280);
}

#[test]
fn every_clause_of_stalk_has_a_test() {
    check_clauses("stalk", 'S', 130);
}

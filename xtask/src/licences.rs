//! The licences of the dependencies, held against the list in `deny.toml`.
//!
//! `cargo deny check licenses` reads the same file; this check is here because it needs nothing installed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use spdx::{Expression, LicenseReq, ParseMode};

use crate::paths::Paths;
use crate::run::{capture, cargo};

/// The part of `deny.toml` that is used here.
#[derive(Debug, Deserialize)]
struct Deny {
    licenses: Licenses,
}

#[derive(Debug, Default, Deserialize)]
struct Licenses {
    allow: Vec<String>,
    #[serde(default)]
    exceptions: Vec<Exception>,
    #[serde(default)]
    clarify: Vec<Clarification>,
}

/// Licences allowed for one crate only.
#[derive(Debug, Deserialize)]
struct Exception {
    #[serde(rename = "crate")]
    name: String,
    allow: Vec<String>,
}

/// The licence of a crate that does not state it well.
#[derive(Debug, Deserialize)]
struct Clarification {
    #[serde(rename = "crate")]
    name: String,
    expression: String,
}

/// What `cargo metadata` prints, as far as it is used here.
#[derive(Debug, Deserialize)]
pub(crate) struct Metadata {
    packages: Vec<Package>,
    /// Where cargo builds.
    pub(crate) target_directory: std::path::PathBuf,
}

#[derive(Debug, Deserialize)]
struct Package {
    name: String,
    version: String,
    license: Option<String>,
    source: Option<String>,
}

/// Asks cargo about the workspace and all its dependencies.
pub(crate) fn metadata(paths: &Paths) -> Result<Metadata> {
    let text = capture(&mut cargo(&paths.root, ["metadata", "--format-version", "1"]))?;
    serde_json::from_str(&text).context("cannot read what `cargo metadata` printed")
}

/// Checks every package of the workspace's dependency graph.
pub(crate) fn check(paths: &Paths) -> Result<()> {
    let text = fs::read_to_string(paths.root.join("deny.toml")).context("cannot read deny.toml")?;
    let deny: Deny = toml::from_str(&text).context("cannot read deny.toml")?;
    let packages = metadata(paths)?.packages;
    let mut faults = Vec::new();
    let mut count = BTreeMap::<&str, usize>::new();
    for package in &packages {
        match judge(package, &deny.licenses) {
            Ok(()) => *count.entry(package.license.as_deref().unwrap_or("clarified")).or_default() += 1,
            Err(error) => faults.push(format!("  {} {}: {error:#}", package.name, package.version)),
        }
    }
    for (licence, count) in &count {
        eprintln!("  {count:4}  {licence}");
    }
    for name in idle(&packages, &deny.licenses) {
        eprintln!("  deny.toml has an entry for {name}, which is no longer used");
    }
    if !faults.is_empty() {
        bail!("{} of {} packages do not fit deny.toml:\n{}", faults.len(), packages.len(), faults.join("\n"));
    }
    Ok(())
}

fn judge(package: &Package, rules: &Licenses) -> Result<()> {
    if let Some(source) = &package.source
        && !source.starts_with("registry+")
    {
        bail!("comes from {source}, not from the registry");
    }
    let clarified = rules.clarify.iter().find(|rule| rule.name == package.name);
    let Some(expression) = clarified.map(|rule| &rule.expression).or(package.license.as_ref()) else {
        bail!("states no licence");
    };
    let own = rules.exceptions.iter().filter(|rule| rule.name == package.name).flat_map(|rule| &rule.allow);
    let allowed: BTreeSet<&str> = rules.allow.iter().chain(own).map(String::as_str).collect();
    if !fits(expression, &allowed)? {
        bail!("its licence {expression} is not allowed");
    }
    Ok(())
}

/// Whether the allowed licences satisfy the expression.
fn fits(expression: &str, allowed: &BTreeSet<&str>) -> Result<bool> {
    // Old crates write `MIT/Apache-2.0`.
    let expression = Expression::parse_mode(expression, ParseMode::LAX)
        .with_context(|| format!("cannot read the licence {expression}"))?;
    // An exception clause is part of the name: GPL-2.0 with one is not GPL-2.0.
    Ok(expression.evaluate(|requirement: &LicenseReq| allowed.contains(requirement.to_string().as_str())))
}

/// Crates with a rule of their own that are not in the graph.
fn idle<'a>(packages: &[Package], rules: &'a Licenses) -> Vec<&'a str> {
    let exceptions = rules.exceptions.iter().map(|rule| rule.name.as_str());
    let named = exceptions.chain(rules.clarify.iter().map(|rule| rule.name.as_str()));
    named.filter(|name| packages.iter().all(|package| package.name != *name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn package(license: Option<&str>) -> Package {
        Package {
            name: "a".into(),
            version: "1.0.0".into(),
            license: license.map(Into::into),
            source: Some("registry+index".into()),
        }
    }

    fn rules(text: &str) -> Licenses {
        toml::from_str::<Deny>(text).unwrap().licenses
    }

    #[test]
    fn expressions_are_weighed() {
        let allowed = BTreeSet::from(["MIT", "Apache-2.0", "Apache-2.0 WITH LLVM-exception"]);
        for good in
            ["MIT", "MIT OR Apache-2.0", "MIT/Apache-2.0", "GPL-3.0-only OR MIT", "MIT AND Apache-2.0"]
        {
            assert!(fits(good, &allowed).unwrap(), "{good}");
        }
        assert!(fits("Apache-2.0 WITH LLVM-exception", &allowed).unwrap());
        for bad in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "BSD-3-Clause", "(MIT OR Zlib) AND MPL-2.0"] {
            assert!(!fits(bad, &allowed).unwrap(), "{bad}");
        }
        assert!(fits("free for all", &allowed).is_err());
    }

    #[test]
    fn crates_without_a_licence_need_a_clarification() {
        let strict = rules("[licenses]\nallow = ['MIT']");
        assert!(judge(&package(None), &strict).is_err());
        assert!(judge(&package(Some("MIT")), &strict).is_ok());
        assert!(judge(&package(Some("Zlib")), &strict).is_err());
        let text = "[licenses]\nallow = ['MIT']\n[[licenses.clarify]]\ncrate = 'a'\nexpression = 'MIT'";
        assert!(judge(&package(None), &rules(text)).is_ok());
    }

    #[test]
    fn exceptions_are_for_one_crate() {
        let text = "[licenses]\nallow = ['MIT']\nexceptions = [{ crate = 'a', allow = ['Zlib'] }]";
        assert!(judge(&package(Some("Zlib")), &rules(text)).is_ok());
        let other = Package { name: "b".into(), ..package(Some("Zlib")) };
        assert!(judge(&other, &rules(text)).is_err());
        assert_eq!(idle(&[other], &rules(text)), ["a"]);
    }

    #[test]
    fn other_sources_are_refused() {
        let source = Some("git+https://example.org/a".into());
        let package = Package { source, ..package(Some("MIT")) };
        assert!(judge(&package, &rules("[licenses]\nallow = ['MIT']")).is_err());
    }
}

//! Agents that search, by name.

use std::sync::Arc;

use fogbound_env::Game;

use super::kinds::{About, Kind, Maker, networks};
use super::{Fallback, Key, Settings, SpecError, Takes};
use crate::belief::{Belief, Dealt, Filter, Particles, Reweighted};
use crate::net::Advised;
use crate::policy::Uniform;
use crate::search::{
    Budget, Guide, Ismcts, Leaf, Mcts, Observers, Options, Origin, Root, Selection, Stop, Tools,
};
use crate::{Policy, scripted};

/// Worlds that are weighed for each choice, or kept as particles.
const WORLDS: usize = 256;
/// How many steps an exact belief may take from one choice to the next before particles take over: some tens of
/// milliseconds, once a game.
const STEPS: usize = 1_000;

const fn key(name: &'static str, summary: &'static str, takes: Takes, default: Fallback) -> Key {
    Key { name, summary, takes, default }
}

const SIMS: Key = key("sims", "simulations for each move", Takes::Count(1, u64::MAX), Fallback::Is("1000"));
pub(super) const MS: Key =
    key("ms", "milliseconds for each move, at most", Takes::Count(1, 3_600_000), Fallback::Without);
const MCTS_WORLDS: Key =
    key("worlds", "worlds that the budget is shared out over", Takes::Count(1, 100_000), Fallback::Is("16"));
const ROLLOUT: Key = key(
    "rollout",
    "who plays games out: the script of the game, or chance",
    Takes::Word(&["scripted", "random"]),
    Fallback::Is("scripted"),
);
const CUT: Key = key(
    "cut",
    "where rollouts are cut off and judged by the script's estimate: never, or where seats next plan together",
    Takes::Word(&["never", "planning"]),
    Fallback::Is("planning"),
);
const AFTER: Key = key(
    "after",
    "cuts rollouts off after this many decisions instead",
    Takes::Count(0, 100_000),
    Fallback::Without,
);
const ROUNDS: Key = key(
    "rounds",
    "cuts rollouts off instead where it is the searcher's turn again for this many-th time",
    Takes::Count(1, 1_000),
    Fallback::Without,
);
const BELIEF: Key = key(
    "belief",
    "which worlds are likely: as dealt, weighed by the script, or played on by it, all of them while they are few and \
     particles then",
    Takes::Word(&["dealt", "scripted", "particles"]),
    Fallback::Is("scripted"),
);
const PRIOR: Key = key(
    "prior",
    "which actions look promising before they are tried: all alike, or those of the script",
    Takes::Word(&["even", "scripted"]),
    Fallback::Is("scripted"),
);
const OTHERS: Key = key(
    "others",
    "how other seats play in simulations: they learn in the tree, or follow the script",
    Takes::Word(&["learn", "scripted"]),
    Fallback::Is("learn"),
);
const OBSERVERS: Key = key(
    "observers",
    "whose knowledge the tree stands for",
    Takes::Word(&["multiple", "single"]),
    Fallback::Is("multiple"),
);
const RULES: &[&str] = &["uct", "rm", "puct"];
const TURNS: Key = key("turns", "the rule where one seat chooses", Takes::Word(RULES), Fallback::Is("puct"));
const PLANNING: Key =
    key("planning", "the rule where seats choose at once", Takes::Word(RULES), Fallback::Is("rm"));
const EXPLORE: Key = key(
    "explore",
    "weight of the uncertainty at turns, or of the prior",
    Takes::Number(0.0, 100.0),
    Fallback::Without,
);
const ORIGIN: Key = key(
    "origin",
    "where simulations begin: here, or (in small games) at the start of the game",
    Takes::Word(&["here", "start"]),
    Fallback::Is("here"),
);
const THREADS: Key =
    key("threads", "threads, each with a tree of its own", Takes::Count(1, 256), Fallback::Is("1"));
const NODES: Key = key("nodes", "the most nodes of a tree", Takes::Count(1, 1 << 28), Fallback::Is("262144"));
const REUSE: Key = key("reuse", "keeps the tree from move to move", Takes::Flag, Fallback::Is("true"));
const CKPT: Key = key("ckpt", "the network's checkpoint", Takes::Path, Fallback::Needed);

const GUIDED_BELIEF: Key = Key {
    summary: "which worlds are likely: as dealt, weighed by a model of the others, or played on by it, all of them while \
              they are few and particles then; if left out, weighed in games in which seats plan at once, in others \
              particles",
    default: Fallback::Without,
    ..BELIEF
};
const LEAF: Key = key(
    "leaf",
    "where the network judges: at the edge of the tree, or after the script has played on to the next planning or to \
     the searcher's next turn; if left out, at the next planning in games with one, in others at the next turn",
    Takes::Word(&["edge", "planning", "turn"]),
    Fallback::Without,
);
const MODEL: Key = key(
    "others",
    "how other seats play in simulations: they learn in the tree, or follow the network or the script",
    Takes::Word(&["learn", "network", "scripted"]),
    Fallback::Is("scripted"),
);
const ROOT: Key = key(
    "root",
    "how simulations are spent on the actions: by the rule of the tree, or by halving the candidates",
    Takes::Word(&["rule", "halving"]),
    Fallback::Is("rule"),
);
const HALVED_ROOT: Key = Key { default: Fallback::Is("halving"), ..ROOT };
const CANDIDATES: Key =
    key("candidates", "actions that a halving begins with", Takes::Count(1, 256), Fallback::Is("8"));
const STEP: Key = key(
    "step",
    "how far a halving moves away from the policy that it began with",
    Takes::Number(0.0, 1000.0),
    Fallback::Is("200"),
);

/// The kinds of agents that search.
pub(super) fn kinds<G: Game>() -> [Kind<G>; 3] {
    [
        Kind {
            about: About {
                name: "ismcts",
                summary: "searches worlds that its seat cannot tell apart",
                keys: &[
                    SIMS, MS, ROLLOUT, CUT, AFTER, ROUNDS, BELIEF, PRIOR, OTHERS, OBSERVERS, ROOT,
                    CANDIDATES, STEP, TURNS, PLANNING, EXPLORE, ORIGIN, THREADS, NODES, REUSE,
                ],
            },
            prepare: ismcts,
        },
        Kind {
            about: About {
                name: "mcts",
                summary: "searches some worlds one by one, each as if everything were open",
                keys: &[SIMS, MS, MCTS_WORLDS, ROLLOUT, CUT, AFTER, ROUNDS, EXPLORE, NODES],
            },
            prepare: mcts,
        },
        Kind {
            about: About {
                name: "guided",
                summary: "searches as ismcts does, with a network to judge positions and to favour actions",
                keys: &[
                    CKPT,
                    SIMS,
                    MS,
                    LEAF,
                    GUIDED_BELIEF,
                    MODEL,
                    HALVED_ROOT,
                    CANDIDATES,
                    STEP,
                    PLANNING,
                    EXPLORE,
                    THREADS,
                    NODES,
                    REUSE,
                ],
            },
            prepare: guided,
        },
    ]
}

fn ismcts<G: Game>(settings: &Settings, _: &Arc<G>) -> Result<Maker<G>, SpecError> {
    let thinking = Thinking::of::<G>("ismcts", settings)?;
    let belief = settings.get("belief");
    let scripted = |name: &str| settings.get::<&str>(name) == "scripted";
    let (prior, others) = (scripted("prior"), scripted("others"));
    check_script::<G>("ismcts", belief != "dealt" || prior || others)?;
    let options = Options {
        origin: if settings.get::<&str>("origin") == "start" { Origin::Start } else { Origin::Here },
        observers: match settings.get("observers") {
            "single" => Observers::Single,
            _ => Observers::Multiple,
        },
        root: root(settings),
        turns: rule(settings.get("turns"), settings.find("explore")),
        planning: rule(settings.get("planning"), None),
        ..shared_options(settings)
    };
    Ok(Box::new(move || {
        let tools = || Tools {
            leaf: thinking.leaf(),
            belief: believe(belief, script),
            guide: Guide::new(prior.then(script), others.then(script)),
        };
        Box::new(Ismcts::with(options, tools))
    }))
}

fn mcts<G: Game>(settings: &Settings, _: &Arc<G>) -> Result<Maker<G>, SpecError> {
    let thinking = Thinking::of::<G>("mcts", settings)?;
    let options = Options {
        budget: budget(settings),
        turns: rule("uct", settings.find("explore")),
        planning: rule("uct", None),
        nodes: settings.get("nodes"),
        ..Options::default()
    };
    let worlds = settings.get("worlds");
    Ok(Box::new(move || Box::new(Mcts::with(options, worlds, thinking.leaf()))))
}

fn guided<G: Game>(settings: &Settings, game: &Arc<G>) -> Result<Maker<G>, SpecError> {
    let networks = networks("guided", settings, game)?;
    let others: &str = settings.get("others");
    // Where seats plan at once, all that is hidden are the plans of this round, and a deal finds them all.
    let (usual_belief, usual_leaf) =
        if G::PLANS_AT_ONCE { ("scripted", "planning") } else { ("particles", "turn") };
    let belief = settings.find("belief").unwrap_or(usual_belief);
    let leaf = settings.find("leaf").unwrap_or(usual_leaf);
    check_script::<G>("guided", leaf != "edge" || others == "scripted")?;
    let options = Options {
        root: root(settings),
        turns: rule("puct", settings.find("explore")),
        planning: rule(settings.get("planning"), None),
        ..shared_options(settings)
    };
    Ok(Box::new(move || {
        let advised = || Box::new(Advised::by_all(Arc::clone(&networks)));
        // Whoever is thought to play for the others now has played for them before.
        let model = || -> Box<dyn Policy<G>> { if others == "scripted" { script() } else { advised() } };
        let played_on = |stop| Leaf::Rollout { policy: Some(script()), stop };
        let tools = || Tools {
            leaf: match leaf {
                "planning" => played_on(Stop::AtPlanning { judge: advised() }),
                "turn" => played_on(Stop::AfterTurns { turns: 1, judge: advised() }),
                _ => Leaf::Judged(advised()),
            },
            belief: believe(belief, model),
            guide: Guide::new(Some(advised()), (others != "learn").then(model)),
        };
        Box::new(Ismcts::with(options, tools))
    }))
}

fn budget(settings: &Settings) -> Budget {
    let budget = Budget::simulations(settings.get("sims"));
    settings.find("ms").map_or(budget, |ms| budget.within_milliseconds(ms))
}

/// What all searches over what seats know have in common.
fn shared_options(settings: &Settings) -> Options {
    Options {
        budget: budget(settings),
        threads: settings.get("threads"),
        nodes: settings.get("nodes"),
        reuse: settings.get("reuse"),
        ..Options::default()
    }
}

fn root(settings: &Settings) -> Root {
    match settings.get("root") {
        "halving" => Root::Halving { candidates: settings.get("candidates"), step: settings.get("step") },
        _ => Root::ByRule,
    }
}

fn rule(name: &str, explore: Option<f32>) -> Selection {
    match (name, explore) {
        ("uct", Some(explore)) => Selection::Uct { explore },
        ("uct", None) => Selection::UCT,
        ("puct", Some(explore)) => Selection::Puct { explore },
        ("puct", None) => Selection::PUCT,
        (_, Some(explore)) => Selection::RegretMatching { explore: explore.min(1.0) },
        (_, None) => Selection::REGRET_MATCHING,
    }
}

/// The script of a game, or even play where nobody has written one; [`check_script`] has asked before.
fn script<G: Game>() -> Box<dyn Policy<G>> {
    scripted::policy_for().unwrap_or_else(|| Box::new(Uniform))
}

fn believe<G: Game>(belief: &str, model: impl Fn() -> Box<dyn Policy<G>>) -> Box<dyn Belief<G>> {
    match belief {
        "scripted" => Box::new(Reweighted::new(model(), WORLDS)),
        "particles" => {
            let refill = Reweighted::new(model(), WORLDS);
            let particles = Particles::new(model(), Box::new(refill), WORLDS);
            Box::new(Filter::new(model(), particles, STEPS))
        }
        _ => Box::new(Dealt),
    }
}

fn check_script<G: Game>(agent: &'static str, needed: bool) -> Result<(), SpecError> {
    if needed && (scripted::policy_for::<G>().is_none() || scripted::heuristic_for::<G>().is_none()) {
        let why = "nobody has written a script for it; take rollout=random, cut=never and belief=dealt";
        return Err(SpecError::unfit::<G>(agent, why));
    }
    Ok(())
}

/// How a search values what it does not look into.
#[derive(Clone, Copy, Debug)]
struct Thinking {
    scripted: bool,
    cut: Cut,
}

#[derive(Clone, Copy, Debug)]
enum Cut {
    Never,
    AtPlanning,
    After(u32),
    AfterTurns(u32),
}

impl Thinking {
    fn of<G: Game>(agent: &'static str, settings: &Settings) -> Result<Thinking, SpecError> {
        let scripted = settings.get::<&str>("rollout") == "scripted";
        let cut = match (settings.find("after"), settings.find("rounds"), settings.get("cut")) {
            (Some(_), Some(_), _) => {
                return Err(SpecError::unfit::<G>(
                    agent,
                    "rollouts are cut by `after` or by `rounds`, not by both",
                ));
            }
            (Some(decisions), None, _) => Cut::After(decisions),
            (None, Some(turns), _) => Cut::AfterTurns(turns),
            (None, None, "planning") => Cut::AtPlanning,
            _ => Cut::Never,
        };
        check_script::<G>(agent, scripted || !matches!(cut, Cut::Never))?;
        Ok(Thinking { scripted, cut })
    }

    fn leaf<G: Game>(self) -> Leaf<G> {
        let judge = || scripted::heuristic_for().expect("the script was asked for before");
        let stop = match self.cut {
            Cut::Never => Stop::AtTheEnd,
            Cut::AtPlanning => Stop::AtPlanning { judge: judge() },
            Cut::After(decisions) => Stop::After { decisions, judge: judge() },
            Cut::AfterTurns(turns) => Stop::AfterTurns { turns, judge: judge() },
        };
        match (self.scripted, stop) {
            (false, Stop::AtTheEnd) => Leaf::Random,
            (scripted, stop) => Leaf::Rollout { policy: scripted.then(script), stop },
        }
    }
}

//! Small games laid out as a whole: what there is to count, solve and exploit exactly.
//!
//! ```
//! use fogbound_agents::exact::{CfrPlus, Solver, Tree, nash_conv};
//! use fogbound_env::{Game, games::kuhn::Kuhn};
//!
//! let tree = Tree::new(&Kuhn::new(Default::default()).unwrap(), 1_000).unwrap();
//! let mut solver = CfrPlus::new(&tree);
//! solver.run(200);
//! let strategy = solver.average();
//! assert!(nash_conv(&tree, &strategy) < 0.01);
//! assert!((tree.values(&strategy)[0] + 1.0 / 18.0).abs() < 0.001);
//! ```

mod cfr;
mod layout;
mod mccfr;
mod response;
mod solver;
mod tabulate;
mod tree;

pub use cfr::CfrPlus;
pub use layout::LayoutError;
pub use mccfr::Mccfr;
pub use response::{best_response, nash_conv};
pub use solver::Solver;
pub use tabulate::{Tabulated, tabulate};
pub use tree::{Counts, Strategy, Tree};

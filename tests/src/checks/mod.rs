//! The parts of the suite, one module each.

pub(crate) mod batches;
pub(crate) mod chance;
pub(crate) mod choices;
pub(crate) mod deals;
pub(crate) mod history;
pub(crate) mod no_leak;
pub(crate) mod observation;
pub(crate) mod records;
pub(crate) mod referee;
pub(crate) mod returns;
pub(crate) mod text;

//! Numbers that come from Python: read, checked, and refused with the name of what is allowed.

use std::fmt::Display;
use std::ops::RangeInclusive;

use fogbound_env::registry::Info;
use fogbound_env::{Action, Seat};
use numpy::{PyArray1, PyArrayDescrMethods, PyArrayMethods, PyUntypedArray, PyUntypedArrayMethods};
use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// A `ValueError` with the text of a Rust error.
pub(crate) fn refused(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The sizes that every argument is checked against. [`Info`] has them, too, but is costly to make.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    pub(crate) seats: usize,
    pub(crate) actions: usize,
    pub(crate) observation: usize,
}

impl Sizes {
    pub(crate) fn of(info: &Info) -> Sizes {
        Sizes { seats: info.seats.len(), actions: info.actions, observation: info.observation }
    }

    /// A seat of the game.
    pub(crate) fn seat(&self, value: &Bound<'_, PyAny>) -> PyResult<Seat> {
        let seat = whole("seat", value)?.filter(|&seat| seat < self.seats as u64);
        let last = self.seats - 1;
        let unknown = || refused(format!("there is no seat {value}; the seats are 0 to {last}"));
        seat.map(|seat| Seat(seat as u8)).ok_or_else(unknown)
    }

    /// An action of the game's list, legal or not.
    pub(crate) fn action(&self, value: &Bound<'_, PyAny>) -> PyResult<Action> {
        let action = whole("action", value)?.and_then(|action| self.listed(action));
        action.map(Action).ok_or_else(|| refused(self.unlisted(value)))
    }

    /// One action of the list for each lane: an array of any integer type, or any sequence of whole numbers.
    pub(crate) fn actions(&self, values: &Bound<'_, PyAny>) -> PyResult<Vec<u16>> {
        // No macro or trait of `numpy` covers "any integer type"; its eight types are tried in turn.
        macro_rules! read_array_of {
            ($($number:ty),*) => {$(
                if let Ok(array) = values.cast::<PyArray1<$number>>() {
                    let array = array.try_readonly()?;
                    let numbers = array.as_array();
                    let lanes = numbers.iter().enumerate();
                    return lanes.map(|(lane, &number)| self.in_lane(lane, number)).collect();
                }
            )*};
        }
        read_array_of!(i64, i32, u16, u8, i16, i8, u32, u64);
        if let Ok(array) = values.cast::<PyUntypedArray>() {
            let (dtype, shape) = (array.dtype(), array.shape());
            if shape.len() != 1 {
                return Err(refused(format!("actions must have one dimension, not the shape {shape:?}")));
            }
            if dtype.byteorder() == b'>' && matches!(dtype.kind(), b'i' | b'u') {
                // Whole numbers in the byte order of other machines, as files have them.
                let native = dtype.call_method1("newbyteorder", ("=",))?;
                return self.actions(&values.call_method1("astype", (native,))?);
            }
            return Err(PyTypeError::new_err(format!("actions must be of an integer type, not {dtype}")));
        }
        let values: Vec<Bound<'_, PyAny>> = values.extract()?;
        let read = |(lane, value)| {
            let action = whole("action", value)?.and_then(|action| self.listed(action));
            action.ok_or_else(|| refused(format!("lane {lane}: {}", self.unlisted(value))))
        };
        values.iter().enumerate().map(read).collect()
    }

    fn in_lane<N: TryInto<u64> + Display + Copy>(&self, lane: usize, number: N) -> PyResult<u16> {
        let action = number.try_into().ok().and_then(|action| self.listed(action));
        action.ok_or_else(|| refused(format!("lane {lane}: {}", self.unlisted(number))))
    }

    fn listed(&self, action: u64) -> Option<u16> {
        (action < self.actions as u64).then_some(action as u16)
    }

    fn unlisted(&self, action: impl Display) -> String {
        format!("there is no action {action}; the actions are 0 to {}", self.actions - 1)
    }
}

/// A whole number of the range; `what` is the name of the argument.
pub(crate) fn number(what: &str, value: &Bound<'_, PyAny>, allowed: RangeInclusive<u64>) -> PyResult<u64> {
    let number = whole(what, value)?.filter(|number| allowed.contains(number));
    let (low, high) = allowed.into_inner();
    number.ok_or_else(|| refused(format!("{what} must be {low} to {high}, not {value}")))
}

/// A whole number, or none if it is negative or has more than 64 bits.
fn whole(what: &str, value: &Bound<'_, PyAny>) -> PyResult<Option<u64>> {
    match value.extract() {
        Ok(number) => Ok(Some(number)),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => Ok(None),
        Err(error) if error.is_instance_of::<PyTypeError>(value.py()) => {
            let kind = value.get_type().name()?;
            Err(PyTypeError::new_err(format!("{what} must be a whole number, not {kind}")))
        }
        Err(error) => Err(error),
    }
}

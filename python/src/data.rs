//! Plain data over the border: JSON values on our side; dicts, lists, strings and numbers on Python's.

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyFloat, PyList, PyString, PyTuple};
use serde_json::{Map, Number, Value};

/// No setup is nested deeper; without a bound, a list that holds itself would never end.
const DEEPEST: usize = 16;

/// The value as Python data.
pub(crate) fn to_python<'py>(py: Python<'py>, value: &Value) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        Value::Null => py.None().into_bound(py),
        Value::Bool(flag) => PyBool::new(py, *flag).to_owned().into_any(),
        Value::Number(number) => match (number.as_u64(), number.as_i64()) {
            (Some(whole), _) => whole.into_pyobject(py)?.into_any(),
            (None, Some(whole)) => whole.into_pyobject(py)?.into_any(),
            (None, None) => number.as_f64().into_pyobject(py)?,
        },
        Value::String(text) => PyString::new(py, text).into_any(),
        Value::Array(items) => list(py, items)?.into_any(),
        Value::Object(fields) => {
            let dict = PyDict::new(py);
            for (name, value) in fields {
                dict.set_item(name, to_python(py, value)?)?;
            }
            dict.into_any()
        }
    })
}

/// The values as a Python list.
pub(crate) fn list<'py>(py: Python<'py>, values: &[Value]) -> PyResult<Bound<'py, PyList>> {
    let items: Vec<_> = values.iter().map(|value| to_python(py, value)).collect::<PyResult<_>>()?;
    PyList::new(py, items)
}

/// A dict of options as a JSON object.
pub(crate) fn from_dict(dict: &Bound<'_, PyDict>) -> PyResult<Map<String, Value>> {
    fields(dict, 0)
}

fn fields(dict: &Bound<'_, PyDict>, depth: usize) -> PyResult<Map<String, Value>> {
    let mut fields = Map::new();
    for (name, value) in dict.iter() {
        let name: String = name.extract()?;
        let value = from_python(&name, &value, depth + 1)?;
        fields.insert(name, value);
    }
    Ok(fields)
}

/// The value of the option `name` as JSON.
fn from_python(name: &str, value: &Bound<'_, PyAny>, depth: usize) -> PyResult<Value> {
    if depth > DEEPEST {
        return Err(PyValueError::new_err(format!("setup field `{name}` is nested too deeply")));
    }
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().into());
    }
    if let Ok(text) = value.extract::<String>() {
        return Ok(text.into());
    }
    if let Ok(number) = value.cast::<PyFloat>() {
        let number = Number::from_f64(number.value()).map(Value::Number);
        return number
            .ok_or_else(|| PyValueError::new_err(format!("setup field `{name}` is {value}, not a number")));
    }
    if let Ok(dict) = value.cast::<PyDict>() {
        return Ok(fields(dict, depth)?.into());
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        let items: Vec<Bound<'_, PyAny>> = value.extract()?;
        let items: PyResult<Vec<_>> = items.iter().map(|item| from_python(name, item, depth + 1)).collect();
        return Ok(items?.into());
    }
    // Last, since the integers of NumPy are no `int` and only say that they can stand for one.
    match value.extract::<i64>() {
        Ok(number) => Ok(number.into()),
        Err(error) if error.is_instance_of::<PyOverflowError>(value.py()) => {
            Err(PyValueError::new_err(format!("setup field `{name}` has more than 63 bits")))
        }
        Err(_) => {
            let kind = value.get_type().name()?;
            Err(PyTypeError::new_err(format!("setup field `{name}` cannot be of the type {kind}")))
        }
    }
}

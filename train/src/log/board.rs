//! TensorBoard's files.

use std::path::Path;

use protobuf::RepeatedField;
use tensorboard_proto::summary::{Summary, Summary_Value, SummaryMetadata, SummaryMetadata_PluginData};
use tensorboard_proto::tensor::TensorProto;
use tensorboard_proto::types::DataType;
use tensorboard_rs::summary_writer::FileWriter;

/// The only place that knows how TensorBoard's files are written.
pub(super) struct Board(FileWriter);

impl Board {
    /// A new file in `folder`, which must exist.
    pub(super) fn new(folder: &Path) -> Board {
        Board(FileWriter::new(folder))
    }

    /// A point of a curve.
    pub(super) fn point(&mut self, name: &str, number: f64, update: u64) {
        let mut value = Summary_Value::new();
        value.set_tag(name.into());
        value.set_simple_value(number as f32);
        self.add(value, update);
    }

    /// A text. The writer of texts that the library has is not made yet.
    pub(super) fn text(&mut self, name: &str, text: &str, update: u64) {
        // Indented, it is shown as it stands.
        let lines: Vec<String> = text.lines().map(|line| format!("    {line}")).collect();
        let shown = lines.join("\n");
        let mut tensor = TensorProto::new();
        tensor.set_dtype(DataType::DT_STRING);
        tensor.set_string_val(RepeatedField::from(vec![shown.into_bytes()]));
        let mut plugin = SummaryMetadata_PluginData::new();
        plugin.set_plugin_name("text".into());
        let mut metadata = SummaryMetadata::new();
        metadata.set_plugin_data(plugin);
        let mut value = Summary_Value::new();
        value.set_tag(name.into());
        value.set_metadata(metadata);
        value.set_tensor(tensor);
        self.add(value, update);
    }

    fn add(&mut self, value: Summary_Value, update: u64) {
        let mut summary = Summary::new();
        summary.set_value(RepeatedField::from(vec![value]));
        self.0.add_summary(summary, update as usize);
    }

    pub(super) fn flush(&mut self) {
        self.0.flush();
    }
}

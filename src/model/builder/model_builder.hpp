// Builds a model by calls instead of a file.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

namespace pleuel {

/// A value of a model: a number in SI units, a text (a name, a formula, "30 deg"), a truth value, a
/// list, or named values. It is written as in a model file (docs/model-file.md).
class ModelValue {
 public:
  ModelValue(double number);  // NOLINT(google-explicit-constructor): {{"mass", 2.5}}
  ModelValue(int number) : ModelValue(static_cast<double>(number)) {}  // NOLINT
  ModelValue(bool flag);                                               // NOLINT
  ModelValue(const char* text);                                        // NOLINT
  ModelValue(const std::string& text);                                 // NOLINT

  /// A list: list({0, -9.81}).
  static ModelValue list(std::initializer_list<ModelValue> values);
  /// Named values: named({{"type", "rod"}, {"mass", 1}}).
  static ModelValue named(std::initializer_list<std::pair<std::string, ModelValue>> values);

  /// As JSON.
  const std::string& text() const { return text_; }

 private:
  ModelValue() = default;
  std::string text_;
};

/// The entries of an element, as in a model file.
using ModelEntries = std::vector<std::pair<std::string, ModelValue>>;

/// A model whose bodies, joints and forces are calls. Each takes the same entries as in a model
/// file, and the reader of model files checks them: units, names, missing and unknown entries, all
/// faults at once. Messages name the element: "joints[1].type".
///
///     ModelBuilder model("pendulum", 2);
///     model.gravity({0, -9.81})
///         .body("rod", {{"mass", 1}, {"inertia", 0.1}})
///         .joint("pin", "revolute", "ground.origin", "rod.origin");
class ModelBuilder {
 public:
  /// `dimension` is 2 or 3.
  ModelBuilder(const std::string& name, int dimension);

  ModelBuilder& gravity(std::initializer_list<ModelValue> components);
  ModelBuilder& parameter(const std::string& name, const ModelValue& value);
  ModelBuilder& body(const std::string& name, const ModelEntries& entries);
  /// Between markers a and b: "ground.origin", "rod.end".
  ModelBuilder& joint(const std::string& name, const std::string& type, const std::string& a,
                      const std::string& b, const ModelEntries& entries = {});
  ModelBuilder& driver(const std::string& name, const std::string& type, const ModelEntries& entries);
  ModelBuilder& force(const std::string& name, const std::string& type, const ModelEntries& entries);
  ModelBuilder& output(const ModelValue& value);
  /// Any other entry of a model file: "measures", "materials", "simulation".
  ModelBuilder& entry(const std::string& name, const ModelValue& value);

  /// The model as the text of a file.
  std::string text() const;

 private:
  using Section = std::pair<std::string, std::vector<std::string>>;
  ModelBuilder& add(const char* section, std::string element);

  ModelEntries head_;
  std::vector<std::pair<std::string, std::string>> parameters_;
  std::vector<Section> sections_;  // bodies, joints, …
};

}  // namespace pleuel

// Reads numbers, vectors, names and functions of a model file.
#pragma once

#include <Eigen/Core>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/linalg/types.hpp"
#include "pleuel/model/element_type.hpp"
#include "pleuel/model/expression/formula_scope.hpp"
#include "pleuel/model/expression/function.hpp"
#include "pleuel/model/file/named_files.hpp"
#include "pleuel/model/file/parameter_table.hpp"
#include "pleuel/model/file/remark_list.hpp"
#include "pleuel/model/unit/unit.hpp"

namespace pleuel {

using NameIndex = std::unordered_map<std::string, int>;

/// The allowed values of a number.
struct NumberRule {
  Dimension dimension = {};
  double minimum = -1e308;
  bool is_above_minimum = false;
  double factor = 1;  ///< SI value of the unit of numbers without a unit
};

/// Reads values at a location of the file. Faults go to `faults`, and the result is then empty.
///
/// Every part of a formula has a dimension (dimension_rules.hpp), checked by the strict rule. In a
/// file of version 1, a formula that only the lenient rule accepts is a remark; there, time,
/// measures and variables of elements have no dimension.
class ValueReader {
 public:
  /// `named` holds the files that the model names; it must outlive the reader.
  ValueReader(const std::string& file, NamedFiles& named, Diagnostics& faults)
      : file_(file), named_(named), faults_(faults) {}

  const std::string& file() const { return file_; }
  Diagnostics& faults() { return faults_; }
  RemarkList& remarks() { return remarks_; }
  /// Version of the file format.
  int version() const { return version_; }
  void set_version(int version) { version_ = version; }
  /// Sets the dimensions of the measures for formulas that are read afterwards.
  void set_measures(std::vector<Dimension> dimensions) { measures_ = std::move(dimensions); }
  ParameterTable& parameters() { return parameters_; }
  /// The bytes of a file that belongs to the model. Throws as NamedFiles does.
  const std::string& file_text(const std::string& path, const InputKind& kind);
  /// The same for a mesh. Empty if there is no such file.
  std::optional<fem::Mesh> file_mesh(const std::string& path);
  /// All files requested so far, with repetitions.
  const std::vector<SourceFile>& files() const { return files_; }

  std::optional<double> number(const SourceLocation& place, const NumberRule& rule = {});
  /// A number above zero; a fault if the key is missing. `meaning` completes "has no 'key', …".
  std::optional<double> positive(const SourceLocation& place, const char* key, const Dimension& dimension,
                                 const char* meaning);
  std::optional<bool> boolean(const SourceLocation& place);
  std::optional<int> whole(const SourceLocation& place, const NumberRule& rule = {});
  /// `size` numbers.
  std::optional<Vector> vector(const SourceLocation& place, int size, const NumberRule& rule = {});
  /// `size` rows of `size` numbers, or `size` numbers (diagonal), or one number (times the
  /// identity). With `motions`, entry (i, j) has the rule's dimension divided by those of motions i
  /// and j.
  std::optional<Matrix> matrix(const SourceLocation& place, int size, const NumberRule& rule = {},
                               const std::vector<Dimension>& motions = {});
  /// A text, unchanged.
  std::optional<std::string> text(const SourceLocation& place);
  /// A text in which {integer formulas} are replaced by their values.
  std::optional<std::string> filled(const SourceLocation& place);
  /// The same, of the length of a name.
  std::optional<std::string> name(const SourceLocation& place);
  std::optional<std::string> choice(const SourceLocation& place, const std::vector<std::string>& choices);
  /// A function of t, measures and `variables`.
  std::optional<Function> function(const SourceLocation& place, const Dimension& dimension,
                                   const std::vector<FunctionVariable>& variables, const NameIndex& measures);
  /// The names of outputs in a formula, and unknown ones: all but parameters, variables of repeats,
  /// functions, units and t. Nothing, with a fault, if it cannot be read.
  std::optional<std::vector<std::string>> names_in_formula(
      const SourceLocation& place, const std::function<bool(std::string_view)>& is_output);
  /// A formula of t and `variables` with what it measures, by the strict rule in every version.
  struct Formula {
    Expression expression;
    NodeDimension dimension;
  };
  std::optional<Formula> formula(const SourceLocation& place, const std::vector<FunctionVariable>& variables);
  /// A number with what it measures, for a parameter.
  std::optional<ParameterTable::Entry> quantity(const SourceLocation& place);

  /// Remarks on an angle without a unit that seems to be in degrees: it exceeds one revolution in
  /// radians.
  void remark_on_degrees(const SourceLocation& place, double value, const NodeDimension& given,
                         const Dimension& expected);

  /// An object whose keys are among `allowed`; false, with a fault, otherwise.
  bool object(const SourceLocation& place, const std::vector<std::string>& allowed);
  bool list(const SourceLocation& place);
  /// The result of `work`; its InvalidInput becomes faults at the location.
  template <class Work>
  auto guarded(const SourceLocation& place, Work work) -> std::optional<decltype(work())> {
    try {
      return work();
    } catch (const InvalidInput& error) {
      for (const auto& fault : error.faults()) faults_.add(place, fault);
      return std::nullopt;
    }
  }
  /// The path of a file, relative to the directory of the model file.
  std::filesystem::path beside_model(const std::string& name) const;
  /// A fault if the object has no such key.
  bool has(const SourceLocation& place, const std::string& key, const std::string& meaning);

 private:
  /// The dimension of a formula's value.
  struct Measured {
    NodeDimension strict, loose;
  };
  /// A formula of loop variables with its unit, read once per text.
  struct Compiled {
    Expression expression;
    std::vector<std::string> loops;
    double factor = 1;
    Measured measured;
  };
  struct CompiledFunction {
    Function function;
    Measured measured;
  };
  /// A formula without its unit, and its location.
  struct FormulaText {
    const SourceLocation& place;
    const std::string& where;
    std::string formula;
    Unit unit;
    bool has_unit = false;
  };

  const Compiled* compiled(const SourceLocation& place, const std::string& text);
  Expression record(const FormulaText& text, const FormulaScope& scope, Measured& measured);
  /// The dimensions of the names of a formula by the lenient rule of version 1.
  FormulaScope loosened(FormulaScope scope) const;
  FormulaText without_unit(const SourceLocation& place, const std::string& where, const std::string& text,
                           const std::function<bool(std::string_view)>& is_name);
  std::optional<ParameterTable::Entry> evaluated(const SourceLocation& place, const std::string& text);
  bool is_loop(const SourceLocation& place, const std::string& name) const;
  bool fits_or_fault(const SourceLocation& place, const Measured& measured, const Dimension& expected);
  bool is_in_range(const SourceLocation& place, double value, const NumberRule& rule);
  CompiledFunction compile_function(const SourceLocation& place,
                                    const std::vector<FunctionVariable>& variables,
                                    const NameIndex& measures);

  const std::string& file_;
  NamedFiles& named_;
  Diagnostics& faults_;
  RemarkList remarks_;
  int version_ = 2;
  std::vector<Dimension> measures_;
  ParameterTable parameters_;
  std::vector<SourceFile> files_;
  std::unordered_map<std::string, Compiled> compiled_;
  std::unordered_map<std::string, CompiledFunction> functions_;
};

/// Letters, digits and '_', not starting with a digit: valid names in formulas.
bool is_formula_name(const std::string& text);
/// The same plus '-', for bodies, joints and other elements.
bool is_element_name(const std::string& text);

}  // namespace pleuel

// Numbers, vectors, names and functions of a model file.
#pragma once

#include <Eigen/Core>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "pleuel/linalg/types.hpp"
#include "pleuel/model/expression/function.hpp"
#include "pleuel/model/file/parameter_table.hpp"
#include "pleuel/model/file/place.hpp"
#include "pleuel/model/unit/unit.hpp"

namespace pleuel {

using NameIndex = std::unordered_map<std::string, int>;

/// What a number may be.
struct NumberRule {
  Dimension dimension = {};
  double minimum = -1e308;
  bool is_above_minimum = false;
};

/// Reads values at a place of the file. What is wrong goes to `faults`, and the reader goes on with nothing.
class ValueReader {
 public:
  ValueReader(const std::string& file, FaultList& faults) : file_(file), faults_(faults) {}

  const std::string& file() const { return file_; }
  FaultList& faults() { return faults_; }
  ParameterTable& parameters() { return parameters_; }

  std::optional<double> number(const Place& place, const NumberRule& rule = {});
  std::optional<int> whole(const Place& place, const NumberRule& rule = {});
  /// `size` numbers.
  std::optional<Vector> vector(const Place& place, int size, const NumberRule& rule = {});
  /// `size` rows of `size` numbers, or `size` numbers: the diagonal, or one number: times the identity.
  std::optional<Matrix> matrix(const Place& place, int size, const NumberRule& rule = {});
  /// A text as it stands.
  std::optional<std::string> text(const Place& place);
  /// A text with {whole numbers} filled in.
  std::optional<std::string> name(const Place& place);
  std::optional<std::string> choice(const Place& place, const std::vector<std::string>& choices);
  /// A function of t, measures and `variables`.
  std::optional<Function> function(const Place& place, const Dimension& dimension,
                                   const std::vector<std::string>& variables, const NameIndex& measures);
  /// A number with what its unit said, for a parameter.
  std::optional<ParameterTable::Entry> quantity(const Place& place);

  /// An object whose keys are among `allowed`; false, with a fault, if it is none.
  bool object(const Place& place, const std::vector<std::string>& allowed);
  bool list(const Place& place);
  /// A fault if the object has no such key.
  bool has(const Place& place, const std::string& key, const std::string& meaning);

 private:
  /// A formula of loop variables with its unit, read once for each text.
  struct Compiled {
    Expression expression;
    std::vector<std::string> loops;
    Unit unit;
    bool has_unit = false;
    std::string lone_parameter;  ///< the formula is this name alone
  };
  struct CompiledFunction {
    Function function;
    Unit unit;
    bool has_unit = false;
  };

  const Compiled* compiled(const Place& place, const std::string& text);
  std::optional<ParameterTable::Entry> evaluated(const Place& place, const std::string& text);
  bool is_loop(const Place& place, const std::string& name) const;
  bool fits_or_fault(const Place& place, const ParameterTable::Entry& entry, const Dimension& expected);
  bool is_in_range(const Place& place, double value, const NumberRule& rule);
  CompiledFunction compile_function(const Place& place, const std::vector<std::string>& variables,
                                    const NameIndex& measures);

  const std::string& file_;
  FaultList& faults_;
  ParameterTable parameters_;
  std::unordered_map<std::string, Compiled> compiled_;
  std::unordered_map<std::string, CompiledFunction> functions_;
};

/// Letters, digits and '_', not beginning with a digit: what a formula can name.
bool is_formula_name(const std::string& text);
/// The same and '-', for bodies, joints and the like.
bool is_element_name(const std::string& text);
/// The shortest digits that give the number back.
std::string shortest_text(double value);

}  // namespace pleuel

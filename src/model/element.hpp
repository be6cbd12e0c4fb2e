// A joint, driver, force or measure of a model: names are resolved, values are checked.
#pragma once

#include <map>
#include <string>
#include <variant>
#include <vector>

#include "pleuel/linalg/types.hpp"
#include "pleuel/model/element_type.hpp"
#include "pleuel/model/expression/function.hpp"

namespace pleuel {

/// y as a piecewise linear function of x.
struct Curve {
  /// Beyond its ends it is undefined, constant, or continued linearly.
  enum class Beyond { refuse, hold, go_on };

  std::vector<double> x, y;
  Beyond beyond = Beyond::go_on;
  std::string name = {}, x_unit = {};  ///< for messages: "spring_curve", "m"
};

using Value = std::variant<double, int, std::string, Vector, Matrix, Function, Curve>;

struct Element {
  std::string name;
  const ElementType* type = nullptr;
  std::vector<int> markers;             ///< a and b, or the single marker
  std::map<std::string, Value> values;  ///< given values and defaults
  std::string place;                    ///< "model.json:12:5, /joints/3", for messages

  bool is_given(const std::string& parameter) const { return values.contains(parameter); }
  double number(const std::string& parameter) const { return std::get<double>(values.at(parameter)); }
  /// An integer, or the index of a marker, joint or measure in its list.
  int whole(const std::string& parameter) const { return std::get<int>(values.at(parameter)); }
  const std::string& choice(const std::string& p) const { return std::get<std::string>(values.at(p)); }
  const Vector& vector(const std::string& parameter) const { return std::get<Vector>(values.at(parameter)); }
  const Matrix& matrix(const std::string& parameter) const { return std::get<Matrix>(values.at(parameter)); }
  const Function& function(const std::string& p) const { return std::get<Function>(values.at(p)); }
  const Curve& curve(const std::string& parameter) const { return std::get<Curve>(values.at(parameter)); }
};

/// Dimension of the scalar that the element measures, prescribes or acts along; `any`: it has none.
inline Dimension scalar_of(const Element& e, const ModelDescription& model) {
  return e.type->scalar_in ? e.type->scalar_in(e, model) : e.type->scalar;
}

}  // namespace pleuel

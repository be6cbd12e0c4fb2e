// What a model file may say of one kind of joint, driver, force or measure.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/model/dimension.hpp"

namespace pleuel {

template <int D>
class Assembly;
struct Element;
struct ModelDescription;

enum class ValueKind {
  number,  ///< "30 mm", 0.03, "2*l"
  whole,   ///< an integer
  choice,  ///< one of `choices`
  vector,  ///< as many numbers as the model has dimensions, or `size`
  /// `size` rows of `size` numbers, or `size` numbers: its diagonal, or one: times the identity
  matrix,
  function,  ///< a number, or an expression of time, of measures and of `variables`
  curve,     ///< pairs [[x, y], …] with ascending x, at least two
  marker,    ///< names; their values are numbers in the lists of the description
  joint,
  measure,
};

/// What a function of an element may use besides t and measures; `any`: what it measures is not
/// checked.
struct FunctionVariable {
  std::string name;
  Dimension dimension;

  FunctionVariable(std::string its_name, const Dimension& its_dimension = dimension::any)
      : name(std::move(its_name)), dimension(its_dimension) {}
  FunctionVariable(const char* its_name) : FunctionVariable(std::string(its_name)) {}
};

/// One parameter of an element: the key in the file, what it may hold, and a sentence on what it
/// means.
struct ParameterSpec {
  std::string name;
  ValueKind kind = ValueKind::number;
  Dimension dimension = {};
  std::string help;
  /// as a file would have it; none: see `is_optional`
  std::optional<std::string> default_text = {};
  /// may be left out without a default: the element asks `is_given`
  bool is_optional = false;
  double minimum = -1e308;        ///< of a number or of each entry
  bool is_above_minimum = false;  ///< the minimum itself is not allowed
  std::vector<std::string> choices = {};
  std::vector<FunctionVariable> variables =
      {};  ///< of a function, besides t and measures; values in this order after them
  int size = 0;
  int planar_size = 0;         ///< in planar models, if not `size`
  Dimension x_dimension = {};  ///< of the x of a curve; `dimension` is that of its y
  /// What it measures where that depends on parameters before it, whose `dimension` is `any`.
  std::function<Dimension(const Element&, const ModelDescription&)> dimension_in = {};
  /// Of a matrix whose rows and columns belong to displacements and then rotations: `dimension` is
  /// divided by those of both.
  bool is_of_motions = false;
  /// In files of version 1 the value of a parameter that is left out.
  std::optional<std::string> version_1_default = {};
  /// Parameters in whose place this one stands: they may not be given beside it.
  std::vector<std::string> replaces = {};
  /// Of a function that may use the time but no measure: what to do instead, as a clause;
  /// empty: it may use measures.
  std::string instead_of_measures = {};
  /// Whether the element uses a parameter that is left out and then taken from the start, or from
  /// `version_1_default`.
  std::function<bool(const Element&)> is_used = {};
};

/// How many numbers a vector or a row of a matrix has.
inline int size_in(int dimension, const ParameterSpec& spec) {
  if (dimension == 2 && spec.planar_size > 0) return spec.planar_size;
  return spec.size > 0 ? spec.size : dimension;
}

/// One kind of element. Joints, drivers and forces have one or two markers: the keys "marker" or
/// "a" and "b".
struct ElementType {
  std::string name;
  std::string title;
  std::string equations;  ///< shown by `pleuel list`
  int n_markers = 2;
  std::vector<ParameterSpec> parameters;
  /// Adds the element to an assembly; empty: not in this dimension. May throw InvalidInput.
  std::function<void(const Element&, Assembly<2>&)> add_planar = {};
  std::function<void(const Element&, Assembly<3>&)> add_spatial = {};
  Dimension scalar = dimension::any;  ///< of a measure: what it measures
  /// Further conditions on the values, beyond what the parameters say by themselves: sentences "a
  /// and b …".
  std::function<std::vector<std::string>(const Element&)> faults = {};

  /// What adds an element to an assembly of this dimension.
  const auto& add_to(const Assembly<2>&) const { return add_planar; }
  const auto& add_to(const Assembly<3>&) const { return add_spatial; }

  bool is_in(int dimension) const { return dimension == 2 ? add_planar != nullptr : add_spatial != nullptr; }
};

}  // namespace pleuel

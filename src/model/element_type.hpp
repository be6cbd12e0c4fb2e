// Describes one type of joint, driver, force or measure in model files.
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
  /// `size` rows of `size` numbers, or `size` numbers (diagonal), or one number (times the
  /// identity)
  matrix,
  function,  ///< a number, or an expression of time, measures and `variables`
  curve,     ///< pairs [[x, y], …] with ascending x, at least two
  marker,    ///< names; their values are indices in the lists of the description
  joint,
  measure,
};

/// A variable of an element's function in addition to t and measures; `any`: its dimension is not
/// checked.
struct FunctionVariable {
  std::string name;
  Dimension dimension;

  FunctionVariable(std::string its_name, const Dimension& its_dimension = dimension::any)
      : name(std::move(its_name)), dimension(its_dimension) {}
  FunctionVariable(const char* its_name) : FunctionVariable(std::string(its_name)) {}
};

/// One parameter of an element: its key in the file, its allowed values and a description.
struct ParameterSpec {
  std::string name;
  ValueKind kind = ValueKind::number;
  Dimension dimension = {};
  std::string help;
  /// as written in a file; none: see `is_optional`
  std::optional<std::string> default_text = {};
  /// may be omitted without a default: the element asks `is_given`
  bool is_optional = false;
  double minimum = -1e308;        ///< of a number or of each entry
  bool is_above_minimum = false;  ///< the minimum itself is not allowed
  std::vector<std::string> choices = {};
  std::vector<FunctionVariable> variables =
      {};  ///< of a function, in addition to t and measures; their values follow in this order
  int size = 0;
  int planar_size = 0;         ///< in planar models, if it differs from `size`
  Dimension x_dimension = {};  ///< dimension of the x of a curve; `dimension` is that of y
  /// Its dimension if that depends on earlier parameters; then `dimension` is `any`.
  std::function<Dimension(const Element&, const ModelDescription&)> dimension_in = {};
  /// For a matrix whose rows and columns belong to displacements, then rotations: `dimension` is
  /// divided by those of both.
  bool is_of_motions = false;
  /// Default value in files of version 1.
  std::optional<std::string> version_1_default = {};
  /// Parameters that this one replaces: they must not be given together with it.
  std::vector<std::string> replaces = {};
  /// For a function that may use the time but no measures: the alternative, as a clause. Empty: it
  /// may use measures.
  std::string instead_of_measures = {};
  /// True if the element uses an omitted parameter, whose value then comes from the start or from
  /// `version_1_default`.
  std::function<bool(const Element&)> is_used = {};
};

/// Number of entries of a vector or of a row of a matrix.
inline int size_in(int dimension, const ParameterSpec& spec) {
  if (dimension == 2 && spec.planar_size > 0) return spec.planar_size;
  return spec.size > 0 ? spec.size : dimension;
}

/// One type of element. Joints, drivers and forces have one or two markers, with keys "marker" or
/// "a" and "b".
struct ElementType {
  std::string name;
  std::string title;
  std::string equations;  ///< shown by `pleuel list`
  int n_markers = 2;
  std::vector<ParameterSpec> parameters;
  /// Adds the element to an assembly; empty: not available in this dimension. May throw
  /// InvalidInput.
  std::function<void(const Element&, Assembly<2>&)> add_planar = {};
  std::function<void(const Element&, Assembly<3>&)> add_spatial = {};
  /// Dimension of the scalar that it measures, prescribes or acts along; `any`: it has none.
  Dimension scalar = dimension::any;
  /// The same if it depends on the parameters.
  std::function<Dimension(const Element&, const ModelDescription&)> scalar_in = {};
  /// Joints: b rotates about the z axis of a; b slides along its z axis, in the plane its x axis.
  bool rotates = false, slides = false;
  /// Forces: an element of a beam, whose section forces outputs may show.
  bool has_section = false;
  /// Further conditions on the values, as sentences "a and b …".
  std::function<std::vector<std::string>(const Element&)> faults = {};

  /// The function that adds an element to an assembly of this dimension.
  const auto& add_to(const Assembly<2>&) const { return add_planar; }
  const auto& add_to(const Assembly<3>&) const { return add_spatial; }

  bool is_in(int dimension) const { return dimension == 2 ? add_planar != nullptr : add_spatial != nullptr; }
};

}  // namespace pleuel

// Operations of a formula, each with its dimension.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "pleuel/model/expression/dimension_rules.hpp"
#include "pleuel/model/expression/tape.hpp"
#include "pleuel/model/unit/unit.hpp"

namespace pleuel {

/// Thrown for incompatible arguments of an operation; the sentence contains the arguments, their
/// dimensions and the remedy.
struct DimensionConflict {
  std::string sentence;
};

/// Records operations on a tape, checks the dimensions of their arguments and assigns a dimension
/// to each result. Nodes are numbered in the order of recording. The texts of names and numbers
/// must outlive this object. Throws DimensionConflict.
class FormulaRecorder {
 public:
  explicit FormulaRecorder(UnitRule rule) : rule_(rule) {}

  int constant(std::string_view text, double value, const NodeDimension& dimension);
  int input(std::string_view name, int number, const NodeDimension& dimension);
  int apply(Operation op, int a, int b = 0, int c = 0);
  /// smooth((x − x0)/(x1 − x0)): all three have the same dimension.
  int smoothstep(int x, int x0, int x1);

  const NodeDimension& dimension(int node) const { return nodes_[node].dimension; }
  std::vector<TapeNode> needed_for(int node) const { return tape_.needed_for(nodes_[node].tape); }
  /// The argument of the first sin, cos or tan that seems to be in degrees instead of radians;
  /// empty if there is none.
  const std::string& degrees() const { return degrees_; }

 private:
  struct Node {
    Operation op;
    int a, b, c;
    int tape;
    NodeDimension dimension;
    std::string_view text = {};  // of a name or number
  };

  int push(const Node& node);
  Operand operand(int node) const;
  std::string text_of(int node) const;
  std::string shown(int node) const;
  [[noreturn]] void refuse(Operation op, int a, int b, int c) const;
  [[noreturn]] void refuse_pair(const std::string& what, int a, int b) const;

  UnitRule rule_;
  TapeRecorder tape_;
  std::vector<Node> nodes_;
  std::string degrees_;
};

}  // namespace pleuel

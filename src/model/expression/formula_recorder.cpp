#include "pleuel/model/expression/formula_recorder.hpp"

#include <cmath>
#include <numbers>

namespace pleuel {
namespace {

constexpr std::size_t longest_shown = 60;

const char* name_of(Operation op) {
  switch (op) {
    case Operation::sin:
      return "sin";
    case Operation::cos:
      return "cos";
    case Operation::tan:
      return "tan";
    case Operation::asin:
      return "asin";
    case Operation::acos:
      return "acos";
    case Operation::atan:
      return "atan";
    case Operation::sinh:
      return "sinh";
    case Operation::cosh:
      return "cosh";
    case Operation::tanh:
      return "tanh";
    case Operation::exp:
      return "exp";
    case Operation::log:
      return "log";
    case Operation::log10:
      return "log10";
    case Operation::sqrt:
      return "sqrt";
    case Operation::abs:
      return "abs";
    case Operation::sign:
      return "sign";
    case Operation::floor:
      return "floor";
    case Operation::step:
      return "step";
    case Operation::smooth:
      return "smoothstep";
    case Operation::atan2:
      return "atan2";
    case Operation::hypot:
      return "hypot";
    case Operation::min:
      return "min";
    case Operation::max:
      return "max";
    case Operation::select:
      return "if";
    case Operation::negate:
    case Operation::subtract:
      return "-";
    case Operation::add:
      return "+";
    case Operation::multiply:
      return "*";
    case Operation::divide:
      return "/";
    case Operation::power:
      return "^";
    case Operation::less:
      return "<";
    case Operation::less_equal:
      return "<=";
    case Operation::greater:
      return ">";
    case Operation::greater_equal:
      return ">=";
    case Operation::equal:
      return "==";
    case Operation::not_equal:
      return "!=";
    case Operation::both:
      return "&&";
    case Operation::either:
      return "||";
    case Operation::constant:
    case Operation::input:
      break;
  }
  return "";
}

bool is_sign(Operation op) {
  const char c = name_of(op)[0];
  return c != '\0' && !(c >= 'a' && c <= 'z');
}

bool is_comparison(Operation op) { return op >= Operation::less && op <= Operation::not_equal; }

}  // namespace

int FormulaRecorder::push(const Node& node) {
  nodes_.push_back(node);
  return static_cast<int>(nodes_.size()) - 1;
}

int FormulaRecorder::constant(std::string_view text, double value, const NodeDimension& dimension) {
  return push({Operation::constant, 0, 0, 0, tape_.constant(value), dimension, text});
}

int FormulaRecorder::input(std::string_view name, int number, const NodeDimension& dimension) {
  return push({Operation::input, 0, 0, 0, tape_.input(number), dimension, name});
}

Operand FormulaRecorder::operand(int node) const {
  return {nodes_[node].dimension, tape_.constant_value(nodes_[node].tape)};
}

int FormulaRecorder::apply(Operation op, int a, int b, int c) {
  const int n = n_arguments(op);
  if (n < 2) b = a;
  if (n < 3) c = a;
  const Operand x = operand(a);
  const auto dimension = dimension_of(op, x, operand(b), operand(c), rule_);
  if (!dimension) refuse(op, a, b, c);
  const bool takes_angle = op == Operation::sin || op == Operation::cos || op == Operation::tan;
  if (takes_angle && degrees_.empty() && x.dimension.is_bare() && !x.dimension.is_of_pi && x.constant &&
      std::abs(*x.constant) > 2 * std::numbers::pi)
    degrees_ = text_of(a);
  return push({op, a, b, c, tape_.apply(op, nodes_[a].tape, nodes_[b].tape, nodes_[c].tape), *dimension});
}

int FormulaRecorder::smoothstep(int x, int x0, int x1) {
  for (const int edge : {x0, x1})
    if (!common_dimension(operand(x), operand(edge), rule_)) refuse_pair("compares", x, edge);
  const int tx = nodes_[x].tape, t0 = nodes_[x0].tape, t1 = nodes_[x1].tape;
  const int rise = tape_.apply(Operation::subtract, tx, t0), width = tape_.apply(Operation::subtract, t1, t0);
  const int tape = tape_.apply(Operation::smooth, tape_.apply(Operation::divide, rise, width));
  const bool is_bare =
      nodes_[x].dimension.is_bare() && nodes_[x0].dimension.is_bare() && nodes_[x1].dimension.is_bare();
  const bool is_open = nodes_[x].dimension.is_open();
  return push({Operation::smooth, x, x0, x1, tape,
               is_open                                 ? NodeDimension::open()
               : is_bare || rule_ == UnitRule::lenient ? NodeDimension{}
                                                       : NodeDimension::known(dimension::none, true)});
}

std::string FormulaRecorder::text_of(int number) const {
  const Node& node = nodes_[number];
  if (node.op == Operation::constant || node.op == Operation::input) return std::string(node.text);
  const auto in_parentheses = [&](int k) {
    const Node& argument = nodes_[k];
    const bool is_compound = is_sign(argument.op) && argument.op != Operation::power;
    const bool binds_less = !((node.op == Operation::add || is_comparison(node.op)) &&
                              (argument.op == Operation::multiply || argument.op == Operation::divide));
    return is_compound && binds_less ? "(" + text_of(k) + ")" : text_of(k);
  };
  const std::string name = name_of(node.op);
  std::string text;
  if (node.op == Operation::negate) {
    text = "-" + in_parentheses(node.a);
  } else if (is_sign(node.op)) {
    const bool is_tight = node.op == Operation::multiply || node.op == Operation::divide || name == "^";
    text = in_parentheses(node.a) + (is_tight ? name : " " + name + " ") + in_parentheses(node.b);
  } else {
    text = name + "(" + text_of(node.a);
    const int n = node.op == Operation::smooth ? 3 : n_arguments(node.op);
    if (n > 1) text += ", " + text_of(node.b);
    if (n > 2) text += ", " + text_of(node.c);
    text += ")";
  }
  // The beginning of a long formula is enough; this also limits the work.
  if (text.size() > longest_shown && text.find("…") == std::string::npos)
    text = text.substr(0, longest_shown) + "…";
  return text;
}

std::string FormulaRecorder::shown(int node) const {
  return "'" + text_of(node) + "', " + dimension_text(nodes_[node].dimension);
}

void FormulaRecorder::refuse_pair(const std::string& what, int a, int b) const {
  std::string sentence = what + " " + shown(a) + ", and " + shown(b);
  const bool is_a_bare = nodes_[a].dimension.is_bare(), is_b_bare = nodes_[b].dimension.is_bare();
  const bool is_angle = nodes_[a].dimension.is_of_pi || nodes_[b].dimension.is_of_pi;
  if ((!is_a_bare && !is_b_bare) || is_angle) throw DimensionConflict{sentence + "; give both the same unit"};
  const int number = is_a_bare ? a : b, quantity = is_a_bare ? b : a;
  const auto unit = unit_text(nodes_[quantity].dimension.dimension);
  const bool is_literal = nodes_[number].op == Operation::constant;
  sentence +=
      "; give the number a unit" + (is_literal ? ": '" + text_of(number) + " " + unit + "'" : ", " + unit);
  throw DimensionConflict{sentence};
}

void FormulaRecorder::refuse(Operation op, int a, int b, int c) const {
  if (op == Operation::select) refuse_pair("chooses between", b, c);
  if (op == Operation::power) {
    const NodeDimension& exponent = nodes_[b].dimension;
    if (exponent.is_known() && exponent.dimension != dimension::none)
      throw DimensionConflict{"has the exponent " + shown(b) + ", but an exponent must be a pure number"};
    throw DimensionConflict{"takes a power of " + shown(a) + ", with the exponent '" + text_of(b) +
                            "', which varies; only a pure number may have such a power"};
  }
  if (n_arguments(op) == 2) {
    const bool is_comparison_like = is_comparison(op) || !is_sign(op);
    refuse_pair(op == Operation::add        ? "adds"
                : op == Operation::subtract ? "subtracts"
                : is_comparison_like        ? "compares"
                                            : "combines",
                a, b);
  }
  const auto factor = unit_text(dimension::none / nodes_[a].dimension.dimension);
  throw DimensionConflict{std::string("takes ") + name_of(op) + " of " + shown(a) +
                          ", but its argument must be a pure number or an angle; a factor in " + factor +
                          " is missing"};
}

}  // namespace pleuel

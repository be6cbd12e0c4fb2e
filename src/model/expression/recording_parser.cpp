#include "pleuel/model/expression/recording_parser.hpp"

#include <muParserBase.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <functional>
#include <numbers>
#include <system_error>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/model/expression/expression.hpp"
#include "pleuel/model/expression/formula_recorder.hpp"
#include "pleuel/model/unit/quantity_literal.hpp"

namespace pleuel {
namespace {

constexpr std::size_t longest_text = 4000;          // muParser itself stops at 20000
constexpr int most_recorded = most_tape_nodes - 2;  // leaves space for a factor
constexpr const char* name_letters = "0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.";

/// The state while one formula is parsed.
struct Recording {
  const std::string& place;
  const std::string& text;
  const FormulaScope& scope;
  FormulaRecorder recorder;
  bool has_units = false;
};

// Target of muParser's callbacks, which have no data of their own.
thread_local Recording* recording = nullptr;

struct NumberTooLarge {
  int position;
};
struct AmbiguousUnit {
  int position;
  std::string literal, unit;
};

// muParser passes doubles; here they are indices of operations.
int node(double value) { return static_cast<int>(value); }

template <Operation op>
double record1(double a) {
  return recording->recorder.apply(op, node(a));
}
template <Operation op>
double record2(double a, double b) {
  return recording->recorder.apply(op, node(a), node(b));
}
template <Operation op>
double record_all(const double* arguments, int n) {
  int result = node(arguments[0]);
  for (int i = 1; i < n; ++i) result = recording->recorder.apply(op, result, node(arguments[i]));
  return result;
}
double record_plus(double a) { return a; }
double record_select(double c, double a, double b) {
  return recording->recorder.apply(Operation::select, node(c), node(a), node(b));
}
double record_smoothstep(double x, double x0, double x1) {
  return recording->recorder.smoothstep(node(x), node(x0), node(x1));
}

// Reads a number, independent of the locale, and its unit.
int read_literal(const char* /*rest*/, int* position, double* result) {
  const std::string_view text = recording->text;
  const auto at = static_cast<std::size_t>(*position);
  if (at >= text.size() || !begins_number(text, at)) return 0;
  double value = 0;
  if (std::from_chars(text.data() + at, text.data() + text.size(), value).ec != std::errc())
    throw NumberTooLarge{*position};
  const std::function<bool(std::string_view)> is_name = [](std::string_view name) {
    return recording->scope.has(name);
  };
  const auto literal = quantity_literal(text, at, is_name);
  const auto shown = text.substr(at, literal.length);
  NodeDimension dimension;
  if (literal.has_unit()) {
    if (!literal.ambiguous.empty())
      throw AmbiguousUnit{*position, std::string(shown), std::string(literal.ambiguous)};
    const Unit unit = parse_unit(
        recording->place, text.substr(at + literal.number_length, literal.length - literal.number_length));
    value *= unit.factor;
    dimension = NodeDimension::known(unit.dimension);
    recording->has_units = true;
  }
  *position += static_cast<int>(literal.length);
  *result = recording->recorder.constant(shown, value, dimension);
  return 1;
}

struct Function1 {
  const char* name;
  double (*record)(double);
};
struct Function2 {
  const char* name;
  double (*record)(double, double);
};
struct BinaryOperator {
  const char* sign;
  double (*record)(double, double);
  int precedence;
  mu::EOprtAssociativity associativity = mu::oaLEFT;
};

using enum Operation;
constexpr Function1 functions1[] = {
    {"sin", record1<sin>},   {"cos", record1<cos>},   {"tan", record1<tan>},   {"asin", record1<asin>},
    {"acos", record1<acos>}, {"atan", record1<atan>}, {"sinh", record1<sinh>}, {"cosh", record1<cosh>},
    {"tanh", record1<tanh>}, {"exp", record1<exp>},   {"log", record1<log>},   {"log10", record1<log10>},
    {"sqrt", record1<sqrt>}, {"abs", record1<abs>},   {"sign", record1<sign>}, {"floor", record1<floor>},
    {"step", record1<step>},
};
constexpr Function2 functions2[] = {
    {"atan2", record2<atan2>}, {"hypot", record2<hypot>}, {"pow", record2<power>}};
constexpr BinaryOperator operators[] = {
    {"||", record2<either>, mu::prLOR},
    {"&&", record2<both>, mu::prLAND},
    {"<", record2<less>, mu::prCMP},
    {"<=", record2<less_equal>, mu::prCMP},
    {">", record2<greater>, mu::prCMP},
    {">=", record2<greater_equal>, mu::prCMP},
    {"==", record2<equal>, mu::prCMP},
    {"!=", record2<not_equal>, mu::prCMP},
    {"+", record2<add>, mu::prADD_SUB},
    {"-", record2<subtract>, mu::prADD_SUB},
    {"*", record2<multiply>, mu::prMUL_DIV},
    {"/", record2<divide>, mu::prMUL_DIV},
    {"^", record2<power>, mu::prPOW, mu::oaRIGHT},
};

const std::vector<std::string>& reserved_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all = {"if", "smoothstep", "min", "max", "pi", "e"};
    for (const auto& f : functions1) all.emplace_back(f.name);
    for (const auto& f : functions2) all.emplace_back(f.name);
    return all;
  }();
  return names;
}

/// muParser's grammar with our operators, functions and numbers.
class RecordingParser : public mu::ParserBase {
 public:
  RecordingParser() {
    EnableBuiltInOprt(false);
    EnableOptimizer(false);
    AddValIdent(read_literal);
    InitCharSets();
    InitFun();
    InitOprt();
  }

 protected:
  void InitCharSets() override {
    DefineNameChars(name_letters);
    DefineOprtChars("+-*/^<>=!&|");
    DefineInfixOprtChars("+-");
  }
  void InitFun() override {
    for (const auto& f : functions1) DefineFun(f.name, f.record, false);
    for (const auto& f : functions2) DefineFun(f.name, f.record, false);
    DefineFun("if", record_select, false);
    DefineFun("smoothstep", record_smoothstep, false);
    DefineFun("min", record_all<min>, false);
    DefineFun("max", record_all<max>, false);
  }
  void InitConst() override {}
  void InitOprt() override {
    for (const auto& o : operators) DefineOprt(o.sign, o.record, o.precedence, o.associativity);
    DefineInfixOprt("-", record1<negate>, mu::prINFIX, false);
    DefineInfixOprt("+", record_plus, mu::prINFIX, false);
  }
};

std::string shown_text(const std::string& text) {
  return text.size() <= 200 ? text : text.substr(0, 200) + "…";
}

class Fault {
 public:
  Fault(const std::string& place, const std::string& text) : place_(place), text_(text) {}

  [[noreturn]] void raise(int position, const std::string& what) const {
    const int column = std::clamp(position, 0, static_cast<int>(text_.size())) + 1;
    throw InvalidInput(place_ + ": in '" + shown_text(text_) + "', column " + std::to_string(column) + ": " +
                       what);
  }
  [[noreturn]] void raise(const std::string& what) const {
    throw InvalidInput(place_ + ": '" + shown_text(text_) + "' " + what);
  }

 private:
  const std::string& place_;
  const std::string& text_;
};

// Rejects characters that muParser would interpret differently.
void refuse_foreign_signs(const std::string& text, const FormulaScope& scope, const Fault& fault) {
  if (text.size() > longest_text)
    fault.raise("is " + std::to_string(text.size()) + " letters long, but a formula may have " +
                std::to_string(longest_text) + "; split it with parameters or measures");
  const std::function<bool(std::string_view)> is_name = [&](std::string_view name) {
    return scope.has(name);
  };
  bool is_in_name = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_in_name && begins_number(text, i)) i += quantity_literal(text, i, is_name).length;
    if (i == text.size()) return;
    const char c = text[i];
    is_in_name = c != '\0' && std::strchr(name_letters, c) != nullptr;
    const int at = static_cast<int>(i);
    if (c == '?' || c == ':') fault.raise(at, "there is no 'c ? a : b' here; write if(c, a, b)");
    if (c == '%') fault.raise(at, "there is no '%' here; write x - n*floor(x/n)");
    if (c == '\0' || std::strchr(" +-*/^<>=!&|(),", c) == nullptr) {
      if (c == '\0' || std::strchr(name_letters, c) == nullptr)
        fault.raise(at, static_cast<unsigned char>(c) >= 0x80 || c < ' '
                            ? "letters beyond ASCII have no meaning in a formula"
                            : "'" + std::string(1, c) + "' has no meaning in a formula");
    }
  }
}

std::string name_at(const std::string& text, int position) {
  const auto begin = static_cast<std::size_t>(position);
  const auto end = text.find_first_not_of(name_letters, begin);
  return text.substr(begin, end == std::string::npos ? end : end - begin);
}

[[noreturn]] void explain(const mu::ParserError& error, const std::string& text, const Fault& fault,
                          const std::vector<std::string>& known) {
  const int at = std::clamp(static_cast<int>(error.GetPos()), 0, static_cast<int>(text.size()));
  switch (error.GetCode()) {
    case mu::ecEMPTY_EXPRESSION:
      fault.raise("is empty; write a number or a formula");
    case mu::ecUNASSIGNABLE_TOKEN: {
      const auto name = name_at(text, at);
      if (name.empty()) fault.raise(at, "this sign is not expected here");
      const auto& reserved = reserved_names();
      if (std::find(reserved.begin(), reserved.end(), name) != reserved.end())
        fault.raise(at, "the function '" + name + "' needs its arguments in parentheses");
      auto valid = known;
      valid.insert(valid.end(), reserved.begin(), reserved.end());
      fault.raise(at, unknown_name("name", name.substr(0, 60), valid));
    }
    case mu::ecUNEXPECTED_EOF:
      fault.raise(static_cast<int>(text.size()), "the formula ends too early");
    case mu::ecUNEXPECTED_OPERATOR:
      if (at < static_cast<int>(text.size()) && text[at] == '=')
        fault.raise(at, "'=' assigns nothing here; compare with ==");
      fault.raise(at, "an operator is not expected here; put a number, a name or a parenthesis before it");
    case mu::ecUNEXPECTED_VAL:
    case mu::ecUNEXPECTED_VAR:
    case mu::ecUNEXPECTED_FUN:
      fault.raise(at, "an operator is missing here; write a product with *");
    case mu::ecUNEXPECTED_PARENS:
      fault.raise(at, "this parenthesis is not expected here");
    case mu::ecMISSING_PARENS:
      fault.raise(static_cast<int>(text.size()), "a closing parenthesis is missing");
    case mu::ecUNEXPECTED_ARG_SEP:
    case mu::ecUNEXPECTED_ARG:
      fault.raise(at, "a comma separates arguments of functions only; decimals have a point");
    case mu::ecTOO_MANY_PARAMS:
      fault.raise(at, "too many arguments for '" + error.GetToken() + "'");
    case mu::ecTOO_FEW_PARAMS:
      fault.raise(at, "too few arguments for '" + error.GetToken() + "'");
    default:
      fault.raise(at, "not understood: " + error.GetMsg());
  }
}

}  // namespace

bool is_reserved_in_expressions(const std::string& name) {
  const auto& names = reserved_names();
  return std::find(names.begin(), names.end(), name) != names.end();
}

RecordedFormula record_formula(const std::string& place, const std::string& text, const FormulaScope& scope) {
  const Fault fault(place, text);
  refuse_foreign_signs(text, scope, fault);
  // One parser per thread: its setup takes as long as parsing several formulas.
  thread_local RecordingParser parser;
  Recording now{.place = place, .text = text, .scope = scope, .recorder = FormulaRecorder(scope.rule)};
  recording = &now;
  FormulaRecorder& recorder = now.recorder;
  RecordedFormula result;
  try {
    parser.ClearConst();
    parser.DefineConst("pi", recorder.constant("pi", std::numbers::pi, {.is_of_pi = true}));
    parser.DefineConst("e", recorder.constant("e", std::numbers::e, {}));
    for (std::size_t i = 0; i < scope.inputs.size(); ++i)
      parser.DefineConst(scope.inputs[i].name, recorder.input(scope.inputs[i].name, static_cast<int>(i),
                                                              scope.inputs[i].dimension));
    for (const auto& c : scope.constants)
      parser.DefineConst(c.name, recorder.constant(c.name, c.value, c.dimension));
    parser.SetExpr(text);
    int n_results = 0;
    const double* results = parser.Eval(n_results);
    if (n_results != 1)
      fault.raise("holds " + std::to_string(n_results) + " values; one is wanted, and decimals have a point");
    result.tape = recorder.needed_for(node(results[0]));
    result.dimension = recorder.dimension(node(results[0]));
    result.has_units = now.has_units;
    result.degrees = recorder.degrees();
  } catch (const mu::ParserError& error) {
    std::vector<std::string> known;
    for (const auto& input : scope.inputs) known.push_back(input.name);
    for (const auto& constant : scope.constants) known.push_back(constant.name);
    explain(error, text, fault, known);
  } catch (const NumberTooLarge& number) {
    fault.raise(number.position, "this number is too large or too small for a double");
  } catch (const AmbiguousUnit& found) {
    fault.raise(found.position, "in '" + found.literal + "' the name '" + found.unit +
                                    "' is a unit and a name of this file; put the number and its unit in "
                                    "parentheses, without the name if it is not meant as a unit");
  } catch (const DimensionConflict& conflict) {
    throw DimensionFault(place + ": '" + shown_text(text) + "' " + conflict.sentence);
  }
  if (static_cast<int>(result.tape.size()) > most_recorded)
    fault.raise("needs " + std::to_string(result.tape.size()) + " operations, but a formula may have " +
                std::to_string(most_recorded) + "; split it with parameters or measures");
  for (const auto& operation : result.tape) {
    if (operation.op == Operation::constant && !std::isfinite(operation.value))
      fault.raise("holds a part that is not finite, such as 1/0 or sqrt(-1)");
  }
  return result;
}

}  // namespace pleuel

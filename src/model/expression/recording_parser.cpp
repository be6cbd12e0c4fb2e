#include "pleuel/model/expression/recording_parser.hpp"

#include <muParserBase.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>
#include <numbers>
#include <system_error>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/model/expression/expression.hpp"

namespace pleuel {
namespace {

constexpr std::size_t longest_text = 4000;          // muParser itself stops at 20000
constexpr int most_recorded = most_tape_nodes - 2;  // leaves room for a factor
constexpr const char* name_letters = "0123456789_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.";

// What muParser's callbacks write to: they carry no data of their own.
thread_local TapeRecorder* recorder = nullptr;

struct NumberTooLarge {
  int position;
};

// muParser passes doubles around; here they are numbers of operations.
int node(double value) { return static_cast<int>(value); }

template <Operation op>
double record1(double a) {
  return recorder->apply(op, node(a));
}
template <Operation op>
double record2(double a, double b) {
  return recorder->apply(op, node(a), node(b));
}
template <Operation op>
double record_all(const double* arguments, int n) {
  int result = node(arguments[0]);
  for (int i = 1; i < n; ++i) result = recorder->apply(op, result, node(arguments[i]));
  return result;
}
double record_plus(double a) { return a; }
double record_select(double c, double a, double b) {
  return recorder->apply(Operation::select, node(c), node(a), node(b));
}
double record_smoothstep(double x, double x0, double x1) {
  const int rise = recorder->apply(Operation::subtract, node(x), node(x0));
  const int width = recorder->apply(Operation::subtract, node(x1), node(x0));
  return recorder->apply(Operation::smooth, recorder->apply(Operation::divide, rise, width));
}

// A number, whatever the locale.
int read_literal(const char* text, int* position, double* result) {
  const bool begins =
      (text[0] >= '0' && text[0] <= '9') || (text[0] == '.' && text[1] >= '0' && text[1] <= '9');
  if (!begins) return 0;
  double value = 0;
  const auto [end, error] = std::from_chars(text, text + std::strlen(text), value);
  if (error != std::errc()) throw NumberTooLarge{*position};
  *position += static_cast<int>(end - text);
  *result = recorder->constant(value);
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

/// muParser with its grammar alone: every operator, function and number is ours.
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

class Fault {
 public:
  Fault(const std::string& place, const std::string& text) : place_(place), text_(text) {}

  [[noreturn]] void raise(int position, const std::string& what) const {
    const int column = std::clamp(position, 0, static_cast<int>(text_.size())) + 1;
    throw InvalidInput(place_ + ": in '" + shown() + "', column " + std::to_string(column) + ": " + what);
  }
  [[noreturn]] void raise(const std::string& what) const {
    throw InvalidInput(place_ + ": '" + shown() + "' " + what);
  }

 private:
  std::string shown() const { return text_.size() <= 200 ? text_ : text_.substr(0, 200) + "…"; }

  const std::string& place_;
  const std::string& text_;
};

// What muParser would take for something else than a formula of ours.
void refuse_foreign_signs(const std::string& text, const Fault& fault) {
  if (text.size() > longest_text)
    fault.raise("is " + std::to_string(text.size()) + " letters long, but a formula may have " +
                std::to_string(longest_text) + "; split it with parameters or measures");
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
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

std::vector<TapeNode> record_expression(const std::string& place, const std::string& text,
                                        const std::vector<std::string>& inputs,
                                        const std::vector<std::pair<std::string, double>>& constants) {
  const Fault fault(place, text);
  refuse_foreign_signs(text, fault);
  // Kept for the thread: to set up muParser takes as long as to read some formulas.
  thread_local RecordingParser parser;
  TapeRecorder tape;
  recorder = &tape;
  std::vector<TapeNode> needed;
  try {
    parser.ClearConst();
    parser.DefineConst("pi", tape.constant(std::numbers::pi));
    parser.DefineConst("e", tape.constant(std::numbers::e));
    for (std::size_t i = 0; i < inputs.size(); ++i)
      parser.DefineConst(inputs[i], tape.input(static_cast<int>(i)));
    for (const auto& [name, value] : constants) parser.DefineConst(name, tape.constant(value));
    parser.SetExpr(text);
    int n_results = 0;
    const double* results = parser.Eval(n_results);
    if (n_results != 1)
      fault.raise("holds " + std::to_string(n_results) + " values; one is wanted, and decimals have a point");
    needed = tape.needed_for(node(results[0]));
  } catch (const mu::ParserError& error) {
    auto known = inputs;
    for (const auto& [name, value] : constants) known.push_back(name);
    explain(error, text, fault, known);
  } catch (const NumberTooLarge& number) {
    fault.raise(number.position, "this number is too large or too small for a double");
  }
  if (static_cast<int>(needed.size()) > most_recorded)
    fault.raise("needs " + std::to_string(needed.size()) + " operations, but a formula may have " +
                std::to_string(most_recorded) + "; split it with parameters or measures");
  for (const auto& operation : needed) {
    if (operation.op == Operation::constant && !std::isfinite(operation.value))
      fault.raise("holds a part that is not finite, such as 1/0 or sqrt(-1)");
  }
  return needed;
}

}  // namespace pleuel

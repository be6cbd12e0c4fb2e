#include "pleuel/model/unit/unit.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/base/number_text.hpp"

namespace pleuel {
namespace {

constexpr std::size_t longest_unit = 100;
constexpr int largest_exponent = 9;

struct NamedUnit {
  std::string_view name;
  Unit unit;
  bool takes_prefix;
};

constexpr double degree = std::numbers::pi / 180;
constexpr double turn = 2 * std::numbers::pi;
constexpr Dimension pressure = dimension::force / (dimension::length * dimension::length);
constexpr Dimension work_rate = dimension::torque / dimension::time;

constexpr std::array named_units = {
    NamedUnit{"m", {1, dimension::length}, true},
    NamedUnit{"g", {1e-3, dimension::mass}, true},
    NamedUnit{"s", {1, dimension::time}, true},
    NamedUnit{"N", {1, dimension::force}, true},
    NamedUnit{"J", {1, dimension::torque}, true},
    NamedUnit{"W", {1, work_rate}, true},
    NamedUnit{"Pa", {1, pressure}, true},
    NamedUnit{"bar", {1e5, pressure}, true},
    NamedUnit{"rad", {1, dimension::angle}, true},
    NamedUnit{"tonne", {1e3, dimension::mass}, false},
    NamedUnit{"min", {60, dimension::time}, false},
    NamedUnit{"h", {3600, dimension::time}, false},
    NamedUnit{"deg", {degree, dimension::angle}, false},
    NamedUnit{"°", {degree, dimension::angle}, false},
    NamedUnit{"rev", {turn, dimension::angle}, false},
    NamedUnit{"rpm", {turn / 60, dimension::rate}, false},
};

struct Prefix {
  std::string_view sign;
  double factor;
};
constexpr std::array prefixes = {Prefix{"n", 1e-9}, Prefix{"u", 1e-6}, Prefix{"µ", 1e-6},
                                 Prefix{"m", 1e-3}, Prefix{"c", 1e-2}, Prefix{"d", 1e-1},
                                 Prefix{"k", 1e3},  Prefix{"M", 1e6},  Prefix{"G", 1e9}};

std::optional<Unit> find(std::string_view name) {
  for (const auto& known : named_units) {
    if (known.name == name) return known.unit;
  }
  for (const auto& prefix : prefixes) {
    if (!name.starts_with(prefix.sign)) continue;
    for (const auto& known : named_units) {
      if (known.takes_prefix && known.name == name.substr(prefix.sign.size()))
        return Unit{prefix.factor * known.unit.factor, known.unit.dimension};
    }
  }
  return std::nullopt;
}

std::vector<std::string> common_names() {
  return {"m",  "mm", "cm", "km", "kg", "g",   "tonne", "s",   "ms",  "min", "h",   "N",
          "kN", "J",  "W",  "kW", "Pa", "MPa", "GPa",   "bar", "rad", "deg", "rev", "rpm"};
}

/// Recursive descent over unit = ["/"] factor { ["*" | "·" | "/"] factor }, factor = (name | "1" |
/// "(" unit ")") [power].
class UnitParser {
 public:
  UnitParser(const std::string& place, std::string_view text) : place_(place), text_(text) {}

  Unit whole() {
    if (text_.size() > longest_unit) fail("is longer than " + std::to_string(longest_unit) + " letters");
    const Unit unit = product();
    skip_spaces();
    if (at_ != text_.size()) fail("has a ')' too many");
    const auto& d = unit.dimension;
    for (const double exponent : {d.length, d.mass, d.time, d.angle}) {
      if (std::abs(exponent) > 4 * largest_exponent) fail("has powers that no quantity has");
    }
    if (!std::isfinite(unit.factor) || unit.factor == 0) fail("is too large or too small");
    return unit;
  }

 private:
  Unit product() {
    skip_spaces();
    Unit result;
    bool divides = take("/");
    while (true) {
      const Unit next = factor();
      result.factor = divides ? result.factor / next.factor : result.factor * next.factor;
      result.dimension = divides ? result.dimension / next.dimension : result.dimension * next.dimension;
      skip_spaces();
      if (at_ == text_.size() || text_[at_] == ')') return result;
      divides = take("/");
      if (!divides && !take("*")) take("·");
    }
  }

  Unit factor() {
    skip_spaces();
    if (at_ == text_.size()) fail("ends where a unit is expected");
    Unit base;
    if (take("(")) {
      base = product();
      if (!take(")")) fail("lacks a ')'");
    } else if (!take("1")) {
      base = name();
    }
    const double to = exponent();
    return {std::pow(base.factor, to), power(base.dimension, to)};
  }

  Unit name() {
    const auto begin = at_;
    while (at_ < text_.size() && is_letter(at_)) ++at_;
    const auto typed = text_.substr(begin, at_ - begin);
    if (typed.empty()) fail("holds '" + std::string(text_.substr(at_, 1)) + "', which is no unit");
    if (const auto found = find(typed)) return *found;
    if (typed == "t") fail("holds t, which is the time in formulas; write tonne or Mg for 1000 kg");
    if (typed == "Hz") fail("holds Hz, which may mean 1/s or 2π rad/s; write 1/s, rev/s or rad/s");
    fail("holds an " + unknown_name("unit", typed, common_names()));
  }

  // Letters, and all of UTF-8 except the characters with a special meaning.
  bool is_letter(std::size_t i) const {
    const auto c = static_cast<unsigned char>(text_[i]);
    if (c < 0x80) return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    const auto rest = text_.substr(i);
    return !rest.starts_with("·") && !rest.starts_with("²") && !rest.starts_with("³");
  }

  double exponent() {
    if (take("²")) return 2;
    if (take("³")) return 3;
    skip_spaces();
    if (!take("^")) return 1;
    skip_spaces();
    double power = 0;
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), power);
    if (error != std::errc() || !(std::abs(power) <= largest_exponent))
      fail("needs a power from -" + std::to_string(largest_exponent) + " to " +
           std::to_string(largest_exponent) + " after '^'");
    at_ = static_cast<std::size_t>(end - text_.data());
    return power;
  }

  bool take(std::string_view sign) {
    if (!text_.substr(at_).starts_with(sign)) return false;
    at_ += sign.size();
    return true;
  }
  void skip_spaces() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  [[noreturn]] void fail(const std::string& what) const {
    throw InvalidInput(place_ + ": the unit '" + std::string(text_.substr(0, longest_unit)) + "' " + what);
  }

  const std::string& place_;
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

Unit parse_unit(const std::string& place, std::string_view text) { return UnitParser(place, text).whole(); }

bool is_unit_name(std::string_view name) { return find(name).has_value(); }

bool fits(const Dimension& given, const Dimension& expected) {
  if (expected == dimension::any) return true;
  return is_same_but_for_angle(given, expected) && (given.angle == 0 || given.angle == expected.angle);
}

bool is_same_but_for_angle(const Dimension& a, const Dimension& b) {
  return Dimension{a.length, a.mass, a.time} == Dimension{b.length, b.mass, b.time};
}

std::string unit_text(const Dimension& dimension) {
  if (dimension == dimension::any) return "SI units";
  const std::array<std::pair<const char*, double>, 4> powers = {
      {{"kg", dimension.mass}, {"m", dimension.length}, {"rad", dimension.angle}, {"s", dimension.time}}};
  std::string above, below;
  for (const auto& [name, power] : powers) {
    const double size = std::round(std::abs(power) * 1e4) / 1e4;
    if (size == 0) continue;
    std::string& side = power > 0 ? above : below;
    side += (side.empty() ? "" : "*") + std::string(name);
    if (size != 1) side += "^" + shortest_text(size);
  }
  if (below.empty()) return above.empty() ? "1" : above;
  const bool is_product = below.find('*') != std::string::npos;
  return (above.empty() ? "1" : above) + "/" + (is_product ? "(" + below + ")" : below);
}

}  // namespace pleuel

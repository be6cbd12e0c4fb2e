// Named options of problems, formulations and methods, as set by --set.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace pleuel {

/// One option: name, default, allowed values and a description. If `choices` is empty, the value is
/// a number; otherwise it is one of the choices, or also a number if `number_allowed`.
struct OptionSpec {
  std::string name;
  std::string default_value;
  std::string help;
  std::vector<std::string> choices = {};
  bool number_allowed = false;
  double minimum = -1e308;
  double maximum = 1e308;
  bool is_whole = false;  ///< the number must be an integer
  bool is_text = false;   ///< any text; checked by the code that uses it
};

using OptionSpecs = std::vector<OptionSpec>;

/// name -> text as typed, e.g. from --set name=value.
using Settings = std::map<std::string, std::string>;

/// Values of a list of options: defaults overridden by settings, checked against the specs.
class OptionValues {
 public:
  /// Takes from `settings` the names that `specs` declares and ignores all others (see
  /// `unknown_settings`). Throws InvalidInput that lists every invalid value.
  OptionValues(OptionSpecs specs, const Settings& settings);

  const std::string& text(const std::string& name) const;
  double number(const std::string& name) const;
  bool is(const std::string& name, const std::string& choice) const { return text(name) == choice; }
  /// True if the value differs from the default.
  bool is_changed(const std::string& name) const;
  const OptionSpecs& specs() const { return specs_; }

 private:
  OptionSpecs specs_;
  Settings values_;
};

/// One sentence per setting that none of `specs` declares, with the nearest valid names.
std::vector<std::string> unknown_settings(const Settings& settings, const std::vector<OptionSpecs>& specs);

/// Parses the whole text as one finite number, independent of the locale. Throws InvalidInput with
/// `place` otherwise.
double parse_number(const std::string& place, const std::string& text);

}  // namespace pleuel

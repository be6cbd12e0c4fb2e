// Options by name, for everything that --set reaches: problems, formulations, methods.
#pragma once

#include <map>
#include <string>
#include <vector>

namespace pleuel {

/// One option: its name, its default, what it may be, and a sentence on what it does. `choices`
/// empty means a number; otherwise one of the choices (or, if `number_allowed`, a number).
struct OptionSpec {
  std::string name;
  std::string default_value;
  std::string help;
  std::vector<std::string> choices = {};
  bool number_allowed = false;
  double minimum = -1e308;
  double maximum = 1e308;
  bool is_whole = false;  ///< a number must have no fraction
  bool is_text = false;   ///< any text; whoever reads it checks it
};

using OptionSpecs = std::vector<OptionSpec>;

/// name -> text as typed, e.g. from --set name=value.
using Settings = std::map<std::string, std::string>;

/// Values of a list of options: defaults overridden by settings, checked against the specs.
class OptionValues {
 public:
  /// Takes from `settings` the names that `specs` declares and ignores the others (their owner
  /// checks them; see `unknown_settings`). Throws InvalidInput that states every value out of its
  /// domain.
  OptionValues(OptionSpecs specs, const Settings& settings);

  const std::string& text(const std::string& name) const;
  double number(const std::string& name) const;
  bool is(const std::string& name, const std::string& choice) const { return text(name) == choice; }
  /// True when the user gave this option a value other than its default.
  bool is_changed(const std::string& name) const;
  const OptionSpecs& specs() const { return specs_; }

 private:
  OptionSpecs specs_;
  Settings values_;
};

/// One fault sentence for each setting that none of `specs` declares, with the nearest valid names.
std::vector<std::string> unknown_settings(const Settings& settings, const std::vector<OptionSpecs>& specs);

/// The whole text as one finite number, independent of locale; throws InvalidInput naming `place`
/// otherwise.
double parse_number(const std::string& place, const std::string& text);

}  // namespace pleuel

// The sentences of an advice.
#pragma once

#include <string>
#include <vector>

#include "pleuel/lab/advice.hpp"

namespace pleuel {

/// "andrews ggl1 radau5 1e-05".
std::string key_text(const RunKey& key);

/// "1e-05", "0.0003": a number with two digits.
std::string brief(double value);

/// The nearest number with one digit: 2.9999e-5 becomes 3e-5.
double nice_tolerance(double value);

/// "q 2.1e-06, v 3e-05, λ 5e-05": only existing groups.
std::string errors_text(const GroupErrors& errors);

/// The command line of the recommended run, quoted for a shell if necessary.
std::string command_of(const Advice& advice);

/// Why it is recommended, and its strengths and weaknesses.
std::vector<std::string> reasons_of(const Advice& advice);

/// The result of the tournament and the recommended action.
std::string message_of(const Advice& advice);

/// Why a pair is not recommended: "failed at 1e-05: …"; one line per pair, in the order of the
/// rows.
struct SetAside {
  std::string formulation;
  std::string method;
  std::string reason;
};
std::vector<SetAside> set_aside(const Advice& advice);

}  // namespace pleuel

// The sentences of an advice.
#pragma once

#include <string>
#include <vector>

#include "pleuel/lab/advice.hpp"

namespace pleuel {

/// "andrews ggl1 radau5 1e-05".
std::string key_text(const RunKey& key);

/// "1e-05", "0.0003": two digits, for people.
std::string brief(double value);

/// The nearest number with one digit: 2.9999e-5 becomes 3e-5.
double nice_tolerance(double value);

/// "q 2.1e-06, v 3e-05, λ 5e-05": those that exist.
std::string errors_text(const GroupErrors& errors);

/// The line that runs what is recommended, quoted for a shell where needed.
std::string command_of(const Advice& advice);

/// Why it is recommended, and what it keeps and loses.
std::vector<std::string> reasons_of(const Advice& advice);

/// What came of the tournament, and what to do now.
std::string message_of(const Advice& advice);

/// Why a pair is not recommended, by its runs: "failed at 1e-05: …"; one line a pair, in the order
/// of the rows.
struct SetAside {
  std::string formulation;
  std::string method;
  std::string reason;
};
std::vector<SetAside> set_aside(const Advice& advice);

}  // namespace pleuel

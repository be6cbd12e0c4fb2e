// A prescribed motion given as a formula of the time.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "pleuel/mechanics/driven_system.hpp"

namespace pleuel {

class TimeFunctions;

/// r(t) as the user types it.
struct MotionText {
  std::string place;  ///< for messages: "--set motion"
  std::string name;   ///< of the driven body
  std::string text;
  std::vector<std::pair<std::string, double>> constants;  ///< names that it may contain besides t
};

/// r(t) with exact derivatives, and where it switches between pieces.
struct MotionFormula {
  MotionOfTime motion;
  std::shared_ptr<const TimeFunctions> time_functions;
};

/// Reads an angle in rad as a formula (Expression) of t in s. Throws InvalidInput with place, text
/// and column if it is no such formula, and if r, ṙ or r̈ is not finite at t = 0.
using MotionReader = MotionFormula (*)(const MotionText&);
MotionFormula read_motion(const MotionText& text);

}  // namespace pleuel

// The switching times of all formulas of a model.
#pragma once

#include <vector>

#include "pleuel/model/expression/switching_function.hpp"

namespace pleuel {

/// A list of formulas whose first input is the time. Immutable once filled; searches may run on
/// several threads.
class SwitchingTimes {
 public:
  /// Formulas that never switch are not stored.
  void add(std::string label, const Expression& formula);
  /// The further inputs are a place on a body.
  void add_of_places(std::string label, const Expression& formula);

  /// True if no formula has switching times that can be computed in advance.
  bool is_empty() const { return functions_.empty(); }
  /// One sentence per formula that jumps depending on the motion instead of the time.
  const std::vector<std::string>& remarks() const { return remarks_; }

  /// The first switching time of any formula in (begin, end], or the end of the searched interval.
  /// See SwitchingFunction::search.
  SwitchSearch next(double begin, double end, double span) const;

 private:
  std::vector<SwitchingFunction> functions_;
  std::vector<std::string> remarks_;
};

}  // namespace pleuel

// Records how far restarts move the state.
#pragma once

#include <string>
#include <vector>

#include "pleuel/run/plan.hpp"

namespace pleuel {

/// Restarts at breakpoints project the state onto the constraints. Changes of a position or
/// velocity above the tolerance are reported: the first few individually, for the rest their number
/// and the largest.
class RestartMoves {
 public:
  static constexpr int most_told = 3;

  explicit RestartMoves(const RunPlan& plan);

  void add(double t, ConstVec before, ConstVec after);
  std::vector<std::string> remarks() const;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.told_, self.largest_, self.n_others_);
  }

 private:
  struct Move {
    double t = 0, size = 0;
    double part = 0;  // relative to the tolerance
    int unknown = 0;

    template <class Self, class Stream>
    static void state(Self& self, Stream& stream) {
      stream(self.t, self.size, self.part, self.unknown);
    }
  };
  std::string text(const Move& move) const;

  const std::vector<Unknown>& unknowns_;
  Tolerances tolerances_;
  std::vector<Move> told_;
  Move largest_;  // of the others
  int n_others_ = 0;
};

}  // namespace pleuel

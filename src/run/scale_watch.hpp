// Finds unknowns that are too small for their absolute tolerances.
#pragma once

#include <string>
#include <vector>

#include "pleuel/run/run_equations.hpp"

namespace pleuel {

/// The error test allows errors of atol. Where all coordinates of a kind stay below it, it asks for
/// no digit of them. Kinds are the deformations in one unit, and all other coordinates in one unit:
/// a single coordinate may well be zero. Values below 10⁻⁶ atol count as zero.
class ScaleWatch {
 public:
  ScaleWatch(const RunEquations& of, ConstVec y);

  void look(ConstVec y);
  std::vector<std::string> remarks() const;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.kinds_);
  }

 private:
  /// Coordinates that have been below their tolerances so far.
  struct Kind {
    std::vector<int> coordinates;  // empty: one of them was not
    double largest = 0;            // |q|/atol
    int most = -1;                 // its coordinate
    double value = 0;

    template <class Self, class Stream>
    static void state(Self& self, Stream& stream) {
      stream(self.coordinates, self.largest, self.most, self.value);
    }
  };
  const std::vector<Unknown>& unknowns_;
  Vector atol_;
  double rtol_;
  std::vector<bool> is_deformation_;
  std::vector<Kind> kinds_;
};

}  // namespace pleuel

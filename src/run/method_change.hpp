// A change of the method during a run.
#pragma once

#include <string>

namespace pleuel {

/// From t on, another pair integrates.
struct MethodChange {
  double t = 0;
  std::string formulation;
  std::string method;
  std::string reason;  ///< a clause

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.t, self.formulation, self.method, self.reason);
  }
};

}  // namespace pleuel

// Finds switching times during a run.
#pragma once

#include <string>
#include <type_traits>
#include <vector>

#include "pleuel/run/breakpoint.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel {

class TimeFunctions;

/// Searches ahead of a run: no step goes beyond the time up to which all switches are known. No
/// cost if all were found before the run.
class SwitchWatch {
 public:
  /// The plan must outlive this object.
  explicit SwitchWatch(const RunPlan& plan);

  /// No step may go beyond this time.
  double known_until() const { return known_until_; }

  /// Call before a step from t. Searches further ahead if needed for the next steps, and adds new
  /// breakpoints to `ahead`, nearest last.
  void look_ahead(double t, std::vector<Breakpoint>& ahead);

  /// Remarks on formulas whose switches could not be bounded.
  const std::vector<std::string>& remarks() const { return remarks_; }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    bool is_searching = self.switches_ != nullptr;
    stream(is_searching, self.known_until_, self.last_t_, self.labels_, self.remarks_);
    if constexpr (!std::is_const_v<Self>)
      if (!is_searching) self.switches_ = nullptr;
  }

 private:
  void search(std::vector<Breakpoint>& ahead);

  const TimeFunctions* switches_ = nullptr;
  double t_end_ = 0, span_ = 0;
  double known_until_ = 0;
  double last_t_ = 0;
  std::vector<std::string> labels_;  // of those remarked
  std::vector<std::string> remarks_;
};

}  // namespace pleuel

// The functions of time in a model.
#pragma once

#include "pleuel/mechanics/time_functions.hpp"
#include "pleuel/model/driver/prescribed_motions.hpp"
#include "pleuel/model/expression/switching_times.hpp"

namespace pleuel {

struct BuiltBody;
struct BuiltDescription;

/// The switching times of all formulas of a model, and the motions of its drivers.
class ModelTimeFunctions final : public TimeFunctions {
 public:
  explicit ModelTimeFunctions(const BuiltDescription& model);
  /// Of a mechanism with one driver.
  explicit ModelTimeFunctions(const PrescribedMotions::Driver& driver);

  bool has_switches() const override { return !switches_.is_empty(); }
  SwitchSearch next_switch(double begin, double end, double span) const override {
    return switches_.next(begin, end, span);
  }
  std::vector<std::string> jumps(double before, double after, const JumpLimits& limits) const override {
    return drivers_.jumps(before, after, limits);
  }
  /// One sentence per formula that jumps depending on the motion instead of the time.
  const std::vector<std::string>& remarks() const { return switches_.remarks(); }

 private:
  void add_body(const std::string& name, const BuiltBody& body);

  SwitchingTimes switches_;
  PrescribedMotions drivers_;
};

}  // namespace pleuel

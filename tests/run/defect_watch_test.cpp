// Constraints and energies that are off by more than the tolerances allow are remarks; those of
// right runs are not.
#include "pleuel/run/defect_watch.hpp"

#include <gtest/gtest.h>

#include <functional>

#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace defect_watch_test {

/// Spoils the solution of a method: y(t) is what `spoil` makes of it.
class Spoiled final : public Integrator {
 public:
  using Spoil = std::function<void(double t, Vector& y)>;
  Spoiled(std::unique_ptr<Integrator> inner, Spoil spoil)
      : inner_(std::move(inner)), spoil_(std::move(spoil)) {}

  void start(double t, ConstVec y, ConstVec ydot, double t_end) override {
    inner_->start(t, y, ydot, t_end);
    y_ = inner_->y();
  }
  StepOutcome step(double t_stop) override {
    StepOutcome outcome = inner_->step(t_stop);
    y_ = inner_->y();
    spoil_(inner_->t(), y_);
    return outcome;
  }
  double t() const override { return inner_->t(); }
  ConstVec y() const override { return view(std::as_const(y_)); }
  const DenseOutput& dense_output() const override { return inner_->dense_output(); }
  const Statistics& statistics() const override { return inner_->statistics(); }

 private:
  std::unique_ptr<Integrator> inner_;
  Spoil spoil_;
  Vector y_;
};

/// The pendulum x² + y² = l², whose y begins with (x, y, v, w).
RunResult spoiled_pendulum(const std::string& formulation, const Spoiled::Spoil& spoil) {
  Catalogue catalogue = standard_catalogue();
  Method method = catalogue.method("radau5");
  method.make = [make = method.make, spoil](Dae& dae, const StepSettings& step, const OptionValues& values) {
    return std::make_unique<Spoiled>(make(dae, step, values), spoil);
  };
  catalogue.methods = {method};
  return run(catalogue, {.case_name = "pendulum",
                         .formulation = formulation,
                         .method = "radau5",
                         .tolerance = {.rtol = 1e-6, .atol = 1e-6},
                         .until = 0.5});
}

bool has_remark(const RunResult& result, const std::string& part) {
  for (const std::string& remark : result.remarks)
    if (remark.find(part) != std::string::npos) return true;
  return false;
}

TEST(DefectWatch, ASoundRunHasNoRemarkUnderAnyFormulation) {
  for (const Formulation& f : motion_formulations())
    for (const double tolerance : {1e-4, 1e-8})
      for (const char* method : {"radau5", "bdf"}) {
        // It loses energy, and says so.
        if (f.name == "ori2" && method == std::string("bdf")) continue;
        const RunResult result =
            run(standard_catalogue(), {.case_name = "pendulum",
                                       .formulation = f.name,
                                       .method = method,
                                       .tolerance = {.rtol = tolerance, .atol = tolerance},
                                       .until = 2});
        EXPECT_TRUE(result.remarks.empty()) << f.name << " " << method << ": " << result.remarks.front();
      }
}

TEST(DefectWatch, APositionThatLeavesItsConstraintIsARemarkThatNamesIt) {
  const auto move = [](double size) { return [size](double t, Vector& y) { y[0] += t > 0.2 ? size : 0; }; };
  const RunResult off = spoiled_pendulum("ggl1", move(0.02));
  EXPECT_EQ(off.status, RunStatus::ok);
  EXPECT_TRUE(has_remark(off, "at position level")) << off.remarks.size();
  EXPECT_TRUE(has_remark(off, "constraint '")) << off.remarks.size();
  EXPECT_FALSE(has_remark(spoiled_pendulum("ggl1", move(1e-5)), "at position level"));
}

TEST(DefectWatch, AVelocityThatLeavesItsConstraintIsARemarkWhereTheLevelIsHeld) {
  const auto segment = [](double t, Vector& y) {
    if (t > 0.2) y.segment(2, 2) += 0.05 * y.segment(0, 2);
  };
  for (const char* held : {"ggl1", "rcd1", "psi1", "ovd1", "ovd0"})
    EXPECT_TRUE(has_remark(spoiled_pendulum(held, segment), "at velocity level")) << held;
  EXPECT_FALSE(has_remark(spoiled_pendulum("ori2", segment), "at velocity level"));
}

TEST(DefectWatch, ADriftIsARemarkOnlyBeyondItsLaw) {
  // Some hundred tolerances a step: within what the position level of rcd1 may drift, far beyond
  // what ggl1 holds.
  const auto drift = [](double t, Vector& y) { y[0] += 0.04 * t; };
  EXPECT_TRUE(has_remark(spoiled_pendulum("ggl1", drift), "at position level"));
  EXPECT_FALSE(has_remark(spoiled_pendulum("rcd1", drift), "at position level"));
  EXPECT_FALSE(has_remark(spoiled_pendulum("rcd0", drift), "at position level"));
  const auto leap = [](double t, Vector& y) { y[0] += t > 0.2 ? 0.5 : 0; };
  EXPECT_TRUE(has_remark(spoiled_pendulum("rcd1", leap), "at position level"));
}

TEST(DefectWatch, ALossOfEnergyIsARemark) {
  // Along the velocity, so that the constraints stay met.
  const auto brake = [](double t, Vector& y) { y.segment(2, 2) *= 1 - 0.1 * t; };
  EXPECT_TRUE(has_remark(spoiled_pendulum("ggl1", brake), "the energy is off by"));
  const auto hardly = [](double t, Vector& y) { y.segment(2, 2) *= 1 - 1e-5 * t; };
  EXPECT_FALSE(has_remark(spoiled_pendulum("ggl1", hardly), "the energy is off by"));
}

TEST(DefectWatch, ALossOfEnergyIsARemarkWithAConstantStepToo) {
  // Fifty steps of order 2 per swing lose a visible part of the energy; steps of 0.1 ms do not.
  const auto with_step = [](double step, double until) {
    return run(standard_catalogue(), {.case_name = "pendulum",
                                      .formulation = "ggl1",
                                      .method = "bdf2",
                                      .tolerance = {.rtol = 1e-6, .atol = 1e-6},
                                      .until = until,
                                      .step = step});
  };
  EXPECT_TRUE(has_remark(with_step(0.05, 10), "a constant step has no error control"));
  EXPECT_FALSE(has_remark(with_step(1e-4, 0.1), "the energy is off by"));
}

TEST(LevelDrift, FollowsFromTheRowsOfAFormulation) {
  const auto drift = [](const std::string& name) {
    for (const Formulation& f : motion_formulations())
      if (f.name == name) return drift_of(f.rows(OptionValues(f.options, {})).constraints);
    return LevelDrift();
  };
  for (const char* name : {"ggl1", "psi1", "ovd1", "psi0", "ovd0"}) {
    EXPECT_EQ(drift(name).position, Drift::held) << name;
    EXPECT_EQ(drift(name).velocity, Drift::held) << name;
  }
  EXPECT_EQ(drift("ori2").position, Drift::held);
  EXPECT_EQ(drift("ori2").velocity, Drift::open);
  EXPECT_EQ(drift("rcd1").position, Drift::linear);
  EXPECT_EQ(drift("rcd1").velocity, Drift::held);
  for (const char* name : {"rcd0", "baumgarte"}) {
    EXPECT_EQ(drift(name).position, Drift::quadratic) << name;
    EXPECT_EQ(drift(name).velocity, Drift::linear) << name;
  }
}

}  // namespace defect_watch_test
}  // namespace pleuel

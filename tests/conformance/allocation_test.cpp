// Counts what is allocated inside the steps of mechanical systems.
#include <gtest/gtest.h>

#include "pleuel/problem/problem_catalogue.hpp"
#include "support/allocation_count.hpp"
#include "support/run_system.hpp"

#if PLEUEL_COUNTS_ALLOCATIONS

namespace pleuel::testing {
namespace allocation_test {

Kind from_catalogue(const std::string& name) {
  for (const Problem& p : problem_catalogue())
    if (p.name == name) {
      const Case made = p.build(OptionValues(p.options, {}));
      return {name, made.system, made.q0, made.v0, made.s0, made.t_end};
    }
  throw std::invalid_argument("no problem is called " + name);
}

void expect_no_allocation(const Kind& k, const std::string& formulation_name, double tolerance) {
  SystemRun run(k, formulation_name, tolerance, k.period);
  bool is_ok = true;
  const long before = allocation_count();
  while (is_ok && run.radau->t() != run.t_end) is_ok = run.radau->step(run.t_end).is_ok();
  EXPECT_EQ(allocation_count() - before, 0) << k.name << ", " << formulation_name;
  EXPECT_TRUE(is_ok) << k.name << ", " << formulation_name;
  EXPECT_GT(run.radau->statistics().accepted, 3);
}

TEST(Steps, AllocateNothingOnThePublishedProblems) {
  expect_no_allocation(from_catalogue("slider-crank"), "rcd1", 1e-4);
  expect_no_allocation(from_catalogue("slider-crank"), "ggl1", 1e-4);
  for (const char* f : {"ori2", "psi1", "psi0", "ovd1", "ovd0", "baumgarte"})
    expect_no_allocation(from_catalogue("andrews"), f, 1e-5);
}

TEST(Steps, AllocateNothingWithQuaternionsAndWithInternalStates) {
  for (const Formulation& f : motion_formulations())
    for (const char* name : {"ball joint", "given ball joint", "braked ball joint", "Maxwell pendulum"})
      expect_no_allocation(kind(name), f.name, 1e-6);
}

TEST(Steps, AreCountedByACounterThatSeesEigen) {
  const long before = allocation_count();
  const Vector counted = Vector::Zero(100);
  EXPECT_EQ(allocation_count() - before, 1) << counted.size();
}

}  // namespace allocation_test
}  // namespace pleuel::testing
#endif

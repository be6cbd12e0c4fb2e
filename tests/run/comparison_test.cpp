#include "pleuel/run/comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pleuel {
namespace comparison_test {

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

Vector vector(std::initializer_list<double> values) {
  Vector result(static_cast<Eigen::Index>(values.size()));
  std::copy(values.begin(), values.end(), result.data());
  return result;
}

Tolerances tolerances(int n, double rtol, double atol) {
  return {.rtol = Vector::Constant(n, rtol), .atol = Vector::Constant(n, atol)};
}

TEST(Comparison, ScdIsTheWorstRelativeErrorOfTheNamedComponentsOnly) {
  const Reference reference{
      .y = vector({2, 10, 1}), .scd_components = {0, 1}, .main_components = {}, .source = "s"};
  const Vector y = vector({2.002, 10.001, 5});
  EXPECT_NEAR(compare(view(y), reference, tolerances(3, 1, 1)).scd, 3, 1e-9);
}

TEST(Comparison, MescdWeighsEveryComponentByTheRatioOfTheTolerances) {
  const Reference reference{.y = vector({0, 9}), .scd_components = {}, .main_components = {}, .source = ""};
  const Vector y = vector({1e-4, 9});
  // 1e-4/(atol/rtol + 0) = 1e-4/0.01 = 1e-2
  EXPECT_NEAR(compare(view(y), reference, tolerances(2, 1e-4, 1e-6)).mescd, 2, 1e-12);
}

TEST(Comparison, ErrorIsTheEuclideanOneOfTheMainComponents) {
  const Reference reference{
      .y = vector({0, 0, 0}), .scd_components = {}, .main_components = {0, 2}, .source = ""};
  const Vector y = vector({3, 100, 4});
  EXPECT_DOUBLE_EQ(compare(view(y), reference, tolerances(3, 1, 1)).error, 5);
}

TEST(Comparison, LeavesOutWhatTheReferenceDoesNotKnowAndUnknownsBeyondIt) {
  const Reference reference{
      .y = vector({1, unknown}), .scd_components = {0, 1}, .main_components = {0, 1}, .source = ""};
  const Vector y = vector({1.01, 7, 8});
  const Comparison comparison = compare(view(y), reference, tolerances(3, 1, 1));
  EXPECT_NEAR(comparison.scd, 2, 1e-9);
  EXPECT_NEAR(comparison.error, 0.01, 1e-15);
}

TEST(Comparison, ScdIsNotDefinedWhereAReferenceIsBelowAtol) {
  std::vector<Unknown> unknowns(3);
  for (int i = 0; i < 3; ++i) unknowns[static_cast<std::size_t>(i)].name = "xyz"[i];
  const Reference reference{
      .y = vector({2, -1e-7, 1e-9}), .scd_components = {0, 1}, .main_components = {}, .source = ""};
  // z is below atol too, but scd does not count it.
  EXPECT_EQ(undefined_scd(reference, unknowns, tolerances(3, 1e-6, 1e-6)),
            "the reference of y, -1e-07, is below atol, 1e-06");
  EXPECT_EQ(undefined_scd(reference, unknowns, tolerances(3, 1e-6, 1e-7)), "");
  const Vector y = vector({2, -1e-6, 1});
  EXPECT_NEAR(compare(view(y), reference, tolerances(3, 1e-6, 1e-6)).scd, -std::log10(9), 1e-12);
}

TEST(Comparison, ErrorsByGroupAreEuclideanAndNoNumberWhereAGroupIsUnknown) {
  const Reference reference{
      .y = vector({0, 0, 1, unknown}), .scd_components = {}, .main_components = {}, .source = ""};
  const Vector y = vector({3, 4, 1.5, 7, 9});
  const auto of = [](Group group) {
    Unknown result;
    result.group = group;
    return result;
  };
  Comparison comparison;
  compare_groups(view(y), reference,
                 {of(Group::q), of(Group::q), of(Group::v), of(Group::lambda), of(Group::eta)}, comparison);
  EXPECT_DOUBLE_EQ(comparison.error_q, 5);
  EXPECT_DOUBLE_EQ(comparison.error_v, 0.5);
  EXPECT_TRUE(std::isnan(comparison.error_lambda));
}

TEST(Comparison, GivesNoDigitsWhereNoComponentIsNamed) {
  const Reference reference{.y = vector({1}), .scd_components = {}, .main_components = {}, .source = ""};
  const Vector y = vector({1});
  const Comparison comparison = compare(view(y), reference, tolerances(1, 1, 1));
  EXPECT_TRUE(std::isnan(comparison.scd));
  EXPECT_TRUE(std::isnan(comparison.error));
  EXPECT_NEAR(comparison.mescd, 53 * std::log10(2.0), 1e-12);  // exact: all binary digits
}

TEST(Comparison, ASolutionThatIsNotANumberHasNoDigits) {
  const Reference reference{
      .y = vector({1, 1}), .scd_components = {0, 1}, .main_components = {}, .source = ""};
  for (const Vector& y : {vector({unknown, 1.5}), vector({1.5, unknown})}) {
    EXPECT_TRUE(std::isnan(compare(view(y), reference, tolerances(2, 1, 1)).scd));
  }
}

TEST(TableError, IsTheRootOfTheSpacingTimesTheSumOfSquares) {
  TableNorm norm{.dt = 0.5, .components = {1}, .reference = [](double t, Vec y) { y[1] = t; }};
  TableError table(norm, 0, 2, 2);
  const Vector y = vector({99, 0});
  int n = 0;
  while (const auto t = table.next_up_to(2)) {
    table.add(*t, view(y));
    ++n;
  }
  EXPECT_EQ(n, 4);  // 0.5, 1, 1.5, 2: the start is no point of the norm
  EXPECT_DOUBLE_EQ(table.value(), std::sqrt(0.5 * (0.25 + 1 + 2.25 + 4)));
}

}  // namespace comparison_test
}  // namespace pleuel

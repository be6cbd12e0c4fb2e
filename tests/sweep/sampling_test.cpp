// Sampling plans: the properties that define them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "pleuel/sweep/design_block.hpp"
#include "pleuel/sweep/normal_distribution.hpp"

namespace pleuel::sweep {
namespace sampling_test {

Variation uniform(const std::string& name) {
  return {.name = name, .kind = Variation::Kind::uniform, .low = 0, .high = 1};
}

std::vector<Variation> uniforms(int n) {
  std::vector<Variation> list;
  for (int i = 0; i < n; ++i) list.push_back(uniform("x" + std::to_string(i)));
  return list;
}

// x^(2^s − 1) = 1 modulo p, and no smaller exponent: p of degree s is primitive.
bool is_primitive(std::uint32_t p, int s) {
  const std::uint32_t order = (1u << s) - 1;
  std::uint32_t x = 1;
  for (std::uint32_t k = 1; k <= order; ++k) {
    x <<= 1;
    if ((x >> s & 1u) != 0) x ^= p;
    if (x == 1) return k == order;
  }
  return false;
}

TEST(Sobol, PolynomialsArePrimitiveAndDifferent) {
  std::set<std::uint32_t> seen;
  for (int d = 1; d < SobolSequence::most_dimensions; ++d) {
    const std::uint32_t p = SobolSequence::polynomial(d);
    EXPECT_TRUE(is_primitive(p, SobolSequence::degree(d))) << d;
    EXPECT_TRUE(seen.insert(p).second) << d;
  }
}

// The first 2^m points are a (t, m, n)-net: every elementary interval of volume 2^(t−m) has 2^t
// points. All intervals with sides 2^−d₁, …, Σ dᵢ = m − t, are counted.
void expect_net(const std::vector<std::vector<std::uint32_t>>& points, int m, int t) {
  const int n = static_cast<int>(points[0].size());
  std::vector<int> d(n, 0);
  const auto check = [&] {
    std::vector<int> counts(std::size_t{1} << (m - t), 0);
    for (const auto& x : points) {
      std::size_t box = 0;
      for (int i = 0; i < n; ++i)
        if (d[i] > 0) box = box << d[i] | x[i] >> (32 - d[i]);
      ++counts[box];
    }
    for (const int count : counts) ASSERT_EQ(count, 1 << t);
  };
  const std::function<void(int, int)> choose = [&](int i, int left) {
    if (i == n - 1) {
      d[i] = left;
      return check();
    }
    for (d[i] = 0; d[i] <= left; ++d[i]) choose(i + 1, left - d[i]);
  };
  choose(0, m - t);
}

TEST(Sobol, FirstPointsAreNetsOfTheirQuality) {
  for (const int n : {1, 2, 3, 4, 5}) {
    int t = 0;
    for (int d = 0; d < n; ++d) t += SobolSequence::degree(d) - 1;
    const SobolSequence sobol(n);
    for (const int m : {3, 6, 8}) {
      if (m < t) continue;
      std::vector<std::vector<std::uint32_t>> points;
      for (std::uint32_t i = 0; i < 1u << m; ++i) {
        points.emplace_back();
        for (int d = 0; d < n; ++d) points.back().push_back(sobol.word(i, d));
      }
      expect_net(points, m, t);
    }
  }
}

TEST(Sobol, EachCoordinateAloneIsStratifiedInAllDimensions) {
  const SobolSequence sobol(SobolSequence::most_dimensions);
  for (int d = 0; d < SobolSequence::most_dimensions; ++d) {
    std::set<std::uint32_t> cells;
    for (std::uint32_t i = 0; i < 256; ++i) cells.insert(sobol.word(i, d) >> 24);
    EXPECT_EQ(cells.size(), 256u) << d;
  }
}

TEST(Sobol, TheDigitalShiftKeepsTheNet) {
  const DesignBlock block(PlanKind::sobol, uniforms(2), 64, 5);
  std::vector<std::vector<std::uint32_t>> points;
  for (long i = 0; i < 64; ++i) {
    points.emplace_back();
    for (std::size_t k = 0; k < 2; ++k)
      points.back().push_back(static_cast<std::uint32_t>(block.uniform(i, k) * 0x1p32));
  }
  expect_net(points, 6, 0);
}

// The integral of a smooth function in five dimensions: n Sobol points beat n random ones by far.
TEST(Sobol, IntegratesBetterThanRandomPoints) {
  const auto error = [](PlanKind kind) {
    const long n = 4096;
    const DesignBlock block(kind, uniforms(5), n, 3);
    double sum = 0;
    for (long i = 0; i < n; ++i) {
      double f = 1;
      for (std::size_t k = 0; k < 5; ++k) f *= 2 * block.uniform(i, k);
      sum += f;
    }
    return std::abs(sum / static_cast<double>(n) - 1);
  };
  EXPECT_LT(10 * error(PlanKind::sobol), error(PlanKind::random));
}

TEST(LatinHypercube, HasOnePointInEachPartOfEachName) {
  const long n = 101;
  const DesignBlock block(PlanKind::latin_hypercube, uniforms(3), n, 11);
  for (std::size_t k = 0; k < 3; ++k) {
    std::set<long> parts;
    for (long i = 0; i < n; ++i) parts.insert(static_cast<long>(block.uniform(i, k) * n));
    EXPECT_EQ(parts.size(), static_cast<std::size_t>(n));
  }
  // The names are not ordered alike.
  int n_alike = 0;
  for (long i = 0; i < n; ++i)
    n_alike +=
        static_cast<long>(block.uniform(i, 0) * n) == static_cast<long>(block.uniform(i, 1) * n) ? 1 : 0;
  EXPECT_LT(n_alike, 10);
}

TEST(RandomPlan, PointsDependOnSeedAndNumberOnly) {
  const DesignBlock few(PlanKind::random, uniforms(2), 10, 4), many(PlanKind::random, uniforms(3), 1000, 4),
      other(PlanKind::random, uniforms(2), 10, 5);
  for (long i = 9; i >= 0; --i) {
    EXPECT_EQ(few.uniform(i, 1), many.uniform(i, 1));
    EXPECT_NE(few.uniform(i, 1), other.uniform(i, 1));
  }
}

// χ² of 10 × 10 cells with 100 expected points each: 99 degrees of freedom, so that 99 ± 14 is
// usual and values beyond 99 + 5·14 = 169 or below 99 − 5·14 = 29 occur once in a million seeds.
TEST(RandomPlan, PairsOfNamesAndPairsOfRunsAreUniform) {
  const long n = 10'000;
  const DesignBlock block(PlanKind::random, uniforms(2), n + 1, 1);
  for (const bool is_of_runs : {false, true}) {
    std::vector<int> counts(100, 0);
    for (long i = 0; i < n; ++i) {
      const double x = block.uniform(i, 0), y = is_of_runs ? block.uniform(i + 1, 0) : block.uniform(i, 1);
      ++counts[static_cast<std::size_t>(10 * x) * 10 + static_cast<std::size_t>(10 * y)];
    }
    double chi2 = 0;
    for (const int count : counts) chi2 += (count - 100.0) * (count - 100.0) / 100;
    EXPECT_LT(chi2, 169);
    EXPECT_GT(chi2, 29);
  }
}

TEST(NormalDistribution, QuantileIsTheInverseOfTheProbability) {
  for (const double u : {1e-300, 1e-20, 1e-9, 0.001, 0.02, 0.3, 0.5, 0.7, 0.999, 1 - 1e-12}) {
    const double z = normal_quantile(u);
    // dP = φ dz: an error of some ε|z| in z is a relative error of ε z² in the tail.
    EXPECT_NEAR(normal_probability(z) / u, 1, 1e-14 * (1 + z * z)) << u;
  }
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);  // [AS64, table 26.5]
  EXPECT_DOUBLE_EQ(normal_quantile(0.25), -normal_quantile(0.75));
}

TEST(NormalDistribution, LimitsAreKeptAndTheMeanStays) {
  const Variation v{
      .name = "x", .kind = Variation::Kind::normal, .low = 8, .high = 12, .mean = 10, .deviation = 2};
  const DesignBlock block(PlanKind::latin_hypercube, {v}, 2001, 1);
  double sum = 0;
  for (long i = 0; i < block.size(); ++i) {
    const double x = block.level(i, 0).number;
    EXPECT_GE(x, 8);
    EXPECT_LE(x, 12);
    sum += x;
  }
  // Strata of 1/2001 of the probability: the mean is off by less than their width, 4/2001.
  EXPECT_NEAR(sum / 2001, 10, 4.0 / 2001);
}

TEST(Grid, HasEveryCombinationOnceAndTheLastNameVariesFastest) {
  Variation a{.name = "a", .levels = {{"1", 1}, {"2", 2}}}, b{.name = "b", .levels = {{"x"}, {"y"}, {"z"}}};
  const DesignBlock block(PlanKind::grid, {a, b}, 1, 1);
  ASSERT_EQ(block.size(), 6);
  std::set<std::string> seen;
  for (long i = 0; i < 6; ++i) seen.insert(block.level(i, 0).text + block.level(i, 1).text);
  EXPECT_EQ(seen.size(), 6u);
  EXPECT_EQ(block.level(1, 0).text + block.level(1, 1).text, "1y");
  EXPECT_EQ(block.level(3, 0).text + block.level(3, 1).text, "2x");
}

}  // namespace sampling_test
}  // namespace pleuel::sweep

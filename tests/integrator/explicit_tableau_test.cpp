// The coefficients of explicit methods satisfy their order conditions.
#include "pleuel/integrator/explicit/explicit_tableau.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace pleuel {
namespace explicit_tableau_test {

/// A rooted tree: the trees at its root, as numbers in the list of all trees, descending [HNW93,
/// II.2].
struct Tree {
  std::vector<int> branches;
  int order = 1;
  double gamma = 1;  ///< the density γ
};

/// All rooted trees up to an order, by order.
class Trees {
 public:
  explicit Trees(int highest) {
    all_.push_back({});
    for (int order = 2; order <= highest; ++order) {
      std::vector<Tree> found;
      std::vector<int> branches;
      grow(order, order - 1, static_cast<int>(all_.size()) - 1, branches, found);
      all_.insert(all_.end(), found.begin(), found.end());
    }
  }
  const std::vector<Tree>& all() const { return all_; }

 private:
  /// Adds branches with numbers up to `largest` until `left` vertices are used.
  void grow(int order, int left, int largest, std::vector<int>& branches, std::vector<Tree>& found) const {
    if (left == 0) {
      double gamma = order;
      for (const int b : branches) gamma *= all_[b].gamma;
      found.push_back({branches, order, gamma});
      return;
    }
    for (int b = largest; b >= 0; --b) {
      if (all_[b].order > left) continue;
      branches.push_back(b);
      grow(order, left - all_[b].order, b, branches, found);
      branches.pop_back();
    }
  }
  std::vector<Tree> all_;
};

std::vector<double> full(const StageWeights& weights, int n) {
  std::vector<double> row(n, 0.0);
  for (const StageWeight& w : weights) row[w.stage] += w.value;
  return row;
}

/// The largest |Σ b_i Φ_i(τ) − θ^|τ| / γ(τ)| over all trees up to an order.
double defect(const ExplicitTableau& t, const std::vector<double>& b, int order, double theta = 1) {
  const int n = t.n_all_stages();
  const Trees trees(order);
  std::vector<std::vector<double>> phi;
  double worst = 0;
  for (const Tree& tree : trees.all()) {
    std::vector<double> values(n, 1.0);
    for (const int branch : tree.branches)
      for (int i = 0; i < n; ++i) {
        double sum = 0;
        for (const StageWeight& w : t.a[i]) sum += w.value * phi[branch][w.stage];
        values[i] *= sum;
      }
    double sum = 0;
    for (int i = 0; i < n; ++i) sum += b[i] * values[i];
    worst = std::max(worst, std::abs(sum - std::pow(theta, tree.order) / tree.gamma));
    phi.push_back(std::move(values));
  }
  return worst;
}

std::vector<double> difference(std::vector<double> a, const std::vector<double>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return a;
}

std::vector<double> solution_weights(const ExplicitTableau& t) {
  return full(t.a[t.n_stages - 1], t.n_all_stages());
}

/// The weights of the dense output at θ.
std::vector<double> dense_weights(const ExplicitTableau& t, double theta) {
  const int n = t.n_all_stages();
  const std::vector<double> b = solution_weights(t);
  std::vector<std::vector<double>> terms = {b};
  std::vector<double> r3(n), r4(n);
  for (int i = 0; i < n; ++i) {
    r3[i] = (i == 0) - b[i];
    r4[i] = b[i] - (i == t.n_stages - 1) - r3[i];
  }
  terms.push_back(r3);
  terms.push_back(r4);
  for (const StageWeights& row : t.dense) terms.push_back(full(row, n));
  std::vector<double> w(n, 0.0);
  for (int m = static_cast<int>(terms.size()) - 1; m >= 0; --m)
    for (int i = 0; i < n; ++i) w[i] = (m % 2 == 0 ? theta : 1 - theta) * (terms[m][i] + w[i]);
  return w;
}

// Rounding errors of coefficients up to 400, in sums of products of up to seven of them.
constexpr double rounding_order_5 = 1e-13, rounding_order_8 = 1e-11;

TEST(ExplicitTableau, ThereAre200TreesUpToOrder8) { EXPECT_EQ(Trees(8).all().size(), 200u); }

TEST(ExplicitTableau, DormandPrinceHasOrder5AndAnEstimateOfOrder4) {
  const ExplicitTableau& t = dormand_prince_5();
  const std::vector<double> b = solution_weights(t);
  EXPECT_LE(defect(t, b, 5), rounding_order_5);
  EXPECT_GT(defect(t, b, 6), 1e-4);
  const std::vector<double> embedded = difference(b, full(t.error, t.n_all_stages()));
  EXPECT_LE(defect(t, embedded, 4), rounding_order_5);
  EXPECT_GT(defect(t, embedded, 5), 1e-5);
}

TEST(ExplicitTableau, DormandPrinceHasOrder8AndEstimatesOfOrders5And3) {
  const ExplicitTableau& t = dormand_prince_8();
  const int n = t.n_all_stages();
  const std::vector<double> b = solution_weights(t);
  EXPECT_LE(defect(t, b, 8), rounding_order_8);
  EXPECT_LE(defect(t, difference(b, full(t.error, n)), 5), rounding_order_8);
  EXPECT_LE(defect(t, difference(b, full(t.second_error, n)), 3), rounding_order_8);
  EXPECT_GT(defect(t, difference(b, full(t.second_error, n)), 4), 1e-3);
}

TEST(ExplicitTableau, DenseOutputHasItsOrderEverywhere) {
  for (const double theta : {0.1, 0.37, 0.5, 0.81}) {
    const ExplicitTableau &five = dormand_prince_5(), &eight = dormand_prince_8();
    EXPECT_LE(defect(five, dense_weights(five, theta), five.dense_order, theta), rounding_order_5);
    EXPECT_LE(defect(eight, dense_weights(eight, theta), eight.dense_order, theta), rounding_order_8);
  }
}

TEST(ExplicitTableau, StagesAreConsistentAndTheLastOneIsTheEndOfTheStep) {
  for (const ExplicitTableau* t : {&dormand_prince_5(), &dormand_prince_8(), &half_explicit_5()})
    for (int i = 0; i < t->n_all_stages(); ++i) {
      double sum = 0;
      for (const StageWeight& w : t->a[i]) {
        EXPECT_LT(w.stage, i);
        sum += w.value;
      }
      EXPECT_NEAR(sum, t->c[i], 1e-13);
    }
  EXPECT_EQ(dormand_prince_5().c.back(), 1);
  EXPECT_EQ(dormand_prince_8().c[12], 1);
}

TEST(ExplicitTableau, HalfExplicitStagesIntegratePolynomialsUpToDegree2) {
  const ExplicitTableau& t = half_explicit_5();
  for (std::size_t i = 1; i < t.half_a.size(); ++i)
    for (int p = 0; p <= 2; ++p) {
      double sum = 0;
      for (const StageWeight& w : t.half_a[i]) sum += w.value * std::pow(t.c[w.stage], p);
      EXPECT_NEAR(sum, std::pow(t.half_c[i], p + 1) / (p + 1), 1e-14) << i << ' ' << p;
    }
}

}  // namespace explicit_tableau_test
}  // namespace pleuel

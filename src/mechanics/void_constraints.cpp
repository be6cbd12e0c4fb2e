#include "pleuel/mechanics/void_constraints.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"

namespace pleuel {
namespace {

constexpr double ways[] = {1e-3, 3e-2, 1.0};  // relative to 1 + |qᵢ|
constexpr int n_directions = 3;               // per distance, each in both senses
constexpr double met = 1e-12;                 // |g| that counts as zero, without a scale

/// Lengths of the rows of g_q, and g, at one position.
struct Look {
  Vector g, slope;
};

class Looker {
 public:
  Looker(const MechanicalSystem& system, double t)
      : evaluator_(system.make_evaluator()),
        m_(evaluator_->matrices({})),
        t_(t),
        n_(system.info().n_lambda()) {}

  Look at(ConstVec q) {
    Look look{Vector(n_), Vector::Zero(n_)};
    evaluator_->configuration_matrices(t_, q, m_);
    evaluator_->rows({.t = t_, .q = q}, {.position = look.g});
    for (std::size_t k = 0; k < m_.g_q.row.size(); ++k)
      look.slope[m_.g_q.row[k]] = std::max(look.slope[m_.g_q.row[k]], std::abs(m_.g_q.value[k]));
    return look;
  }

 private:
  std::unique_ptr<SystemEvaluator> evaluator_;
  MotionMatrices m_;
  double t_;
  int n_;
};

std::vector<Look> looks_around(Looker& looker, ConstVec q) {
  std::vector<Look> looks;
  for (const double way : ways)
    for (int d = 1; d <= n_directions; ++d)
      for (const double sign : {1.0, -1.0}) {
        Vector moved = q;
        for (Eigen::Index i = 0; i < q.size(); ++i)
          moved[i] += sign * way * (1 + std::abs(q[i])) * std::cos(1.7 * d * static_cast<double>(i + d));
        try {
          looks.push_back(looker.at(moved));
        } catch (const LeftDomain&) {
        }
      }
  return looks;
}

}  // namespace

void refuse_void_constraints(const MechanicalSystem& system, double t, ConstVec q,
                             const ConstraintRank& rank) {
  if (std::all_of(rank.dependent.begin(), rank.dependent.end(), [](const auto& d) { return !d.of.empty(); }))
    return;
  Looker looker(system, t);
  const Look here = looker.at(q);
  const std::vector<Look> around = looks_around(looker, q);
  for (const DependentRow& d : rank.dependent) {
    if (!d.of.empty() || here.slope[d.row] > 0) continue;
    const std::string who =
        "constraint '" + system.info().constraints[d.row] + "' of system '" + system.info().name + "' ";
    const bool is_constant = std::all_of(around.begin(), around.end(), [&](const Look& look) {
      return look.slope[d.row] == 0 && look.g[d.row] == here.g[d.row];
    });
    const bool holds = std::abs(here.g[d.row]) <= met;
    if (is_constant && holds)
      throw RedundantConstraints(
          who +
          "is zero at all positions and constrains nothing; write its equation, or leave it "
          "out");
    if (is_constant)
      throw ContradictoryConstraints(
          who + "can be met by no position: it is " + number_text(here.g[d.row]) +
          " at t = " + number_text(t) +
          " and does not depend on the coordinates; correct its equation, or leave it "
          "out");
    if (holds)
      throw RedundantConstraints(
          who + "has derivatives that vanish at the start, t = " + number_text(t) +
          ", though it holds there: it gives no direction for its force; start from another "
          "position, or write an equation without a double root (a distance, not its square)");
    throw NoConsistentState(
        who + "is " + number_text(here.g[d.row]) + " at the start, t = " + number_text(t) +
        ", where its derivatives vanish, so no direction leads to where it holds; start from "
        "another position");
  }
}

}  // namespace pleuel

#include "pleuel/mechanics/analysis/degrees_of_freedom.hpp"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/base/iteration_control.hpp"
#include "pleuel/base/left_domain.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/mechanics/relative_residual.hpp"

namespace pleuel {
namespace {

constexpr double ways[] = {3e-2, 1e-2, 1e-3};  // relative to the size of q
constexpr int n_directions = 3;                // per distance
constexpr double dependent_near_by = 1e-8;     // a sine; rounding of g is some 1e-15
constexpr double met = 1e-12;                  // |g| over the size of its terms

using Sparse = Eigen::SparseMatrix<double>;

Sparse sparse(const FixedMatrix& m) {
  std::vector<Eigen::Triplet<double>> entries;
  for (int j = 0; j < m.cols; ++j)
    for (int k = m.start[j]; k < m.start[j + 1]; ++k) entries.emplace_back(m.row[k], j, m.value[k]);
  Sparse out(m.rows, m.cols);
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

/// Moves a mechanism to nearby positions.
class Excursion {
 public:
  Excursion(std::shared_ptr<const MechanicalSystem> system, const ConstraintRank& here)
      : whole_(std::move(system)),
        info_(whole_->info()),
        selected_(std::make_shared<SelectedConstraints>(whole_, here.independent)),
        evaluator_(whole_->make_evaluator()),
        m_(evaluator_->matrices({})),
        g_(info_.n_lambda()) {}

  /// A position on all constraints at a distance of about `way` from q, and its time. Empty if none
  /// was found; `fault` contains the reason.
  std::optional<std::pair<double, Vector>> go(double t, ConstVec q, double way, double time_step) {
    try {
      const Vector wish = Vector::NullaryExpr(info_.n_v(), [&] { return uniform_(random_); });
      const Vector rest = Vector::Zero(info_.n_s());
      const Vector v = consistent_initial_state(*selected_, t, q, wish, rest).v;
      evaluator_->configuration_matrices(t, q, m_);
      const Vector q_dot = rate(v);
      const double speed = q_dot.size() > 0 ? q_dot.cwiseAbs().maxCoeff() : 0.0;
      const double tau = speed > 0 ? way / speed : time_step;
      Vector moved = q + tau * q_dot;
      evaluator_->restore_invariants(moved);
      const double later = t + tau;
      const Vector on_selected = consistent_initial_state(*selected_, later, moved, v, rest).q;
      if (residual(later, on_selected) <= met) return std::pair(later, on_selected);
      return onto_all(later, moved);
    } catch (const NoConsistentState& error) {
      return refuse(error.what());
      // Constraints that are independent here may be dependent there.
    } catch (const InvalidInput& error) {
      return refuse(error.what());
    } catch (const LeftDomain& error) {
      return refuse(error.what());
    }
  }
  /// Fault of the last unsuccessful call of `go`.
  const std::string& fault() const { return fault_; }

  ConstraintRank rank(double t, const Vector& q) {
    evaluator_->configuration_matrices(t, q, m_);
    return constraint_rank(m_.G, dependent_near_by);
  }

 private:
  std::nullopt_t refuse(std::string why) {
    fault_ = std::move(why);
    return std::nullopt;
  }
  Vector rate(const Vector& v) const {
    if (info_.has_identity_kinematics()) return v;
    Vector out = Vector::Zero(info_.n_q());
    m_.H.multiply_add(1.0, v.data(), out.data());
    return out;
  }

  /// Residual of all constraints; also evaluates g and the matrices.
  double residual(double t, const Vector& q) {
    evaluator_->rows({.t = t, .q = q}, {.position = g_});
    evaluator_->configuration_matrices(t, q, m_);
    const Vector size = term_sizes(m_.g_q, q).array() + 1e-3;  // derivatives may be zero
    return relative_residual(g_, size);
  }

  std::optional<std::pair<double, Vector>> onto_all(double t, Vector q) {
    for (IterationControl control({.tolerance = met, .rounding = 0});;) {
      const IterationState state = control.check(residual(t, q));
      if (state == IterationState::success) return std::pair(t, q);
      if (state == IterationState::failure)
        return refuse("the projection onto the constraints " + control.fault("relative residual"));
      const Sparse G = sparse(m_.G);
      Sparse normal = G * Sparse(G.transpose());
      Sparse shift(normal.rows(), normal.cols());
      shift.setIdentity();
      normal += std::max(g_.norm(), 1e-14) * 1e-2 * shift;
      const Eigen::SimplicialLDLT<Sparse> factor(normal);
      if (factor.info() != Eigen::Success) return refuse("G Gᵀ + μ I has no factors");
      const Vector mu = factor.solve(g_);
      const Vector step = -(G.transpose() * mu);
      q += rate(step);
      evaluator_->restore_invariants(q);
    }
  }

  std::shared_ptr<const MechanicalSystem> whole_;
  const SystemInfo& info_;
  std::shared_ptr<const SelectedConstraints> selected_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  MotionMatrices m_;
  Vector g_;
  std::string fault_;
  std::mt19937 random_{1};  // the same directions in each call
  std::uniform_real_distribution<double> uniform_{-1.0, 1.0};
};

/// The dependent rows of `G` among `rows`, numbered as in G.
ConstraintRank rank_among(const FixedMatrix& G, const std::vector<int>& rows) {
  const MatrixSelection selection(G, rows);
  FixedMatrix part = selection.pattern;
  selection.take(G, part);
  ConstraintRank rank = constraint_rank(part);
  for (int& i : rank.independent) i = rows[i];
  for (DependentRow& d : rank.dependent) {
    d.row = rows[d.row];
    for (int& i : d.of) i = rows[i];
  }
  return rank;
}

}  // namespace

const char* name_of(Redundancy redundancy) {
  switch (redundancy) {
    case Redundancy::always:
      return "always";
    case Redundancy::here:
      return "here";
    case Redundancy::unclear:
      return "unclear";
  }
  return "";
}

bool DegreesOfFreedom::is_clear() const {
  return std::none_of(redundant.begin(), redundant.end(),
                      [](const RedundantConstraint& r) { return r.kind == Redundancy::unclear; });
}

DegreesOfFreedom degrees_of_freedom_at(const std::shared_ptr<const MechanicalSystem>& system, double t,
                                       ConstVec q, double time_step) {
  const SystemInfo& info = system->info();
  const auto evaluator = system->make_evaluator();
  MotionMatrices m = evaluator->matrices({});
  evaluator->configuration_matrices(t, q, m);
  const ConstraintRank here = constraint_rank(m.G);
  DegreesOfFreedom result{.n_v = info.n_v(), .n_constraints = info.n_lambda()};
  result.rank = result.usual_rank = static_cast<int>(here.independent.size());
  if (here.is_full()) return result;

  std::set<int> undetermined;
  for (const DependentRow& d : here.dependent) {
    undetermined.insert(d.row);
    undetermined.insert(d.of.begin(), d.of.end());
  }
  result.undetermined.assign(undetermined.begin(), undetermined.end());

  std::optional<ConstraintRank> usual;
  Excursion excursion(system, here);
  const double size = std::max(q.cwiseAbs().maxCoeff(), 1e-6);
  for (const double way : ways)
    for (int i = 0; i < n_directions; ++i)
      if (const auto there = excursion.go(t, q, way * size, time_step)) {
        ConstraintRank found = excursion.rank(there->first, there->second);
        if (!usual || found.independent.size() > usual->independent.size()) usual = std::move(found);
      }
  if (!usual) {
    result.why_unclear = excursion.fault();
    for (const DependentRow& d : here.dependent)
      result.redundant.push_back({d.row, d.of, Redundancy::unclear});
    return result;
  }
  result.usual_rank = std::max(result.rank, static_cast<int>(usual->independent.size()));
  // If none is redundant only here, the rows found here are used: they have more digits.
  if (!result.is_singular()) {
    for (const DependentRow& d : here.dependent)
      result.redundant.push_back({d.row, d.of, Redundancy::always});
    return result;
  }
  for (const DependentRow& d : usual->dependent)
    result.redundant.push_back({d.row, d.of, Redundancy::always});
  for (const DependentRow& d : rank_among(m.G, usual->independent).dependent)
    result.redundant.push_back({d.row, d.of, Redundancy::here});
  return result;
}

}  // namespace pleuel

#include "pleuel/mechanics/constraint_choice.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "pleuel/base/number_text.hpp"
#include "pleuel/mechanics/advised_system.hpp"
#include "pleuel/mechanics/relative_residual.hpp"
#include "pleuel/mechanics/void_constraints.hpp"

namespace pleuel {
namespace {

constexpr double position_agreement = 1e-9;  // relative to the size of a constraint's terms
// for velocity and acceleration level, which come from a solve
constexpr double rate_agreement = 1e-7;
constexpr int most_choices = 5;  // number of times a start may change the choice

struct Level {
  const char* name;
  double gap, size, agreement;
};

/// Throws if a dropped constraint is violated where the kept ones hold.
void check_agreement(const ConstraintChoice& choice, double t, const InitialState& x) {
  const SystemInfo& info = choice.whole().info();
  const auto evaluator = choice.whole().make_evaluator();
  MotionMatrices m = evaluator->matrices({});
  evaluator->configuration_matrices(t, x.q, m);
  Vector position(info.n_lambda()), velocity(position), acceleration(position), at_rest(position),
      gamma(position);
  const Vector rest = Vector::Zero(info.n_v()), no_forces = Vector::Zero(info.n_lambda());
  evaluator->rows({.t = t, .q = x.q, .v = x.v, .a = x.a, .lambda = no_forces, .s = x.s},
                  {.position = position, .velocity = velocity, .acceleration = acceleration});
  evaluator->rows({.t = t, .q = x.q, .v = rest, .a = rest, .lambda = no_forces, .s = x.s},
                  {.velocity = at_rest});
  evaluator->rows({.t = t, .q = x.q, .v = x.v, .a = rest, .lambda = no_forces, .s = x.s},
                  {.acceleration = gamma});
  const Vector size_q = term_sizes(m.g_q, x.q), size_v = term_sizes(m.G, x.v), size_a = term_sizes(m.G, x.a);
  std::string faults;
  for (const DependentRow& d : choice.rank().dependent) {
    const int i = d.row;
    const Level levels[] = {
        {"position", position[i], size_q[i], position_agreement},
        {"velocity", velocity[i], size_v[i] + std::abs(at_rest[i]), rate_agreement},
        {"acceleration", acceleration[i], size_a[i] + std::abs(gamma[i]), rate_agreement}};
    for (const Level& level : levels) {
      if (std::abs(level.gap) <= level.agreement * level.size) continue;
      faults += (faults.empty() ? "" : "; ") +
                (d.of.empty() ? "" : "where " + quoted_list(owners_of(info, d.of)) + " hold, ") + "'" +
                info.constraints[i] + "' is off by " + number_text(level.gap) + " at " + level.name +
                " level";
      break;
    }
  }
  if (!faults.empty())
    throw ContradictoryConstraints(
        "constraints of system '" + info.name + "' contradict each other at t = " + number_text(t) + ": " +
        faults +
        "; correct the geometry, leave one out, or start from another position if this one is singular");
}

/// Redundant constraints and the owners of the constraints that they repeat.
struct Repetition {
  std::vector<std::string> dependent, owners;
  std::vector<int> rows;  ///< of both
};

bool do_share(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::any_of(a.begin(), a.end(),
                     [&](const std::string& x) { return std::find(b.begin(), b.end(), x) != b.end(); });
}

/// Redundancies that involve the same joint are reported together.
std::vector<Repetition> repetitions(const SystemInfo& info, const ConstraintRank& rank) {
  std::vector<Repetition> list;
  for (const DependentRow& d : rank.dependent) {
    Repetition found{{info.constraints[d.row]}, owners_of(info, d.of), d.of};
    found.rows.push_back(d.row);
    for (auto it = list.begin(); it != list.end();) {
      if (!do_share(owners_of(info, it->rows), owners_of(info, found.rows))) {
        ++it;
        continue;
      }
      found.dependent.insert(found.dependent.begin(), it->dependent.begin(), it->dependent.end());
      found.owners.insert(found.owners.end(), it->owners.begin(), it->owners.end());
      found.rows.insert(found.rows.end(), it->rows.begin(), it->rows.end());
      it = list.erase(it);
    }
    std::sort(found.owners.begin(), found.owners.end());
    found.owners.erase(std::unique(found.owners.begin(), found.owners.end()), found.owners.end());
    list.push_back(std::move(found));
  }
  return list;
}

}  // namespace

ConstraintChoice::ConstraintChoice(std::shared_ptr<const MechanicalSystem> system)
    : whole_(std::move(system)), evaluator_(whole_->make_evaluator()), m_(evaluator_->matrices({})) {}

ConstraintRank ConstraintChoice::rank(double t, ConstVec q, double dependent_below) {
  evaluator_->configuration_matrices(t, q, m_);
  return constraint_rank(m_.G, dependent_below);
}

bool ConstraintChoice::choose(double t, ConstVec q, double dependent_below) {
  ConstraintRank found = rank(t, q, dependent_below);
  if (selected_ && found.independent == rank_.independent) {
    rank_ = std::move(found);
    update(t, q);
    return false;
  }
  restore(std::move(found));
  update(t, q);
  return true;
}

void ConstraintChoice::restore(ConstraintRank made) {
  rank_ = std::move(made);
  selected_ = std::make_shared<SelectedConstraints>(whole_, rank_.independent);
  A_rows_ = MatrixSelection(m_.G, rank_.independent);
  A_ = A_rows_.pattern;
  projection_ = std::make_unique<RangeProjection>(A_);
  C_.resize(static_cast<Eigen::Index>(rank_.dependent.size()), A_.rows);
}

void ConstraintChoice::update(double t, ConstVec q) {
  evaluator_->configuration_matrices(t, q, m_);
  row_length_.assign(m_.G.rows, 0.0);
  for (std::size_t k = 0; k < m_.G.row.size(); ++k) row_length_[m_.G.row[k]] += m_.G.value[k] * m_.G.value[k];
  for (double& x : row_length_) x = std::sqrt(x);
  C_.setZero();
  if (C_.rows() == 0) return;
  A_rows_.take(m_.G, A_);
  projection_->update(A_);
  if (!projection_->is_regular()) {
    C_.setConstant(std::numeric_limits<double>::infinity());
    return;
  }
  const FixedMatrix rows = m_.G.transposed();  // a column is a constraint
  Vector rest(m_.G.cols);
  for (Eigen::Index d = 0; d < C_.rows(); ++d) {
    rest.setZero();
    const int row = rank_.dependent[d].row;
    for (int k = rows.start[row]; k < rows.start[row + 1]; ++k) rest[rows.row[k]] = rows.value[k];
    for (int pass = 0; pass < 2; ++pass) {
      projection_->project(rest.data());
      C_.row(d) += projection_->coefficients().transpose();
    }
  }
}

void ConstraintChoice::recover(ConstVec mu, Vec lambda) const {
  Vector kept = mu;
  Vector dropped(C_.rows());
  if (!C_.allFinite()) {
    dropped.setZero();
  } else if (C_.rows() > 0) {
    const Matrix I_CCt = Matrix::Identity(C_.rows(), C_.rows()) + C_ * C_.transpose();
    dropped = I_CCt.ldlt().solve(C_ * kept);
    kept -= C_.transpose() * dropped;
  }
  for (std::size_t i = 0; i < rank_.independent.size(); ++i) lambda[rank_.independent[i]] = kept[i];
  for (std::size_t d = 0; d < rank_.dependent.size(); ++d) lambda[rank_.dependent[d].row] = dropped[d];
}

double ConstraintChoice::largest_share() const {
  double largest = 0;
  for (Eigen::Index d = 0; d < C_.rows(); ++d)
    for (Eigen::Index k = 0; k < C_.cols(); ++k)
      largest = std::max(largest, std::abs(C_(d, k)) * row_length_[rank_.independent[k]] /
                                      row_length_[rank_.dependent[d].row]);
  return largest;
}

ConstraintChoice::Gap ConstraintChoice::gap(double t, ConstVec q, ConstVec v) {
  const SystemInfo& info = whole_->info();
  Vector position(info.n_lambda()), velocity(position);
  const Vector none = Vector::Zero(std::max(info.n_lambda(), std::max(info.n_v(), info.n_s())));
  evaluator_->rows({.t = t,
                    .q = q,
                    .v = v,
                    .a = part(view(none), 0, info.n_v()),
                    .lambda = part(view(none), 0, info.n_lambda()),
                    .s = part(view(none), 0, info.n_s())},
                   {.position = position, .velocity = velocity});
  const auto beyond = [&](const Vector& rows) {
    double worst = 0;
    for (Eigen::Index d = 0; d < C_.rows(); ++d) {
      double expected = 0;
      for (Eigen::Index k = 0; k < C_.cols(); ++k) expected += C_(d, k) * rows[rank_.independent[k]];
      worst = std::max(worst, std::abs(rows[rank_.dependent[d].row] - expected));
    }
    return worst;
  };
  return {beyond(position), beyond(velocity)};
}

InitialState minimum_norm_initial_state(ConstraintChoice& choice, double t, ConstVec q0, ConstVec v0,
                                        ConstVec s0, const StartMetric* metric) {
  check_start(choice.whole().info(), q0, v0, s0);
  choice.choose(t, q0);
  InitialState x = consistent_initial_state(*choice.selected(), t, q0, v0, s0, metric);
  check_agreement(choice, t, x);
  for (int i = 1; i < most_choices && choice.choose(t, x.q); ++i)
    x = consistent_initial_state(*choice.selected(), t, Vector(x.q), Vector(x.v), s0, metric);
  x.position_moved = (x.q - q0).norm();
  x.velocity_moved = (x.v - v0).norm();
  Vector all(choice.whole().info().n_lambda());
  choice.recover(x.lambda, all);
  x.lambda = all;
  return x;
}

void refuse_dependent_constraints(const MechanicalSystem& system, double t, ConstVec q0, ConstVec v0,
                                  ConstVec s0) {
  // Not owned: the choice does not outlive this call.
  ConstraintChoice choice(std::shared_ptr<const MechanicalSystem>(std::shared_ptr<void>(), &system));
  choice.choose(t, q0);
  if (choice.rank().is_full()) return;
  refuse_void_constraints(system, t, q0, choice.rank());
  minimum_norm_initial_state(choice, t, q0, v0, s0);
  std::vector<std::string> faults;
  for (const Repetition& r : repetitions(system.info(), choice.rank())) {
    const AdvisedSystem* const advice = advised(system);
    std::string change = advice != nullptr ? advice->against_repetition(t, q0, r.rows) : "";
    if (change.empty()) change = r.dependent.size() == 1 ? "leave it out" : "leave them out";
    faults.push_back((r.dependent.size() == 1 ? "constraint " : "constraints ") + quoted_list(r.dependent) +
                     " of system '" + system.info().name +
                     (r.dependent.size() == 1 ? "' repeats " : "' repeat ") + quoted_list(r.owners) +
                     " at t = " + number_text(t) + ": " + change +
                     ", start from another position if this one is singular, or say --set "
                     "redundant=minimum-norm");
  }
  throw RedundantConstraints(faults);
}

}  // namespace pleuel

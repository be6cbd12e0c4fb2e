#include "pleuel/mechanics/formulation/reduced_rows.hpp"

#include "pleuel/mechanics/formulation/force_derivatives.hpp"

namespace pleuel {

ReducedRows::ReducedRows(const SystemInfo& info, const FormulationRows& rows, SystemEvaluator& evaluator,
                         const Levels& levels)
    : info_(info),
      rows_(rows),
      n_v_(info.n_v()),
      n_c_(info.n_lambda() * static_cast<int>(rows.constraints.size())),
      m_(evaluator.matrices(levels)),
      row_power_(n_v_, 0) {
  for (const ConstraintRows& c : rows_.constraints)
    row_power_.insert(row_power_.end(), info.n_lambda(), c.acceleration != 0 ? 0 : c.velocity != 0 ? 1 : 2);

  const std::vector<Part> all = parts();
  for (auto [target, n_cols] :
       {std::pair{&ReducedRows::B_a, n_v_}, std::pair{&ReducedRows::B_v, n_v_},
        std::pair{&ReducedRows::B_q, info.n_q()}, std::pair{&ReducedRows::B_s, info.n_s()}}) {
    std::vector<std::pair<int, int>> entries;
    for (const Part& p : all) {
      if (p.target != target) continue;
      const FixedMatrix& source = m_.*p.source;
      for (int j = 0; j < source.cols; ++j)
        for (int k = source.start[j]; k < source.start[j + 1]; ++k)
          entries.emplace_back(p.first_row + source.row[k], j);
    }
    this->*target = FixedMatrix(n_rows(), n_cols, entries);
  }
  for (const Part& p : all) {
    const FixedMatrix& source = m_.*p.source;
    Copy copy{p.target, p.source, p.factor, {}};
    for (int j = 0; j < source.cols; ++j)
      for (int k = source.start[j]; k < source.start[j + 1]; ++k)
        copy.slot.push_back((this->*p.target).slot(p.first_row + source.row[k], j));
    copies_.push_back(std::move(copy));
  }
}

std::vector<ReducedRows::Part> ReducedRows::parts() const {
  using R = ReducedRows;
  using M = MotionMatrices;
  std::vector<Part> result = {{&R::B_a, &M::M, 0, 1},
                              {&R::B_v, &M::dynamics_v, 0, 1},
                              {&R::B_q, &M::dynamics_q, 0, 1},
                              {&R::B_s, &M::dynamics_s, 0, 1}};
  int first = n_v_;
  for (const ConstraintRows& c : rows_.constraints) {
    if (c.position != 0) result.push_back({&R::B_q, &M::g_q, first, c.position});
    if (c.velocity != 0) {
      result.push_back({&R::B_v, &M::G, first, c.velocity});
      result.push_back({&R::B_q, &M::velocity_q, first, c.velocity});
    }
    if (c.acceleration != 0) {
      result.push_back({&R::B_a, &M::G, first, c.acceleration});
      result.push_back({&R::B_v, &M::acceleration_v, first, c.acceleration});
      result.push_back({&R::B_q, &M::acceleration_q, first, c.acceleration});
    }
    first += info_.n_lambda();
  }
  return result;
}

void ReducedRows::linearize(SystemEvaluator& evaluator, const Motion& at) {
  evaluator.linearize(at, m_);
  omit_force_derivatives(rows_.jacobian, m_);
  for (FixedMatrix* b : {&B_a, &B_v, &B_q, &B_s}) b->set_zero();
  for (const Copy& copy : copies_) {
    double* const out = (this->*copy.target).value.data();
    const double* const in = (m_.*copy.source).value.data();
    for (std::size_t k = 0; k < copy.slot.size(); ++k) out[copy.slot[k]] += copy.factor * in[k];
  }
}

}  // namespace pleuel

#include "pleuel/mechanics/formulation/relaxed_newton.hpp"

#include "pleuel/mechanics/formulation/mechanical_newton.hpp"

namespace pleuel {

template <class Reduced>
RelaxedNewton<Reduced>::RelaxedNewton(EquationsOfMotion& dae, const ShiftCounts& shifts)
    : dae_(dae), shifts_(shifts) {
  begin();
}

template <class Reduced>
void RelaxedNewton<Reduced>::begin() {
  auto matrix = std::make_unique<Reduced>(dae_, shifts_);
  if (matrix->is_iterative()) {
    // Its errors and those of passes would add up, where ovd0 and psi0 leave no room for them.
    current_ = std::make_unique<MechanicalNewton>(dae_, shifts_);
    return;
  }
  reduced_ = matrix.get();
  current_ = std::move(matrix);
}

template <class Reduced>
void RelaxedNewton<Reduced>::forget() {
  current_->forget();
  if (reduced_ == nullptr && !current_->is_iterative()) begin();
}

template <class Reduced>
void RelaxedNewton<Reduced>::linearize(double t, ConstVec y, ConstVec ydot) {
  current_->linearize(t, y, ydot);
  if (reduced_ == nullptr || reduced_->is_usable()) return;
  reduced_ = nullptr;
  current_ = std::make_unique<MechanicalNewton>(dae_, shifts_);
  current_->linearize(t, y, ydot);
}

template class RelaxedNewton<NullSpaceNewton>;
template class RelaxedNewton<StaggeredNewton>;

}  // namespace pleuel

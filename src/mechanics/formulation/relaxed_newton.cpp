#include "pleuel/mechanics/formulation/relaxed_newton.hpp"

#include "pleuel/mechanics/formulation/mechanical_newton.hpp"

namespace pleuel {

RelaxedNewton::RelaxedNewton(EquationsOfMotion& dae, const ShiftCounts& shifts) : dae_(dae), shifts_(shifts) {
  begin();
}

void RelaxedNewton::begin() {
  auto matrix = std::make_unique<NullSpaceNewton>(dae_, shifts_);
  null_space_ = matrix.get();
  current_ = std::move(matrix);
}

void RelaxedNewton::forget() {
  current_->forget();
  if (null_space_ == nullptr) begin();
}

void RelaxedNewton::linearize(double t, ConstVec y, ConstVec ydot) {
  current_->linearize(t, y, ydot);
  if (null_space_ == nullptr || null_space_->is_usable()) return;
  null_space_ = nullptr;
  current_ = std::make_unique<MechanicalNewton>(dae_, shifts_);
  current_->linearize(t, y, ydot);
}

}  // namespace pleuel

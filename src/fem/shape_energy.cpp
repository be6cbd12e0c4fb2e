#include "pleuel/fem/shape_energy.hpp"

#include <stdexcept>

#include "pleuel/fem/shape_integrals.hpp"

namespace pleuel::fem {

ShapeEnergy::ShapeEnergy(const Matrix& K, std::vector<Matrix> T) : K_(full_matrix(K)), T_(std::move(T)) {
  if (static_cast<Eigen::Index>(T_.size()) != K.rows())
    throw std::logic_error("ShapeEnergy: one matrix T is needed for each shape");
  for (const auto& part : T_)
    if (part.rows() != K.rows() || part.cols() != K.rows())
      throw std::logic_error("ShapeEnergy: matrices of different sizes");
}

double ShapeEnergy::energy(ConstVec q) const {
  double sum = 0;
  for (int j = 0; j < size(); ++j)
    for (int i = 0; i < size(); ++i) {
      double stiffness = K_.value[i + j * size()];
      for (int k = 0; k < size(); ++k) stiffness += q[k] * T_[k](i, j);
      sum += 0.5 * q[i] * stiffness * q[j];
    }
  return sum;
}

void ShapeEnergy::gradient(ConstVec q, Vec out) const {
  out.setZero();
  for (int j = 0; j < size(); ++j)
    for (int i = 0; i < size(); ++i) {
      out[i] += K_.value[i + j * size()] * q[j];
      for (int k = 0; k < size(); ++k) {
        const double product = T_[k](i, j) * q[j];
        out[i] += q[k] * product;
        out[k] += 0.5 * q[i] * product;
      }
    }
}

void ShapeEnergy::tangent(ConstVec q, FixedMatrix& K) const {
  K.value = K_.value;
  for (int j = 0; j < size(); ++j)
    for (int i = 0; i < size(); ++i)
      for (int k = 0; k < size(); ++k)
        K.value[i + j * size()] += q[k] * (T_[k](i, j) + T_[i](j, k) + T_[j](i, k));
}

}  // namespace pleuel::fem

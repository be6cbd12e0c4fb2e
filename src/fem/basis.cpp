#include "pleuel/fem/basis.hpp"

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/normal_modes.hpp"
#include "pleuel/linalg/decompositions.hpp"

namespace pleuel::fem {
namespace {

/// Scaled to vᵀMv = 1; zero columns remain.
Matrix normalised(Matrix V, const FixedMatrix& M) {
  Vector Mv(V.rows());
  for (Eigen::Index j = 0; j < V.cols(); ++j) {
    Mv.setZero();
    M.multiply_add(1, V.col(j).data(), Mv.data());
    const double mass = V.col(j).dot(Mv);
    if (mass > 0) V.col(j) /= std::sqrt(mass);
  }
  return V;
}

Matrix constraint_modes(const StaticResponse& response, const FixedMatrix& interfaces) {
  const Matrix F = response.to(interfaces);
  Matrix PF(interfaces.cols, interfaces.cols);
  PF.setZero();
  for (int j = 0; j < interfaces.cols; ++j)
    interfaces.multiply_transposed_add(1, F.col(j).data(), PF.col(j).data());
  return F * inverse(PF);
}

}  // namespace

Basis make_basis(const StaticResponse& response, const FixedMatrix& M, const BasisChoice& choice) {
  std::vector<std::pair<ShapeKind, Matrix>> parts;
  if (choice.given.cols() > 0) parts.emplace_back(ShapeKind::given, choice.given);
  StaticResponse held = response;
  const bool has_interfaces = choice.interfaces.cols > 0;
  if (has_interfaces) {
    held.require(choice.interfaces);
    parts.emplace_back(ShapeKind::constraint, constraint_modes(response, choice.interfaces));
  }
  if (choice.loads.cols > 0)
    parts.emplace_back(ShapeKind::attachment, normalised(response.to(choice.loads), M));
  Basis basis;
  const int most = held.n_free() - 1;
  if (choice.n_modes > 0 || most > 0) {
    // One more than is kept: its frequency says what is left out.
    const int n = std::max(choice.n_modes, std::min(choice.n_modes + 1, most));
    const NormalModes modes = normal_modes(held, M, n);
    if (n > choice.n_modes) basis.first_omitted = modes.omega[choice.n_modes];
    if (choice.n_modes > 0)
      parts.emplace_back(has_interfaces ? ShapeKind::fixed_interface : ShapeKind::normal,
                         modes.shapes.leftCols(choice.n_modes));
  }
  Eigen::Index n_all = 0;
  for (const auto& [kind, shapes] : parts) n_all += shapes.cols();
  basis.V.resize(M.rows, n_all);
  Eigen::Index first = 0;
  for (const auto& [kind, shapes] : parts) {
    basis.V.middleCols(first, shapes.cols()) = shapes;
    basis.kinds.insert(basis.kinds.end(), static_cast<std::size_t>(shapes.cols()), kind);
    first += shapes.cols();
  }
  return basis;
}

}  // namespace pleuel::fem

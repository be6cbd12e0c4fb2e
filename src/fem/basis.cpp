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

FixedMatrix some_columns(const FixedMatrix& A, const std::vector<int>& columns) {
  std::vector<int> start = {0}, row;
  std::vector<double> value;
  for (const int j : columns) {
    for (int k = A.start[j]; k < A.start[j + 1]; ++k) {
      row.push_back(A.row[k]);
      value.push_back(A.value[k]);
    }
    start.push_back(static_cast<int>(row.size()));
  }
  FixedMatrix some(A.rows, static_cast<int>(columns.size()), std::move(start), std::move(row));
  some.value = std::move(value);
  return some;
}

/// The columns of `shapes`, M-orthogonal to V and to each other, without those that depend on
/// others.
Matrix rest_of(Matrix shapes, const Matrix& V, const FixedMatrix& M) {
  constexpr double least_rest = 1e-3;  // of the norm; less would be a shape of rounding errors
  const Matrix basis = V.cols() > 0 ? normalised(V, M) : V;
  Matrix kept(shapes.rows(), 0);
  shapes = normalised(std::move(shapes), M);
  for (Eigen::Index j = 0; j < shapes.cols(); ++j) {
    Vector rest = shapes.col(j);
    for (int pass = 0; pass < 2; ++pass)  // the second removes what rounding left
      for (const Matrix* others : {&basis, static_cast<const Matrix*>(&kept)}) {
        if (others->cols() == 0) continue;
        Matrix product(others->cols(), others->cols());
        Matrix MV = Matrix::Zero(M.rows, others->cols());
        for (Eigen::Index k = 0; k < others->cols(); ++k)
          M.multiply_add(1, others->col(k).data(), MV.col(k).data());
        product = others->transpose() * MV;
        rest -= *others * solved_symmetric(product, Vector(MV.transpose() * rest));
      }
    Vector Mr = Vector::Zero(M.rows);
    M.multiply_add(1, rest.data(), Mr.data());
    const double size = std::sqrt(std::max(rest.dot(Mr), 0.0));
    if (!(size > least_rest)) continue;
    kept.conservativeResize(Eigen::NoChange, kept.cols() + 1);
    kept.rightCols(1) = rest / size;
  }
  return kept;
}

}  // namespace

Basis make_basis(const StaticResponse& response, const FixedMatrix& M, const BasisChoice& choice) {
  std::vector<std::pair<ShapeKind, Matrix>> parts;
  if (choice.given.cols() > 0) parts.emplace_back(ShapeKind::given, choice.given);
  StaticResponse held = response;
  Basis basis;
  basis.interfaces = response.independent(choice.interfaces);
  const bool has_interfaces = !basis.interfaces.empty();
  if (has_interfaces) {
    const FixedMatrix motions = some_columns(choice.interfaces, basis.interfaces);
    held.require(motions);
    parts.emplace_back(ShapeKind::constraint, constraint_modes(response, motions));
  }
  basis.loads = response.independent(choice.loads);
  if (!basis.loads.empty())
    parts.emplace_back(ShapeKind::attachment,
                       normalised(response.to(some_columns(choice.loads, basis.loads)), M));
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
  if (choice.inertia.cols() > 0) {
    Matrix V(M.rows, 0);
    for (const auto& [kind, shapes] : parts) {
      V.conservativeResize(Eigen::NoChange, V.cols() + shapes.cols());
      V.rightCols(shapes.cols()) = shapes;
    }
    parts.emplace_back(ShapeKind::inertia, rest_of(held.to(choice.inertia), V, M));
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

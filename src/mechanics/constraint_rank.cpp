#include "pleuel/mechanics/constraint_rank.hpp"

#include <Eigen/OrderingMethods>
#include <Eigen/SparseCholesky>
#include <Eigen/SparseQR>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "pleuel/linalg/decompositions.hpp"

namespace pleuel {
namespace {

constexpr int largest_dense = 400;          // columns of G
constexpr double clear_square = 1e-10;      // squared sine that is certainly not caused by rounding
constexpr double least_coefficient = 1e-8;  // smaller coefficients count as zero

std::vector<double> row_lengths(const FixedMatrix& G) {
  std::vector<double> length(G.rows, 0.0);
  for (std::size_t k = 0; k < G.row.size(); ++k) length[G.row[k]] += G.value[k] * G.value[k];
  for (double& x : length) x = x > 0 ? std::sqrt(x) : 1.0;
  return length;
}

/// From the order of the constraints in the factorisation and the coefficients of each dependent
/// constraint.
template <class Coefficients>
ConstraintRank rank_from(const std::vector<int>& order, int rank, Coefficients coefficients) {
  ConstraintRank result;
  result.independent.assign(order.begin(), order.begin() + rank);
  for (std::size_t j = rank; j < order.size(); ++j) {
    DependentRow row{order[j], {}};
    const Vector c = coefficients(static_cast<int>(j));
    for (int k = 0; k < rank; ++k)
      if (std::abs(c[k]) > least_coefficient) row.of.push_back(order[k]);
    std::sort(row.of.begin(), row.of.end());
    result.dependent.push_back(std::move(row));
  }
  std::sort(result.independent.begin(), result.independent.end());
  std::sort(result.dependent.begin(), result.dependent.end(),
            [](const auto& a, const auto& b) { return a.row < b.row; });
  return result;
}

ConstraintRank dense_rank(const FixedMatrix& G, double dependent_below) {
  Matrix gradients = G.dense().transpose();
  const std::vector<double> length = row_lengths(G);
  for (int i = 0; i < G.rows; ++i) gradients.col(i) /= length[i];
  const PivotedQr qr(gradients, dependent_below);
  const int rank = static_cast<int>(qr.rank());
  const Matrix& R = qr.R();
  return rank_from(qr.order(), rank, [&](int j) {
    return Vector(R.topLeftCorner(rank, rank).triangularView<Eigen::Upper>().solve(R.col(j).head(rank)));
  });
}

using Sparse = Eigen::SparseMatrix<double>;

/// Gᵀ with columns of length one.
Sparse scaled_gradients(const FixedMatrix& G) {
  const std::vector<double> length = row_lengths(G);
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(G.row.size());
  for (int j = 0; j < G.cols; ++j)
    for (int k = G.start[j]; k < G.start[j + 1]; ++k)
      entries.emplace_back(j, G.row[k], G.value[k] / length[G.row[k]]);
  Sparse gradients(G.cols, G.rows);
  gradients.setFromTriplets(entries.begin(), entries.end());
  gradients.makeCompressed();
  return gradients;
}

/// True if L D Lᵀ = Ĝ Ĝᵀ shows full rank. Each entry of D is the squared sine of the angle between
/// a row and the span of the previous rows. Squares have half the digits; unclear cases are left to
/// the much more expensive QR factorisation.
bool is_clearly_full(const Sparse& gradients, double dependent_below) {
  const Sparse product = gradients.transpose() * gradients;
  const Eigen::SimplicialLDLT<Sparse> factor(product);
  return factor.info() == Eigen::Success &&
         factor.vectorD().minCoeff() > std::max(clear_square, 4 * dependent_below * dependent_below);
}

ConstraintRank sparse_rank(const FixedMatrix& G, double dependent_below) {
  const Sparse gradients = scaled_gradients(G);
  if (is_clearly_full(gradients, dependent_below)) {
    ConstraintRank result;
    result.independent.resize(G.rows);
    std::iota(result.independent.begin(), result.independent.end(), 0);
    return result;
  }
  Eigen::SparseQR<Sparse, Eigen::COLAMDOrdering<int>> qr;
  qr.setPivotThreshold(dependent_below);
  qr.compute(gradients);
  const int rank = static_cast<int>(qr.rank());
  const auto& order = qr.colsPermutation().indices();
  const Sparse R = qr.matrixR();
  const Sparse square = R.topLeftCorner(rank, rank);
  return rank_from({order.data(), order.data() + order.size()}, rank, [&](int j) {
    Vector c = Vector(R.col(j)).head(rank);
    square.triangularView<Eigen::Upper>().solveInPlace(c);
    return c;
  });
}

}  // namespace

ConstraintRank constraint_rank(const FixedMatrix& G, double dependent_below) {
  if (G.rows == 0) return {};
  return G.cols <= largest_dense ? dense_rank(G, dependent_below) : sparse_rank(G, dependent_below);
}

}  // namespace pleuel

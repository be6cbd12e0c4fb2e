#include "pleuel/integrator/radau/stage_kernels.hpp"

#include <string>

#include "pleuel/base/error.hpp"

namespace pleuel {
namespace {

using Index = Eigen::Index;

template <int S>
void combine(Index n, double scale, const double* C, const double* __restrict X, double* __restrict Y) {
  double c[S][S];
  for (int i = 0; i < S; ++i) {
    for (int j = 0; j < S; ++j) c[i][j] = scale * C[i * S + j];
  }
  for (Index k = 0; k < n; ++k) {
    double x[S];
    for (int j = 0; j < S; ++j) x[j] = X[j * n + k];
    for (int i = 0; i < S; ++i) {
      double sum = c[i][0] * x[0];
      for (int j = 1; j < S; ++j) sum += c[i][j] * x[j];
      Y[i * n + k] = sum;
    }
  }
}

template <int S>
void shift(Index n, const double* __restrict y, const double* __restrict Z, double* __restrict Y) {
  for (int i = 0; i < S; ++i) {
    for (Index k = 0; k < n; ++k) Y[i * n + k] = y[k] + Z[i * n + k];
  }
}

template <int S>
void reduce(Index n, double scale, const double* weight, const double* __restrict X,
            double* __restrict result) {
  double w[S];
  for (int j = 0; j < S; ++j) w[j] = scale * weight[j];
  for (Index k = 0; k < n; ++k) {
    double sum = w[0] * X[k];
    for (int j = 1; j < S; ++j) sum += w[j] * X[j * n + k];
    result[k] = sum;
  }
}

template <int S>
double update(Index n, const double* T, const double* __restrict weight, const double* __restrict D,
              double* __restrict W, double* __restrict Z) {
  double t[S][S];
  for (int i = 0; i < S; ++i) {
    for (int j = 0; j < S; ++j) t[i][j] = T[i * S + j];
  }
  // One sum for each stage: they do not wait for each other.
  double sums[S] = {};
  for (Index k = 0; k < n; ++k) {
    double w[S];
    for (int j = 0; j < S; ++j) {
      const double d = D[j * n + k];
      const double e = weight[k] * d;
      sums[j] += e * e;
      w[j] = W[j * n + k] + d;
      W[j * n + k] = w[j];
    }
    for (int i = 0; i < S; ++i) {
      double z = t[i][0] * w[0];
      for (int j = 1; j < S; ++j) z += t[i][j] * w[j];
      Z[i * n + k] = z;
    }
  }
  double sum = 0;
  for (double part : sums) sum += part;
  return sum;
}

template <int S>
StageKernels kernels() {
  return {combine<S>, shift<S>, reduce<S>, update<S>};
}

}  // namespace

StageKernels stage_kernels(int stages) {
  switch (stages) {
    case 1:
      return kernels<1>();
    case 3:
      return kernels<3>();
    case 5:
      return kernels<5>();
    case 7:
      return kernels<7>();
    default:
      throw InvalidInput("Radau IIA with " + std::to_string(stages) +
                         " stages is not offered; take 1, 3, 5 or 7");
  }
}

}  // namespace pleuel

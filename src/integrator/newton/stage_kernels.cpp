#include "pleuel/integrator/newton/stage_kernels.hpp"

#include <stdexcept>
#include <string>

#include "pleuel/linalg/simd.hpp"

namespace pleuel {
namespace {

using Index = Eigen::Index;

template <int S>
void combine(Index n, double scale, const double* C, const double* X, double* Y) {
  double c[S][S];
  for (int i = 0; i < S; ++i) {
    for (int j = 0; j < S; ++j) c[i][j] = scale * C[i * S + j];
  }
  in_registers(n, [&]<class T>(Index k) {
    T x[S];
    for (int j = 0; j < S; ++j) x[j] = load<T>(X + j * n + k);
    for (int i = 0; i < S; ++i) {
      T sum = c[i][0] * x[0];
      for (int j = 1; j < S; ++j) sum += c[i][j] * x[j];
      store(sum, Y + i * n + k);
    }
  });
}

template <int S>
void shift(Index n, const double* y, const double* Z, double* Y) {
  in_registers(n, [&]<class T>(Index k) {
    const T start = load<T>(y + k);
    for (int i = 0; i < S; ++i) store(start + load<T>(Z + i * n + k), Y + i * n + k);
  });
}

template <int S>
void reduce(Index n, double scale, const double* weight, const double* X, double* result) {
  double w[S];
  for (int j = 0; j < S; ++j) w[j] = scale * weight[j];
  in_registers(n, [&]<class T>(Index k) {
    T sum = w[0] * load<T>(X + k);
    for (int j = 1; j < S; ++j) sum += w[j] * load<T>(X + j * n + k);
    store(sum, result + k);
  });
}

template <int S>
double update(Index n, const double* T, const double* weight, const double* D, double* W, double* Z) {
  // Adds the increments at k, except where is_new is zero, and returns their squares.
  const auto add = [&]<class R>(Index k, const R& is_new) {
    R w[S], sum = R{};
    for (int j = 0; j < S; ++j) {
      const R d = is_new * load<R>(D + j * n + k);
      const R e = load<R>(weight + k) * d;
      sum += e * e;
      w[j] = load<R>(W + j * n + k) + d;
      store(w[j], W + j * n + k);
    }
    for (int i = 0; i < S; ++i) {
      R z = T[i * S] * w[0];
      for (int j = 1; j < S; ++j) z += T[i * S + j] * w[j];
      store(z, Z + i * n + k);
    }
    return sum;
  };
  double sum = 0;
  if (n < lanes) {
    for (Index k = 0; k < n; ++k) sum += add(k, 1.0);
    return sum;
  }
  Lanes sums{};
  Index k = 0;
  for (; k + lanes <= n; k += lanes) sums += add(k, Lanes{1, 1, 1, 1});
  if (const Index n_old = k + lanes - n; n_old < lanes)
    sums += add(n - lanes, Lanes{0, n_old > 1 ? 0. : 1., n_old > 2 ? 0. : 1., 1});
  for (int i = 0; i < lanes; ++i) sum += sums[i];
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
    case 4:
      return kernels<4>();
    case 5:
      return kernels<5>();
    case 6:
      return kernels<6>();
    case 7:
      return kernels<7>();
    case 8:
      return kernels<8>();
    case 9:
      return kernels<9>();
    case 10:
      return kernels<10>();
    case 12:
      return kernels<12>();
    default:
      throw std::logic_error("there are no kernels for " + std::to_string(stages) + " stages");
  }
}

}  // namespace pleuel

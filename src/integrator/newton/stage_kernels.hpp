// Operations on all stages, unrolled for each number of stages.
#pragma once

#include "pleuel/linalg/types.hpp"

namespace pleuel {

/// Stages are columns; column j of X starts at X + j·n. Outputs must not overlap inputs.
struct StageKernels {
  /// Y_i = scale Σ_j C_ij X_j, C s × s by rows.
  using Combine = void (*)(Eigen::Index n, double scale, const double* C, const double* X, double* Y);
  /// Y_i = y + Z_i.
  using Shift = void (*)(Eigen::Index n, const double* y, const double* Z, double* Y);
  /// result = scale Σ_j weight_j X_j.
  using Reduce = void (*)(Eigen::Index n, double scale, const double* weight, const double* X,
                          double* result);
  /// W += D, Z = T W; returns Σ (weight_i D_ij)².
  using Update = double (*)(Eigen::Index n, const double* T, const double* weight, const double* D, double* W,
                            double* Z);

  Combine combine = nullptr;
  Shift shift = nullptr;
  Reduce reduce = nullptr;
  Update update = nullptr;
};

/// The kernels for s = 1, 3 to 10 and 12.
StageKernels stage_kernels(int stages);

}  // namespace pleuel

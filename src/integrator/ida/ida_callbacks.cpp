// Callbacks of the library.
#include <sunmatrix/sunmatrix_sparse.h>

#include <cmath>
#include <limits>
#include <new>
#include <utility>

#include "pleuel/integrator/ida/ida_library.hpp"

namespace pleuel {
namespace {

// Return values of a callback.
constexpr int kDone = 0;
constexpr int kTryShorterStep = 1;
constexpr int kGiveUp = -1;

ConstVec read(N_Vector x) { return {N_VGetArrayPointer(x), static_cast<Eigen::Index>(N_VGetLength(x))}; }
Vec write(N_Vector x) { return {N_VGetArrayPointer(x), static_cast<Eigen::Index>(N_VGetLength(x))}; }

}  // namespace

/// Calls `work`; exceptions must not pass through the library, which is written in C.
template <class Work>
int Ida::Library::guarded(Work work) {
  try {
    return work();
  } catch (const LeftDomain& left) {
    left_domain_ = left;
    t_refused_ = t_asked_;
    return kTryShorterStep;
  } catch (const std::bad_alloc&) {
    is_out_of_memory_ = true;
  } catch (const std::exception& exception) {
    thrown_ = exception.what();
  } catch (...) {
    thrown_ = "an exception that is no std::exception";
  }
  return kGiveUp;
}

int Ida::Library::residual(double t, N_Vector y, N_Vector ydot, N_Vector rows, void* self) {
  auto& library = *static_cast<Library*>(self);
  library.t_asked_ = t;
  return library.guarded([&] {
    Vec out = write(rows);
    library.dae_.residual(t, read(y), read(ydot), out);
    if (std::isfinite(out.sum())) return kDone;
    for (Eigen::Index i = 0; i < out.size(); ++i) {
      if (std::isfinite(out[i])) continue;
      library.bad_row_ = static_cast<int>(i);
      library.left_domain_.reset();
      library.t_refused_ = t;
      return kTryShorterStep;
    }
    return kDone;
  });
}

int Ida::Library::weights(N_Vector y, N_Vector weights, void* self) {
  const Tolerances& tolerances = static_cast<Library*>(self)->tolerances_;
  const ConstVec x = read(y);
  Vec w = write(weights);
  for (Eigen::Index i = 0; i < x.size(); ++i) {
    const double scale = tolerances.atol[i] + tolerances.rtol[i] * std::abs(x[i]);
    if (!(scale > 0)) return kGiveUp;
    w[i] = 1 / scale;
  }
  return kDone;
}

/// ∂residual/∂y + α ∂residual/∂ẏ is −(α E − J): factored without the sign, which solve_saddle adds.
int Ida::Library::linearize(double t, double alpha, N_Vector y, N_Vector ydot, N_Vector, SUNMatrix,
                            void* self, N_Vector, N_Vector, N_Vector) {
  auto& library = *static_cast<Library*>(self);
  return library.guarded([&] {
    library.saddle_->linearize(t, read(y), read(ydot));
    return library.saddle_->factor_real(0, alpha, 1.0) ? kTryShorterStep : kDone;
  });
}

int Ida::Library::solve_saddle(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector rhs, double) {
  auto& library = *static_cast<Library*>(solver->content);
  return library.guarded([&] {
    Vec out = write(x);
    library.saddle_->solve_real(0, read(rhs), out);
    out = -out;
    return kDone;
  });
}

/// The sparse Jacobian by difference quotients, with the increments of the library's dense version.
int Ida::Library::differences(double t, double alpha, N_Vector y, N_Vector ydot, N_Vector rows, SUNMatrix J,
                              void* self, N_Vector, N_Vector, N_Vector) {
  auto& library = *static_cast<Library*>(self);
  const double root = std::sqrt(std::numeric_limits<double>::epsilon());
  const DifferenceColumns& columns = library.columns_;
  const ConstVec x = read(y), x_dot = read(ydot), base = read(rows);
  const Tolerances& tolerances = library.tolerances_;
  const auto increment = [&](int j) {
    const double size = std::max(std::abs(x[j]), std::abs(library.h_ * x_dot[j]));
    return root * std::max(size, tolerances.atol[j] + tolerances.rtol[j] * std::abs(x[j]));
  };
  double* const values = SUNSparseMatrix_Data(J);
  std::copy(columns.start.begin(), columns.start.end(), SUNSparseMatrix_IndexPointers(J));
  std::copy(columns.row.begin(), columns.row.end(), SUNSparseMatrix_IndexValues(J));
  return library.guarded([&] {
    library.shifted_ = x;
    library.shifted_rate_ = x_dot;
    for (const std::vector<int>& group : columns.groups) {
      for (const int j : group) {
        library.shifted_[j] += increment(j);
        library.shifted_rate_[j] += alpha * increment(j);
      }
      library.dae_.residual(t, view(std::as_const(library.shifted_)),
                            view(std::as_const(library.shifted_rate_)), view(library.rows_));
      ++library.difference_rhs_;
      for (const int j : group) {
        for (long k = columns.start[j]; k < columns.start[j + 1]; ++k)
          values[k] = (library.rows_[columns.row[k]] - base[columns.row[k]]) / increment(j);
        library.shifted_[j] = x[j];
        library.shifted_rate_[j] = x_dot[j];
      }
    }
    return kDone;
  });
}

}  // namespace pleuel

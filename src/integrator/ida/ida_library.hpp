// The SUNDIALS objects of Ida. Includes the library's headers; only for the sources of this folder.
#pragma once

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>

#include <string>

#include "pleuel/integrator/control/recent_steps.hpp"
#include "pleuel/integrator/ida/difference_columns.hpp"
#include "pleuel/integrator/ida/ida.hpp"
#include "pleuel/integrator/loop/step_failures.hpp"

namespace pleuel {

/// Owns the library's objects, provides its callbacks and translates its return values.
class Ida::Library : public DenseOutput {
 public:
  Library(Dae& dae, const StepSettings& settings, const IdaOptions& options);
  ~Library() override;
  Library(const Library&) = delete;
  Library& operator=(const Library&) = delete;

  void start(double t, ConstVec y, ConstVec ydot, double t_end);
  StepOutcome step(double t_stop);
  const Statistics& statistics();

  double t() const { return t_; }
  ConstVec y() const { return view(y_); }

  // The last step as dense output: the library's interpolant.
  double begin() const override { return t_before_; }
  double end() const override { return t_; }
  int order() const override { return order_; }
  void evaluate(double t, Vec y) const override;

 private:
  static int residual(double t, N_Vector y, N_Vector ydot, N_Vector rows, void* self);
  static int weights(N_Vector y, N_Vector weights, void* self);
  static int linearize(double t, double alpha, N_Vector y, N_Vector ydot, N_Vector rows, SUNMatrix J,
                       void* self, N_Vector, N_Vector, N_Vector);
  static int differences(double t, double alpha, N_Vector y, N_Vector ydot, N_Vector rows, SUNMatrix J,
                         void* self, N_Vector, N_Vector, N_Vector);
  static int solve_saddle(SUNLinearSolver solver, SUNMatrix, N_Vector x, N_Vector rhs, double);

  void create(double t);
  void set_options();
  void make_own_solver(double t);
  void make_saddle_solver();
  template <class Work>
  int guarded(Work work);
  void must(int flag, const char* what) const;
  void read_statistics();
  Failure failure_for(int flag);
  StepSituation situation();
  double smallest_step() const;

  Dae& dae_;
  StepSettings settings_;
  IdaOptions options_;
  Tolerances tolerances_;
  SUNContext context_ = nullptr;
  void* memory_ = nullptr;
  N_Vector y_view_ = nullptr, ydot_view_ = nullptr;
  mutable N_Vector dense_view_ = nullptr;
  SUNMatrix matrix_ = nullptr;
  SUNLinearSolver solver_ = nullptr;
  std::unique_ptr<NewtonMatrix> saddle_;
  DifferenceColumns columns_;
  Vector y_, ydot_, shifted_, shifted_rate_, rows_;

  double t_ = 0, t_before_ = 0, h_ = 0, direction_ = 1, span_ = 0;
  int order_ = 1;
  Statistics statistics_;
  Statistics before_start_;  // of earlier starts; the library counts from its last start
  long difference_rhs_ = 0;  // residual evaluations for the sparse Jacobian, over all starts
  RecentSteps recent_;
  std::string thrown_;  // text of an exception thrown by the model
  bool is_out_of_memory_ = false;
  std::optional<LeftDomain>
      left_domain_;  // last message of the model, if that was the last failure and not a NaN
  int bad_row_ = -1;
  double t_asked_ = 0, t_refused_ = 0;  // times of the last residual and of the last rejected one
  std::string message_;                 // the library's last message
};

}  // namespace pleuel

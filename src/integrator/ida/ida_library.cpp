#include "pleuel/integrator/ida/ida_library.hpp"

#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <cmath>
#include <limits>
#include <new>
#include <stdexcept>
#include <utility>

namespace pleuel {
namespace {

constexpr int kLargestDense = 100;  // unknowns
constexpr double kEpsilon = std::numeric_limits<double>::epsilon();

void keep_message(int, const char*, const char*, char* text, void* message) {
  *static_cast<std::string*>(message) = text;
}

SUNMatrix_ID matrix_id(SUNMatrix) { return SUNMATRIX_CUSTOM; }
int nothing_to_clear(SUNMatrix) { return 0; }
SUNLinearSolver_Type solver_type(SUNLinearSolver) { return SUNLINEARSOLVER_DIRECT; }
SUNLinearSolver_ID solver_id(SUNLinearSolver) { return SUNLINEARSOLVER_CUSTOM; }
int nothing_to_set_up(SUNLinearSolver, SUNMatrix) { return 0; }
int nothing_to_initialize(SUNLinearSolver) { return 0; }

}  // namespace

Ida::Library::Library(Dae& dae, const StepSettings& settings, const IdaOptions& options)
    : dae_(dae),
      settings_(settings),
      options_(options),
      tolerances_(resolve(settings.tolerance, dae.info().unknowns)) {}

Ida::Library::~Library() {
  if (memory_ != nullptr) IDAFree(&memory_);
  if (solver_ != nullptr)
    options_.linear == IdaLinear::saddle ? SUNLinSolFreeEmpty(solver_) : void(SUNLinSolFree(solver_));
  if (matrix_ != nullptr)
    options_.linear == IdaLinear::saddle ? SUNMatFreeEmpty(matrix_) : SUNMatDestroy(matrix_);
  for (N_Vector vector : {y_view_, ydot_view_, dense_view_})
    if (vector != nullptr) N_VDestroy(vector);
  if (context_ != nullptr) SUNContext_Free(&context_);
}

/// Checks a call that can only fail for lack of memory or by a programming error.
void Ida::Library::must(int flag, const char* what) const {
  if (flag < 0) throw std::runtime_error(std::string("SUNDIALS: ") + what + " failed: " + message_);
}

void Ida::Library::start(double t, ConstVec y, ConstVec ydot, double t_end) {
  y_ = y;
  ydot_ = ydot;
  t_ = t_before_ = t;
  order_ = 1;
  h_ = 0;
  span_ = std::abs(t_end - t);
  direction_ = t_end < t ? -1 : 1;
  thrown_.clear();
  if (memory_ == nullptr) {
    create(t);
  } else {
    read_statistics();
    before_start_ = statistics_;
    before_start_.rhs -= difference_rhs_;
    must(IDAReInit(memory_, t, y_view_, ydot_view_), "IDAReInit");
  }
  must(IDASetInitStep(memory_, direction_ * settings_.h0), "IDASetInitStep");
}

void Ida::Library::create(double t) {
  const auto n = static_cast<sunindextype>(y_.size());
  shifted_ = shifted_rate_ = y_;
  rows_.setZero(dae_.info().n_rows());
  must(SUNContext_Create(nullptr, &context_), "SUNContext_Create");
  y_view_ = N_VMake_Serial(n, y_.data(), context_);
  ydot_view_ = N_VMake_Serial(n, ydot_.data(), context_);
  dense_view_ = N_VMake_Serial(n, y_.data(), context_);
  memory_ = IDACreate(context_);
  if (memory_ == nullptr) throw std::runtime_error("SUNDIALS: IDACreate failed");
  must(IDASetErrHandlerFn(memory_, keep_message, &message_), "IDASetErrHandlerFn");
  must(IDAInit(memory_, residual, t, y_view_, ydot_view_), "IDAInit");
  must(IDASetUserData(memory_, this), "IDASetUserData");
  must(IDAWFtolerances(memory_, weights), "IDAWFtolerances");
  set_options();
  if (options_.linear == IdaLinear::saddle)
    make_saddle_solver();
  else
    make_own_solver(t);
}

void Ida::Library::set_options() {
  must(IDASetMaxOrd(memory_, options_.order_max), "IDASetMaxOrd");
  must(IDASetNonlinConvCoef(memory_, options_.newton_tolerance), "IDASetNonlinConvCoef");
  // The library's limit of ten is too low after an event, where slopes of algebraic unknowns are
  // unknown.
  must(IDASetMaxErrTestFails(memory_, settings_.max_retries), "IDASetMaxErrTestFails");
  if (settings_.h_max > 0) must(IDASetMaxStep(memory_, settings_.h_max), "IDASetMaxStep");
  bool has_higher_index = false;
  N_Vector id = N_VNew_Serial(static_cast<sunindextype>(y_.size()), context_);
  for (int i = 0; i < dae_.info().n_unknowns(); ++i) {
    const Unknown& unknown = dae_.info().unknowns[i];
    has_higher_index = has_higher_index || unknown.index > 1;
    N_VGetArrayPointer(id)[i] = unknown.is_differential ? 1.0 : 0.0;
  }
  must(IDASetId(memory_, id), "IDASetId");
  N_VDestroy(id);
  const bool is_free = options_.algebraic == IdaAlgebraic::free ||
                       (options_.algebraic == IdaAlgebraic::by_index && has_higher_index);
  must(IDASetSuppressAlg(memory_, is_free ? 1 : 0), "IDASetSuppressAlg");
}

void Ida::Library::make_own_solver(double t) {
  const auto n = static_cast<sunindextype>(y_.size());
  if (n <= kLargestDense || options_.linear == IdaLinear::dense) {
    matrix_ = SUNDenseMatrix(n, n, context_);
    if (matrix_ == nullptr) throw std::bad_alloc();
    solver_ = SUNLinSol_Dense(y_view_, matrix_, context_);
    must(IDASetLinearSolver(memory_, solver_, matrix_), "IDASetLinearSolver");
    return;
  }
  columns_ = difference_columns(dae_, t, view(std::as_const(y_)), view(std::as_const(ydot_)));
  matrix_ = SUNSparseMatrix(n, n, columns_.n_entries(), CSC_MAT, context_);
  if (matrix_ == nullptr) throw std::bad_alloc();
  solver_ = SUNLinSol_KLU(y_view_, matrix_, context_);
  must(IDASetLinearSolver(memory_, solver_, matrix_), "IDASetLinearSolver");
  must(IDASetJacFn(memory_, differences), "IDASetJacFn");
}

/// A matrix without entries, whose "evaluation" factors the NewtonMatrix of the equations, and a
/// solver that uses it.
void Ida::Library::make_saddle_solver() {
  saddle_ = dae_.newton_matrix({.real = 1, .complex = 0});
  matrix_ = SUNMatNewEmpty(context_);
  matrix_->ops->getid = matrix_id;
  matrix_->ops->zero = nothing_to_clear;
  solver_ = SUNLinSolNewEmpty(context_);
  solver_->content = this;
  solver_->ops->gettype = solver_type;
  solver_->ops->getid = solver_id;
  solver_->ops->initialize = nothing_to_initialize;
  solver_->ops->setup = nothing_to_set_up;
  solver_->ops->solve = solve_saddle;
  must(IDASetLinearSolver(memory_, solver_, matrix_), "IDASetLinearSolver");
  must(IDASetJacFn(memory_, linearize), "IDASetJacFn");
}

StepOutcome Ida::Library::step(double t_stop) {
  const double left = direction_ * (t_stop - t_);
  if (left <= 2 * kEpsilon * std::abs(t_)) {
    t_ = t_stop;
    return {.failure = {}, .t = t_, .h = 0, .order = order_};
  }
  long accepted = 0;
  IDAGetNumSteps(memory_, &accepted);
  if (before_start_.steps + accepted >= settings_.max_steps)
    return {
        .failure = step_limit_failure(situation(), settings_.max_steps), .t = t_, .h = h_, .order = order_};
  int flag = IDASetStopTime(memory_, t_stop);
  if (flag >= 0) flag = IDASetMinStep(memory_, std::min(left, smallest_step()));
  double t = t_;
  if (flag >= 0) flag = IDASolve(memory_, t_stop, &t, y_view_, ydot_view_, IDA_ONE_STEP);
  if (flag < 0) {
    if (is_out_of_memory_) throw std::bad_alloc();
    Failure failure = failure_for(flag);
    return {.failure = std::move(failure), .t = t_, .h = h_, .order = order_};
  }
  t_before_ = t_;
  t_ = t;
  if (direction_ * (t_ - t_refused_) >= 0) {  // otherwise it approaches the end of the domain
    bad_row_ = -1;
    left_domain_.reset();
  }
  IDAGetLastStep(memory_, &h_);
  IDAGetLastOrder(memory_, &order_);
  recent_.add(h_);
  return {.failure = {}, .t = t_, .h = t_ - t_before_, .order = order_};
}

void Ida::Library::evaluate(double t, Vec y) const {
  if (t_before_ == t_ || t == t_) {
    y = y_;
    return;
  }
  N_VSetArrayPointer(y.data(), dense_view_);
  if (IDAGetDky(memory_, t, 0, dense_view_) < 0) y.setConstant(std::numeric_limits<double>::quiet_NaN());
}

const Statistics& Ida::Library::statistics() {
  read_statistics();
  return statistics_;
}

void Ida::Library::read_statistics() {
  if (memory_ == nullptr) return;
  long accepted = 0, error_failures = 0, step_failures = 0, rhs = 0, jacobian_rhs = 0, jacobians = 0,
       setups = 0, iterations = 0;
  IDAGetNumSteps(memory_, &accepted);
  IDAGetNumErrTestFails(memory_, &error_failures);
  IDAGetNumStepSolveFails(memory_, &step_failures);
  IDAGetNumResEvals(memory_, &rhs);
  IDAGetNumLinResEvals(memory_, &jacobian_rhs);
  IDAGetNumJacEvals(memory_, &jacobians);
  IDAGetNumLinSolvSetups(memory_, &setups);
  IDAGetNumNonlinSolvIters(memory_, &iterations);
  const Statistics& before = before_start_;
  statistics_.accepted = before.accepted + accepted;
  statistics_.rejected = before.rejected + error_failures;
  statistics_.newton_failures = before.newton_failures + step_failures;
  statistics_.steps = statistics_.accepted + statistics_.rejected + statistics_.newton_failures;
  statistics_.rhs = before.rhs + rhs + jacobian_rhs + difference_rhs_;
  statistics_.jacobians = before.jacobians + jacobians;
  statistics_.factorizations = before.factorizations + setups;
  statistics_.solves = before.solves + iterations;
  statistics_.iterations = before.iterations + iterations;
}

/// Below this, t + h equals t; the library would continue with such steps.
double Ida::Library::smallest_step() const { return 10 * kEpsilon * std::abs(t_); }

StepSituation Ida::Library::situation() {
  double h = 0;
  int order = 1;
  IDAGetCurrentStep(memory_, &h);
  IDAGetCurrentOrder(memory_, &order);
  return {.dae = dae_.info(),
          .settings = settings_,
          .method = "ida",
          .t = t_,
          .h = h,
          .order = order,
          .recent_steps = recent_.list(),
          .h_planned = std::abs(h),
          .smallest_step = smallest_step()};
}

/// Translates the library's codes into the failures common to all methods.
Failure Ida::Library::failure_for(int flag) {
  StepSituation at = situation();
  if (!thrown_.empty()) return thrown_failure(at, thrown_);
  const bool is_smallest = at.h_planned <= 2 * smallest_step() && (bad_row_ >= 0 || left_domain_);
  if (is_smallest || flag == IDA_REP_RES_ERR || flag == IDA_FIRST_RES_FAIL || flag == IDA_RES_FAIL)
    return left_domain_ ? left_domain_failure(at, *left_domain_) : not_finite_failure(at, bad_row_);
  Failure failure;
  if (flag == IDA_ERR_FAIL || flag == IDA_TOO_MUCH_ACC || flag == IDA_BAD_EWT) {
    IDAGetEstLocalErrors(memory_, ydot_view_);
    N_Vector weights_view = N_VClone(y_view_);
    IDAGetErrWeights(memory_, weights_view);
    double worst_size = -1;
    int worst = -1;
    for (int i = 0; i < ydot_.size(); ++i) {
      const double size = std::abs(ydot_[i] * N_VGetArrayPointer(weights_view)[i]);
      if (size > worst_size) {
        worst_size = size;
        worst = i;
      }
    }
    N_VDestroy(weights_view);
    failure = error_test_failure(at, std::max(worst_size, 1.0), worst);
  } else {
    failure = iteration_failure(at, message_);
  }
  failure.what += " (IDA: " + message_ + ")";
  return failure;
}

}  // namespace pleuel

// IDA of SUNDIALS with the common interface.
#pragma once

#include <memory>

#include "pleuel/integrator/integrator.hpp"

namespace pleuel {

/// Linear solver of Newton's method.
enum class IdaLinear {
  /// the library: dense, or KLU beyond 100 unknowns; its Jacobian uses difference quotients of the
  /// residual
  own,
  dense,  ///< the library, always dense
  saddle  ///< the equations' NewtonMatrix, as for all other methods
};

/// Whether algebraic unknowns enter the error test.
enum class IdaAlgebraic {
  /// only if no unknown has an index above 1, as the library's manual advises
  by_index,
  tested,
  free
};

struct IdaOptions {
  int order_max = 5;
  double newton_tolerance = 0.33;  ///< the library's default
  IdaLinear linear = IdaLinear::own;
  IdaAlgebraic algebraic = IdaAlgebraic::by_index;
};

/// Version of the library at run time, for example "6.4.1".
std::string sundials_version();

/// Variable-order, variable-step BDF of SUNDIALS [HBG05], with the settings of its manual, for
/// comparison with Bdf. The equations are 0 = residual(t, y, ẏ), square. It differs from Bdf in the
/// controllers, in the convergence test of Newton's method and in the renewal of the Jacobian. It
/// does not scale unknowns by their index and has no projection after a step: quaternion norms
/// drift with the accuracy of the run (rotations are evaluated from q/|q|).
///
/// Exceptions of the model end the step; after NaN the library tries a shorter step.
class Ida : public Integrator {
 public:
  /// Throws InvalidInput for invalid settings, including a fixed step. The Dae must outlive this
  /// object.
  Ida(Dae& dae, const StepSettings& settings, const IdaOptions& options = {});
  ~Ida() override;
  Ida(const Ida&) = delete;
  Ida& operator=(const Ida&) = delete;

  void start(double t, ConstVec y, ConstVec ydot, double t_end) override;
  [[nodiscard]] StepOutcome step(double t_stop) override;

  double t() const override;
  ConstVec y() const override;
  const DenseOutput& dense_output() const override;
  const Statistics& statistics() const override;

 private:
  class Library;  // hides the library's headers
  std::unique_ptr<Library> library_;
};

}  // namespace pleuel

// IDA of SUNDIALS behind the interface of all methods.
#pragma once

#include <memory>

#include "pleuel/integrator/integrator.hpp"

namespace pleuel {

/// Who solves Newton's linear systems.
enum class IdaLinear {
  /// the library: dense, or KLU beyond 100 unknowns; its Jacobian is made of differences of the
  /// residual
  own,
  dense,  ///< the library, dense whatever the size
  saddle  ///< the equations' NewtonMatrix, as for all other methods
};

/// Whether unknowns whose derivative does not occur enter the error test.
enum class IdaAlgebraic {
  /// where no unknown has an index above 1; otherwise the library's manual advises against
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

/// "6.4.1": of the library that the program is running with.
std::string sundials_version();

/// Variable-order, variable-step BDF of SUNDIALS [HBG05]: a peer inside the same harness, with the
/// settings of its manual. The equations are 0 = residual(t, y, ẏ), square. Differs from Bdf by its
/// controllers and by what decides when Newton has converged and when the Jacobian is renewed; it
/// does not scale unknowns by their index, and knows no projection after a step, so that quaternion
/// norms drift with the accuracy of the run (rotations are evaluated from q/|q|).
///
/// Exceptions of the model end the step; NaN lets the library try a shorter one.
class Ida : public Integrator {
 public:
  /// Throws InvalidInput for settings that make no sense, a fixed step among them. The Dae must
  /// outlive this.
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
  class Library;  // all that needs the library's headers
  std::unique_ptr<Library> library_;
};

}  // namespace pleuel

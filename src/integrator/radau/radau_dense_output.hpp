// The collocation polynomial of a Radau IIA step.
#pragma once

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/integrator/radau/radau_scheme.hpp"

namespace pleuel {

/// u(t) = y_n + Σ_j ℓ̃_j((t − t_n)/h) Z_j: degree s, through y_n and all stages; of order s
/// uniformly in the step (local error h^(s+1)), of the method's own order at its ends. s is that of
/// the step and may differ from the next one's.
class RadauDenseOutput : public DenseOutput {
 public:
  double begin() const override { return t_; }
  double end() const override { return end_; }
  int order() const override { return scheme_->stages(); }
  void evaluate(double t, Vec y) const override;

  /// Room for n unknowns and the stages of all schemes; until the first `take`, a constant at (t,
  /// y).
  void start(double t, ConstVec y, int most_stages);
  /// The scheme of the step that is taken next; it must outlive this.
  void use(const RadauScheme& scheme) { scheme_ = &scheme; }
  /// Becomes the step of signed size h from (t, y) to `end` with stage increments Z, which is
  /// swapped out.
  void take(double t, double end, double h, ConstVec y, Matrix& Z);

  const RadauScheme& scheme() const { return *scheme_; }
  double h() const { return h_; }
  const Matrix& Z() const { return Z_; }
  Matrix& Z() { return Z_; }
  ConstVec y() const { return view(y_); }

  /// All but the scheme.
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.t_, self.end_, self.h_, self.y_, self.Z_);
  }

 private:
  const RadauScheme* scheme_ = nullptr;  // of the last step
  double t_ = 0;
  double end_ = 0;
  double h_ = 0;  // 0: no step yet
  Vector y_;
  Matrix Z_;
};

}  // namespace pleuel

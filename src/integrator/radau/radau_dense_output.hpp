// The collocation polynomial of a Radau IIA step.
#pragma once

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/integrator/radau/radau_scheme.hpp"

namespace pleuel {

/// u(t) = y_n + Σ_j ℓ̃_j((t − t_n)/h) Z_j: degree s, through y_n and all stages. Inside the step it
/// has order s (local error h^(s+1)); at its ends the order of the method. s belongs to this step
/// and may differ in the next one.
class RadauDenseOutput : public DenseOutput {
 public:
  double begin() const override { return t_; }
  double end() const override { return end_; }
  int order() const override { return scheme_->stages(); }
  void evaluate(double t, Vec y) const override;
  std::unique_ptr<DenseOutput> copy() const override { return std::make_unique<RadauDenseOutput>(*this); }

  /// Allocates n unknowns and the stages of all schemes. Until the first `take`, the solution is
  /// the constant y at t.
  void start(double t, ConstVec y, int most_stages);
  /// The scheme of the next step; it must outlive this object.
  void use(const RadauScheme& scheme) { scheme_ = &scheme; }
  /// Stores the step of signed size h from (t, y) to `end` with stage increments Z, which is
  /// swapped.
  void take(double t, double end, double h, ConstVec y, Matrix& Z);

  const RadauScheme& scheme() const { return *scheme_; }
  double h() const { return h_; }
  const Matrix& Z() const { return Z_; }
  Matrix& Z() { return Z_; }
  ConstVec y() const { return view(y_); }

  /// Everything except the scheme.
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

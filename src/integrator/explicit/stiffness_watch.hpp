// Detects steps that are limited by stability.
#pragma once

namespace pleuel {

/// Counts steps whose size is limited by stability instead of accuracy.
///
/// Two derivatives at the end of a step belong to nearby values, which differ by the defect of the
/// method. In it fast modes dominate, so that the rate between them,
///
///     ρ/h = ‖k_{n+1} − k_s‖ / ‖x_{n+1} − X_s‖,
///
/// estimates |λ| of the fastest mode [HW96, IV.2]. Differs from [HW96, IV.2]: positions, velocities
/// and internal states are told apart, since a rate of accelerations by positions is λ². Modes of
/// elastic bodies are hardly damped, and steps are unstable above the limit on the imaginary axis
/// already. A well resolved oscillation may also reach this value at loose tolerances; therefore
/// the rate of the motion itself, between both ends of the step, must be at least five times
/// smaller.
///
/// Fifteen such steps count as stiff, if fewer than six others lie between them.
class StiffnessWatch {
 public:
  /// For an accepted step from t of size h. `limit`: the least ρ of unstable steps; slow(): h times
  /// the rate of the motion, asked only if ρ is near the limit. Returns true while the steps are
  /// limited by stability.
  template <class Slow>
  bool look(double t, double h, double rho, double limit, Slow slow) {
    return note(t, h, rho, is_near(rho, limit) && is_slow(slow(), rho));
  }
  void restart() { n_stiff_ = n_quiet_ = 0; }

  bool is_stiff() const { return n_stiff_ >= enough; }
  /// First finding of the run.
  bool has_found() const { return h_found_ > 0; }
  double t() const { return t_found_; }
  double h() const { return h_found_; }
  double frequency() const { return frequency_; }  ///< |λ| in 1/s

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.n_stiff_, self.n_quiet_, self.t_found_, self.h_found_, self.frequency_);
  }

 private:
  static bool is_near(double rho, double limit);
  static bool is_slow(double slow, double rho);
  bool note(double t, double h, double rho, bool is_limited);

  static constexpr int enough = 15;
  int n_stiff_ = 0, n_quiet_ = 0;
  double t_found_ = 0, h_found_ = 0, frequency_ = 0;
};

}  // namespace pleuel

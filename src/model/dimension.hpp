// The physical dimension of a quantity.
#pragma once

namespace pleuel {

/// Exponents of metre, kilogram, second and radian: a stiffness N/m is {0, 1, −2}, a torsional
/// stiffness N m/rad {2, 1, −2, −1}. Roots and powers in formulas lead to fractional exponents.
struct Dimension {
  double length = 0;
  double mass = 0;
  double time = 0;
  double angle = 0;

  /// Equality up to rounding of the exponents.
  friend constexpr bool operator==(const Dimension& a, const Dimension& b) {
    return is_same(a.length, b.length) && is_same(a.mass, b.mass) && is_same(a.time, b.time) &&
           is_same(a.angle, b.angle);
  }
  friend constexpr Dimension operator*(const Dimension& a, const Dimension& b) {
    return {a.length + b.length, a.mass + b.mass, a.time + b.time, a.angle + b.angle};
  }
  friend constexpr Dimension operator/(const Dimension& a, const Dimension& b) {
    return {a.length - b.length, a.mass - b.mass, a.time - b.time, a.angle - b.angle};
  }
  friend constexpr Dimension power(const Dimension& d, double exponent) {
    return {d.length * exponent, d.mass * exponent, d.time * exponent, d.angle * exponent};
  }

 private:
  static constexpr bool is_same(double a, double b) { return a - b < 1e-9 && b - a < 1e-9; }
};

namespace dimension {
inline constexpr Dimension none{};
/// Any unit is accepted: the dimension depends on other parameters or differs between entries.
inline constexpr Dimension any{99, 99, 99, 99};
inline constexpr Dimension length{1};
inline constexpr Dimension mass{0, 1};
inline constexpr Dimension time{0, 0, 1};
inline constexpr Dimension angle{0, 0, 0, 1};
inline constexpr Dimension velocity = length / time;
inline constexpr Dimension acceleration = velocity / time;
inline constexpr Dimension rate = angle / time;
inline constexpr Dimension force = mass * acceleration;
inline constexpr Dimension torque = force * length;
inline constexpr Dimension inertia = mass * length * length;
inline constexpr Dimension density = mass / (length * length * length);
inline constexpr Dimension stiffness = force / length;
inline constexpr Dimension damping = force / velocity;
inline constexpr Dimension torsional_stiffness = torque / angle;
inline constexpr Dimension torsional_damping = torque / rate;
}  // namespace dimension

}  // namespace pleuel

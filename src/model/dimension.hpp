// What a quantity measures.
#pragma once

namespace pleuel {

/// Exponents of metre, kilogram, second and radian: a stiffness N/m is {0, 1, −2}, a torsional one N m/rad {2, 1, −2, −1}.
struct Dimension {
  int length = 0;
  int mass = 0;
  int time = 0;
  int angle = 0;

  friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
  friend constexpr Dimension operator*(const Dimension& a, const Dimension& b) {
    return {a.length + b.length, a.mass + b.mass, a.time + b.time, a.angle + b.angle};
  }
  friend constexpr Dimension operator/(const Dimension& a, const Dimension& b) {
    return {a.length - b.length, a.mass - b.mass, a.time - b.time, a.angle - b.angle};
  }
};

namespace dimension {
inline constexpr Dimension none{};
/// Where it depends on other parameters, or differs from entry to entry: any unit is taken.
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

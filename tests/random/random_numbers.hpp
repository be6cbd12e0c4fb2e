// Random numbers that are the same on every machine.
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <cstdint>
#include <vector>

namespace pleuel::testing {

/// SplitMix64 of Steele, Lea and Flood (2014). Each function draws in a fixed order: no two draws
/// stand in one argument list.
class RandomNumbers {
 public:
  explicit RandomNumbers(std::uint64_t seed) : state_(seed) {}

  double uniform(double low, double high) { return low + (high - low) * 0x1p-53 * double(next() >> 11); }
  /// From `low` to `high`, both included.
  int whole(int low, int high) { return low + int(next() % std::uint64_t(high - low + 1)); }
  bool chance(double probability) { return uniform(0, 1) < probability; }
  /// In [−high, −low] or [low, high].
  double signed_size(double low, double high) {
    const double sign = chance(0.5) ? 1 : -1;
    return sign * uniform(low, high);
  }
  template <class T>
  const T& one_of(const std::vector<T>& list) {
    return list[std::size_t(whole(0, int(list.size()) - 1))];
  }

  Eigen::Vector3d in_box(double half_width) {
    Eigen::Vector3d x;
    for (double& value : x) value = uniform(-half_width, half_width);
    return x;
  }
  Eigen::Quaterniond rotation() {
    Eigen::Vector4d x;
    do
      for (double& value : x) value = uniform(-1, 1);
    while (x.norm() > 1 || x.norm() < 0.1);
    x.normalize();
    return {x[0], x[1], x[2], x[3]};
  }

 private:
  std::uint64_t next() {
    std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }

  std::uint64_t state_;
};

}  // namespace pleuel::testing

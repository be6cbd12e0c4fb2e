// Scalars that forces and outputs read.
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "pleuel/model/assembly/scalar_at.hpp"
#include "pleuel/model/kinematics/cosine.hpp"
#include "pleuel/model/kinematics/distance.hpp"
#include "pleuel/model/kinematics/gap.hpp"
#include "pleuel/model/kinematics/offset.hpp"

namespace pleuel {

template <int D>
using AnyScalar = std::variant<Gap<D>, Cosine<D>, Offset<D>, Distance<D>, Angle<D>>;

/// The measures of a model: scalars between pairs of bodies.
template <int D>
class Measures {
 public:
  int add(const BodyPair& bodies, AnyScalar<D> scalar) {
    list_.push_back({bodies, std::move(scalar)});
    return size() - 1;
  }
  int size() const { return static_cast<int>(list_.size()); }
  const BodyPair& bodies(int k) const { return list_[k].bodies; }
  unsigned gradient_parts(int k) const {
    return std::visit([](const auto& s) { return std::decay_t<decltype(s)>::gradient_parts; },
                      list_[k].scalar);
  }
  template <class Bodies>
  ScalarMotion<D> motion(int k, const Bodies& b) const {
    return std::visit([&](const auto& s) { return motion_at<D>(s, bodies(k), b); }, list_[k].scalar);
  }
  template <class Bodies>
  ScalarJet<D> jet(int k, const Bodies& b) const {
    return std::visit([&](const auto& s) { return jet_at<D>(s, bodies(k), b); }, list_[k].scalar);
  }

 private:
  struct Measure {
    BodyPair bodies;
    AnyScalar<D> scalar;
  };
  std::vector<Measure> list_;
};

/// The values of some of them at one state: only those that are read are evaluated.
template <int D>
class MeasuredMotion {
 public:
  /// `read`: numbers of measures; they may be repeated.
  MeasuredMotion(const Measures<D>& measures, std::vector<int> read)
      : measures_(measures), jets_(measures.size()), read_(std::move(read)) {
    std::sort(read_.begin(), read_.end());
    read_.erase(std::unique(read_.begin(), read_.end()), read_.end());
  }

  template <class Bodies>
  void update(const Bodies& bodies) {
    for (const int k : read_) static_cast<ScalarMotion<D>&>(jets_[k]) = measures_.motion(k, bodies);
  }
  template <class Bodies>
  void update_jets(const Bodies& bodies) {
    for (const int k : read_) jets_[k] = measures_.jet(k, bodies);
  }
  double value(int k) const { return jets_[k].value; }
  double rate(int k) const { return jets_[k].rate; }
  const ScalarJet<D>& jet(int k) const { return jets_[k]; }
  const BodyPair& bodies(int k) const { return measures_.bodies(k); }

 private:
  const Measures<D>& measures_;
  std::vector<ScalarJet<D>> jets_;
  std::vector<int> read_;
};

}  // namespace pleuel

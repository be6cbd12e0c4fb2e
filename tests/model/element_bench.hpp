// A small model around one element, and states to try it at.
#pragma once

#include <Eigen/Geometry>
#include <random>

#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/model.hpp"

namespace pleuel::testing {

inline const ElementType& type_named(const std::vector<ElementType>& types, const std::string& name) {
  for (const ElementType& type : types)
    if (type.name == name) return type;
  throw std::runtime_error("no element type " + name);
}

inline Function function_of(const std::string& text, const std::vector<std::string>& inputs,
                            std::vector<int> measures = {}) {
  return {Expression("test", text, inputs, {}), std::move(measures)};
}

/// Values as the reader of model files would give them: those named and the defaults.
inline Element element_of(const ElementType& type, const std::string& name, std::vector<int> markers,
                          int dimension, std::map<std::string, Value> values) {
  Element e{.name = name,
            .type = &type,
            .markers = std::move(markers),
            .values = std::move(values),
            .place = "test"};
  for (const ParameterSpec& p : type.parameters) {
    if (e.is_given(p.name) || !p.default_text) continue;
    if (p.kind == ValueKind::choice)
      e.values[p.name] = *p.default_text;
    else if (p.kind == ValueKind::matrix)
      e.values[p.name] = Matrix(Matrix::Zero(3 * (dimension - 1), 3 * (dimension - 1)));
    else
      e.values[p.name] = std::stod(*p.default_text);
  }
  return e;
}

/// Random numbers, the same in each run.
class Dice {
 public:
  double number() { return uniform_(engine_); }
  Eigen::Vector3d vector(int dimension) {
    Eigen::Vector3d v(number(), number(), number());
    if (dimension == 2) v[2] = 0;
    return v;
  }
  Eigen::Matrix3d rotation(int dimension) {
    const double angle = 3 * number();
    return Eigen::AngleAxisd(angle, dimension == 2 ? Eigen::Vector3d(0, 0, 1) : vector(3).normalized())
        .toRotationMatrix();
  }
  Vector numbers(Eigen::Index n) {
    Vector x(n);
    for (double& value : x) value = number();
    return x;
  }

 private:
  std::mt19937 engine_{20240517};
  std::uniform_real_distribution<double> uniform_{-1, 1};
};

/// Three bodies with two markers each anywhere on them, numbers 2 b and 2 b + 1, and marker 6 on
/// the ground; no gravity.
inline BuiltDescription three_bodies(int dimension) {
  Dice dice;
  BuiltDescription d;
  d.name = "bench";
  d.dimension = dimension;
  for (int b = 0; b < 3; ++b) {
    const Eigen::Matrix3d axes = dice.rotation(dimension);
    d.bodies.push_back({.name = "body" + std::to_string(b),
                        .mass = 1.5 + 0.3 * b,
                        .com = 0.2 * dice.vector(dimension),
                        .inertia = axes * Eigen::Vector3d(0.4, 0.5, 0.6).asDiagonal() * axes.transpose(),
                        .position = dice.vector(dimension),
                        .orientation = dice.rotation(dimension),
                        .place = "test"});
  }
  for (int k = 0; k < 7; ++k)
    d.markers.push_back({.name = "m" + std::to_string(k),
                         .body = k < 6 ? k / 2 : ground,
                         .position = dice.vector(dimension),
                         .axes = dice.rotation(dimension)});
  return d;
}

/// Anywhere in the space of states, quaternions of length one.
struct State {
  double t = 0.7;
  Vector q, v, a, lambda, s;
  Motion motion() const { return {t, q, v, a, lambda, s}; }
};

inline State random_state(const Model& model, unsigned shift = 0) {
  Dice dice;
  for (unsigned k = 0; k < shift; ++k) (void)dice.number();
  const SystemInfo& info = model.system->info();
  State state{.q = model.q0 + 0.3 * dice.numbers(info.n_q()),
              .v = dice.numbers(info.n_v()),
              .a = dice.numbers(info.n_v()),
              .lambda = dice.numbers(info.n_lambda()),
              .s = dice.numbers(info.n_s())};
  (void)model.system->make_evaluator()->restore_invariants(state.q);
  return state;
}

}  // namespace pleuel::testing

// Models of geometrically exact beams, and their equilibria.
#pragma once

#include <gtest/gtest.h>

#include "models/model_runs.hpp"
#include "pleuel/mechanics/analysis/statics.hpp"
#include "pleuel/model/file/model_reader.hpp"
#include "pleuel/model/model.hpp"

namespace pleuel::testing {

/// A model that is ready, with the outputs of a state by name.
class BuiltModel {
 public:
  explicit BuiltModel(const std::string& text, const Settings& settings = {})
      : model_(build_model(read_model("test", text, standard_model_catalogue(), settings))) {}
  static BuiltModel of_file(const std::string& name, const Settings& settings) {
    return BuiltModel(read_input_file(model_path(name), model_file), settings);
  }

  const Model& model() const { return model_; }
  const SystemInfo& info() const { return model_.system->info(); }

  Equilibrium equilibrium(Judgement judgement = Judgement::omitted) const {
    return find_equilibrium(model_.system, 0, model_.q0, model_.s0, judgement);
  }
  double coordinate(const Vector& q, const std::string& name) const {
    for (int i = 0; i < info().n_q(); ++i)
      if (info().q[i].name == name) return q[i];
    ADD_FAILURE() << "no coordinate '" << name << "'";
    return 0;
  }
  double potential(const Vector& q) const {
    return model_.system->make_evaluator()->energy({.t = 0, .q = q}).potential;
  }

 private:
  Model model_;
};

inline std::string cantilever(int dimension, int n, const std::string& forces, const std::string& more = "") {
  const bool is_planar = dimension == 2;
  return R"({"pleuel": 2, "name": "cantilever", "dimension": )" + std::to_string(dimension) + more +
         R"(, "beams": [{"name": "beam", "from": )" + (is_planar ? "[0, 0]" : "[0, 0, 0]") + R"(, "to": )" +
         (is_planar ? "[1, 0]" : "[1, 0, 0]") + R"(, "elements": )" + std::to_string(n) +
         (is_planar ? "" : R"(, "y": [0, 1, 0])") +
         R"(, "section": {"height": 0.01, "width": 0.02}, "material": {"young": 2.1e11, "poisson": 0.3,
  "density": 7800}}], "joints": [{"name": "clamp", "type": "weld", "a": "ground.origin", "b": "beam.start"}],
  "forces": [)" +
         forces + R"(], "simulation": {"until": 1}})";
}
inline constexpr double cantilever_EI = 2.1e11 * 0.02 * 1e-6 / 12;  // about z

}  // namespace pleuel::testing

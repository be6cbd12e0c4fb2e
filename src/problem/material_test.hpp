// Tests of a material at one point: what a machine for specimens does.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/material/material_point.hpp"
#include "pleuel/problem/problem.hpp"

namespace pleuel {

enum class MaterialTestKind {
  tension,     ///< ε11 grows at a constant rate
  creep,       ///< σ11 is put on at once and held
  relaxation,  ///< ε11 grows at a constant rate, then it is held
  cyclic,      ///< ε11 goes to and fro between ±strain at a constant rate
  path         ///< components follow tables of their own
};

/// "tension", …
std::string name(MaterialTestKind kind);
/// Throws InvalidInput with the nearest names.
MaterialTestKind material_test_kind(const std::string& name);
std::vector<std::string> material_test_names();

/// A column of a path: "eps11", "gamma12" (strains) or "sigma22" (stresses, Pa) at its times.
struct PathColumn {
  std::string component;
  std::vector<double> values;
};

/// Components that a test does not name are free of stress; in plane strain ε33 stays 0.
struct MaterialTest {
  MaterialTestKind kind = MaterialTestKind::tension;
  double rate = 1e-3;    ///< |ε̇11|, 1/s
  double strain = 0.01;  ///< to which it goes
  double stress = 1e8;   ///< of creep, Pa
  double hold = 1e4;     ///< s, of creep and relaxation
  double cycles = 3;     ///< may have a fraction
  std::vector<double> path_times = {};
  std::vector<PathColumn> path = {};

  double t_end() const;
  /// When the hold begins.
  double loaded() const { return kind == MaterialTestKind::relaxation ? strain / rate : 0; }
};

/// Throws InvalidInput with all values outside their meaning.
std::vector<material::Control> controls_of(const MaterialTest& test, material::StressState state);

/// The test as a case for the formulation qs, with the outputs of point_outputs.
Case material_test_case(const std::string& name, std::shared_ptr<const material::Material> material,
                        const MaterialTest& test);

/// The same as a problem, for a catalogue of its own.
Problem material_test_problem(const std::string& name, std::shared_ptr<const material::Material> material,
                              const MaterialTest& test);

/// n + 1 times, at equal distances and at the corners; of creep and relaxation, after the load, at
/// equal ratios from hold/10⁶ on.
std::vector<double> sample_times(const MaterialTest& test, int n);

}  // namespace pleuel

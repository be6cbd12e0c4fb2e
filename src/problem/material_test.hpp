// Material tests at one point.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "pleuel/material/material_point.hpp"
#include "pleuel/problem/problem.hpp"

namespace pleuel {

enum class MaterialTestKind {
  tension,     ///< ε11 grows at a constant rate
  creep,       ///< σ11 is applied at once and held
  relaxation,  ///< ε11 grows at a constant rate, then is held
  cyclic,      ///< ε11 alternates between ±strain at a constant rate
  path         ///< components follow given tables
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

/// Components that a test does not name are stress-free; in plane strain ε33 stays 0.
struct MaterialTest {
  MaterialTestKind kind = MaterialTestKind::tension;
  double rate = 1e-3;    ///< |ε̇11|, 1/s
  double strain = 0.01;  ///< target strain
  double stress = 1e8;   ///< creep stress, Pa
  double hold = 1e4;     ///< hold time of creep and relaxation, s
  double cycles = 3;     ///< may be fractional
  std::vector<double> path_times = {};
  std::vector<PathColumn> path = {};

  double t_end() const;
  /// Start of the hold.
  double loaded() const { return kind == MaterialTestKind::relaxation ? strain / rate : 0; }
};

/// Throws InvalidInput with all invalid values.
std::vector<material::Control> controls_of(const MaterialTest& test, material::StressState state);

/// The test as a case for the formulation qs, with the outputs of point_outputs.
Case material_test_case(const std::string& name, std::shared_ptr<const material::Material> material,
                        const MaterialTest& test);

/// The same as a problem for a separate catalogue.
Problem material_test_problem(const std::string& name, std::shared_ptr<const material::Material> material,
                              const MaterialTest& test);

/// n + 1 times at equal intervals and at the corners; for creep and relaxation, after loading, at
/// equal ratios from hold/10⁶ on.
std::vector<double> sample_times(const MaterialTest& test, int n);

}  // namespace pleuel

// Material curves: tests at one point, one curve per rate or stress.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/lab/plot_svg.hpp"
#include "pleuel/model/material_set.hpp"
#include "pleuel/problem/material_test.hpp"
#include "pleuel/run/run.hpp"

namespace pleuel {

struct MaterialStudyRequest {
  MaterialSet set;
  material::StressState state = material::StressState::uniaxial;
  MaterialTest test;
  /// rates, or creep stresses [Pa], one curve each; empty: that of `test`
  std::vector<double> family = {};
  std::string method = "radau5";
  double rtol = 1e-8;
  std::optional<double> atol = {};  ///< empty: rtol/1000, because strains are of the order 1e-3
  double step = 0;                  ///< > 0: constant steps
  std::vector<double> at = {};      ///< sample times; empty: `samples` times
  int samples = 200;
  std::optional<double> timeout = {};
  Settings settings = {};  ///< of the method
};

struct MaterialCurve {
  MaterialTest test;
  std::vector<std::vector<double>> rows;  ///< t, then the outputs of point_outputs
  RunResult run;
};

struct MaterialStudy {
  MaterialStudyRequest request;
  std::vector<Quantity> columns;  ///< of the rows
  std::vector<MaterialCurve> curves;

  /// Status of the last curve; a failure ends the study.
  RunStatus status() const { return curves.back().run.status; }
  std::size_t column(const std::string& name) const;
  /// "1e-3 /s", "150 MPa"; the test's name if there is only one curve.
  std::string label(const MaterialCurve& curve) const;
};

/// Throws InvalidModel if the material cannot be created, and InvalidInput for an invalid test,
/// method or tolerance.
MaterialStudy material_study(const MaterialStudyRequest& request, const RunWatch& watch = {});

/// "tension test of SS316-S-600C, plane-stress"
std::string title_of(const MaterialStudyRequest& request);

/// All rows; with several curves, the rate or stress is the first column.
std::string material_csv(const MaterialStudy& study);
/// One object on one line; the keys are those of docs/materials.md.
std::string material_json(const MaterialStudy& study);
/// σ11 against ε11. For creep, the inelastic strain against time; for relaxation, the stress
/// against the hold time; for a path, the stresses against time.
Plot material_plot(const MaterialStudy& study);

}  // namespace pleuel

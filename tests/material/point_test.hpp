// Runs of a material point, by every method.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "pleuel/problem/material_test.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel::testing {

/// Outputs by name, one value a time asked for.
class Curve final : public RunObserver {
 public:
  void begin(const RunHeader& header) override { header_ = header; }
  void sample(const Sample& at) override {
    times.push_back(at.t());
    for (std::size_t i = 0; i < header_.outputs.size(); ++i)
      values[header_.outputs[i].name].push_back(at.outputs()[static_cast<Eigen::Index>(i)]);
  }
  double at(const std::string& name, std::size_t i) const { return values.at(name).at(i); }

  std::vector<double> times;
  std::map<std::string, std::vector<double>> values;

 private:
  RunHeader header_;
};

struct PointRun {
  std::string method = "radau5";
  double rtol = 1e-10;
  double atol = 1e-13;  ///< strains are of the size of 1e-3
  double step = 0;
};

inline Curve run_point(const std::shared_ptr<const material::Material>& material, const MaterialTest& test,
                       const std::vector<double>& at, const PointRun& how = {}) {
  Catalogue catalogue = standard_catalogue();
  catalogue.problems = {material_test_problem("point", material, test)};
  Curve curve;
  const RunResult result = run(catalogue,
                               {.case_name = "point",
                                .formulation = "qs",
                                .method = how.method,
                                .tolerance = {.rtol = how.rtol, .atol = how.atol},
                                .step = how.step,
                                .at = at},
                               {.observer = &curve});
  if (result.status != RunStatus::ok) throw std::runtime_error(how.method + ": " + result.message);
  return curve;
}

}  // namespace pleuel::testing

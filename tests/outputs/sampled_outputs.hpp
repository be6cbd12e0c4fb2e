// The outputs of a run by name.
#pragma once

#include <map>

#include "models/model_runs.hpp"

namespace pleuel::testing {

class SampledOutputs : public RunObserver {
 public:
  void begin(const RunHeader& header) override {
    for (const Quantity& output : header.outputs) names_.push_back(output.name);
  }
  void sample(const Sample& at) override {
    const Vector row = at.outputs();
    t.push_back(at.t());
    for (std::size_t i = 0; i < names_.size(); ++i)
      columns_[names_[i]].push_back(row[static_cast<Eigen::Index>(i)]);
  }
  const std::vector<double>& operator[](const std::string& name) const { return columns_.at(name); }
  double largest(const std::string& name) const {
    double most = 0;
    for (const double x : (*this)[name]) most = std::max(most, std::abs(x));
    return most;
  }

  std::vector<double> t;

 private:
  std::vector<std::string> names_;
  std::map<std::string, std::vector<double>> columns_;
};

/// Runs a file by ggl1 and radau5; `groups` are outputs beside those of the file.
inline SampledOutputs sampled(const std::string& path, double tolerance, double every, double until = 0,
                              const std::vector<std::string>& groups = {}) {
  RunRequest request = request_of(path, {.name = {}, .tolerance = tolerance, .until = until});
  request.formulation = "ggl1";
  request.method = "radau5";
  request.every = every;
  request.outputs = groups;
  SampledOutputs outputs;
  const RunResult result = run(all(), request, {.observer = &outputs});
  EXPECT_EQ(result.status, RunStatus::ok) << path << ": " << result.message;
  return outputs;
}

}  // namespace pleuel::testing

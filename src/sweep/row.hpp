// What is kept of one run.
#pragma once

#include <string>
#include <vector>

namespace pleuel::sweep {

/// The result of a task. Equal tasks have equal rows, but for cpu_seconds, wherever they are
/// computed.
struct Row {
  long task = 0;
  bool is_ok = false;
  std::string kind;     ///< of a failure: "step_collapse", "invalid_model", "time_limit", …
  std::string message;  ///< one sentence: how it ended
  std::string formulation, method;
  double t = 0;  ///< end time
  long steps = 0;
  std::vector<double> values;               ///< outputs that are numbers, NaN if there is none
  std::vector<std::vector<double>> curves;  ///< the others
  std::vector<std::string> remarks;
  double cpu_seconds = 0;  ///< of the integration
  double all_seconds = 0;  ///< processor time of the task

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    // The number of the task is the first word: an index of rows reads no more.
    stream(self.task, self.is_ok, self.kind, self.message, self.formulation, self.method, self.t, self.steps,
           self.values, self.curves, self.remarks, self.cpu_seconds, self.all_seconds);
  }
};

/// The same result, whatever time it took. NaN equals NaN.
bool is_same_result(const Row& a, const Row& b);

}  // namespace pleuel::sweep

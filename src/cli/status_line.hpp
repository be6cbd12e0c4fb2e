// How far a series of runs has come.
#pragma once

#include <string>

#include "pleuel/cli/lab_command.hpp"

namespace pleuel::cli {

/// One line on standard error, drawn anew for each run and wiped at the end. Draws nothing unless standard error is a
/// terminal and something is to be reported.
class StatusLine {
 public:
  explicit StatusLine(Report report);
  ~StatusLine() { wipe(); }
  StatusLine(const StatusLine&) = delete;
  StatusLine& operator=(const StatusLine&) = delete;

  /// "[12/240] slider-crank ggl1 radau5 1e-08".
  void draw(int done, int all, const std::string& next);
  void wipe();

 private:
  bool is_shown_;
  bool is_drawn_ = false;
};

}  // namespace pleuel::cli

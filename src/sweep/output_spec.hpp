// What a study keeps of each run.
#pragma once

#include <limits>
#include <string>

#include "pleuel/model/expression/expression.hpp"

namespace pleuel::sweep {

/// One output of a study. Kinds up to `event_count` and `formula` are numbers, `verdict` is 0 or 1,
/// `curve` is a list.
struct OutputSpec {
  enum class Kind {
    end,  ///< value of `of` at the end of the run
    max,  ///< extremes over the whole run, found on the dense output of each step
    min,
    peak,         ///< largest magnitude
    time_of_max,  ///< when they occur
    time_of_min,
    crossing,  ///< first time at which `of` crosses `level` in `direction`
    event,     ///< time of the first or last event `of`
    event_count,
    curve,    ///< values of `of` at t_begin + i·every
    formula,  ///< of the outputs before it and the varied numbers
    verdict,  ///< the same; true if it is not 0
  };

  std::string name;
  Kind kind = Kind::end;
  std::string of = {};         ///< an output or unknown of the case, or an event
  double level = 0;            ///< of a crossing, SI
  int direction = 0;           ///< of a crossing: 1 upwards, −1 downwards, 0 both
  bool is_last = false;        ///< of an event: the last instead of the first
  double every = 0;            ///< of a curve, s
  Expression expression = {};  ///< inputs: end time, varied numbers in SI, numbers before it
  std::string text = {};       ///< of a formula
  std::string unit = {};       ///< of the values
  std::string place = {};      ///< in the file, for messages

  bool is_curve() const { return kind == Kind::curve; }
  bool is_verdict() const { return kind == Kind::verdict; }
  bool is_formula() const { return kind == Kind::formula || kind == Kind::verdict; }
  /// True if it needs values of `of` during the run.
  bool is_watched() const {
    return kind == Kind::max || kind == Kind::min || kind == Kind::peak || kind == Kind::time_of_max ||
           kind == Kind::time_of_min || kind == Kind::crossing || kind == Kind::curve;
  }
};

}  // namespace pleuel::sweep

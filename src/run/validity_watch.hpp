// Monitors whether elastic bodies stay within the validity of their equations.
#pragma once

#include <string>
#include <vector>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/mechanics/validity_measure.hpp"

namespace pleuel {

/// Thrown if a deformation is outside the validity of its equations.
class LeftValidity : public LeftDomain {
 public:
  LeftValidity(const ValidityMeasure& measure, double value, double t);

  const std::string& inequality() const { return inequality_; }
  const std::string& cause() const { return cause_; }
  const std::string& remedy() const { return remedy_; }

 private:
  std::string inequality_, cause_, remedy_;
};

/// Evaluates the measures of a case at accepted states. Allocates only to throw.
class ValidityWatch {
 public:
  /// The measures must outlive this object.
  explicit ValidityWatch(const std::vector<ValidityMeasure>& measures)
      : measures_(measures), found_(measures.size()) {}

  /// Throws LeftValidity if a measure has reached its limit.
  void look(double t, ConstVec q);
  /// One remark per measure that reached `remark` but not `limit`.
  std::vector<std::string> remarks() const;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.found_);
  }

 private:
  struct Found {
    double largest = 0, at = 0;  // the time of the largest
    double since = 0;            // time of the first value above `remark`

    template <class Self, class Stream>
    static void state(Self& self, Stream& stream) {
      stream(self.largest, self.at, self.since);
    }
  };
  const std::vector<ValidityMeasure>& measures_;
  std::vector<Found> found_;
};

}  // namespace pleuel

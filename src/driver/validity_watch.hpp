// Elastic bodies that leave the range of their equations.
#pragma once

#include <string>
#include <vector>

#include "pleuel/mechanics/validity_measure.hpp"

namespace pleuel {

/// Looks at the measures of a case at accepted states. Allocates nothing until it throws.
class ValidityWatch {
 public:
  /// The measures must outlive this.
  explicit ValidityWatch(const std::vector<ValidityMeasure>& measures)
      : measures_(measures), found_(measures.size()) {}

  /// Throws LeftDomain where a measure has reached its limit.
  void look(double t, ConstVec q);
  /// One for each measure that reached the size from which results are doubtful.
  std::vector<std::string> remarks() const;

 private:
  struct Found {
    double largest = 0, at = 0;  // the time of the largest
    double since = 0;            // when it first was as large as `remark`
  };
  const std::vector<ValidityMeasure>& measures_;
  std::vector<Found> found_;
};

}  // namespace pleuel

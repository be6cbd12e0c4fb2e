// Elastic bodies that leave the range of their equations.
#pragma once

#include <string>
#include <vector>

#include "pleuel/base/left_domain.hpp"
#include "pleuel/mechanics/validity_measure.hpp"

namespace pleuel {

/// A deformation is beyond the range of its equations.
class LeftValidity : public LeftDomain {
 public:
  LeftValidity(const ValidityMeasure& measure, double value, double t);

  const std::string& inequality() const { return inequality_; }
  const std::string& cause() const { return cause_; }
  const std::string& remedy() const { return remedy_; }

 private:
  std::string inequality_, cause_, remedy_;
};

/// Looks at the measures of a case at accepted states. Allocates nothing until it throws.
class ValidityWatch {
 public:
  /// The measures must outlive this.
  explicit ValidityWatch(const std::vector<ValidityMeasure>& measures)
      : measures_(measures), found_(measures.size()) {}

  /// Throws LeftValidity where a measure has reached its limit.
  void look(double t, ConstVec q);
  /// One for each measure that reached the size from which results are doubtful, and not its limit.
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

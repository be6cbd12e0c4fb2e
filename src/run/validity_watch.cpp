#include "pleuel/run/validity_watch.hpp"

#include "pleuel/integrator/failure_report.hpp"
#include "pleuel/run/run_failure.hpp"

namespace pleuel {

LeftValidity::LeftValidity(const ValidityMeasure& m, double value, double t)
    : LeftDomain("body '" + m.body + "': " + m.what + " is " + number_text(value) + " at " + at_time(t) +
                     ", where " + m.theory + " has no meaning; " + m.remedy,
                 "body '" + m.body + "'"),
      inequality_(m.what + " " + number_text(value) + " >= " + number_text(m.limit)),
      cause_("the deformation of body '" + m.body + "' is too large for " + m.theory),
      remedy_(m.remedy) {}

void ValidityWatch::look(double t, ConstVec q) {
  for (std::size_t k = 0; k < measures_.size(); ++k) {
    const ValidityMeasure& m = measures_[k];
    Found& found = found_[k];
    const double value = m.value(q);
    if (value <= found.largest) continue;
    if (found.largest < m.remark && value >= m.remark) found.since = t;
    found.largest = value;
    found.at = t;
    if (value >= m.limit) throw LeftValidity(m, value, t);
  }
}

std::vector<std::string> ValidityWatch::remarks() const {
  std::vector<std::string> list;
  for (std::size_t k = 0; k < measures_.size(); ++k) {
    const ValidityMeasure& m = measures_[k];
    if (found_[k].largest < m.remark || found_[k].largest >= m.limit) continue;
    list.push_back("body '" + m.body + "': " + m.what + " reached " + number_text(found_[k].largest) +
                   " at " + at_time(found_[k].at) + ", and " + number_text(m.remark) + ", from which " +
                   m.theory + " is doubtful, at " + at_time(found_[k].since) + "; " + m.remedy);
  }
  return list;
}

}  // namespace pleuel

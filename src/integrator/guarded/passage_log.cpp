#include "pleuel/integrator/guarded/passage_log.hpp"

#include <algorithm>

#include "pleuel/integrator/failure_report.hpp"
#include "pleuel/integrator/guarded/jump_test.hpp"

namespace pleuel {
namespace {

// In units of the tolerance: smaller changes are normal for any method.
constexpr double worth_saying = 10;

}  // namespace

void PassageLog::add(double t, double jump, const std::string& names) {
  if (count_ > 0 && t <= last_) return;  // a repeated step
  if (count_++ == 0) {
    first_ = t;
    names_ = names;
  }
  last_ = t;
  largest_jump_ = std::max(largest_jump_, jump);
}

void PassageLog::add_move(double t, double in_tolerances) {
  if (in_tolerances <= move_) return;
  move_ = in_tolerances;
  move_t_ = t;
}

void PassageLog::add_miss(double t, double miss, bool is_told) {
  Miss& x = is_told ? told_ : untold_;
  if (x.count++ > 0) return;
  x.t = t;
  x.size = miss;
}

std::vector<std::string> PassageLog::remarks() const {
  std::vector<std::string> list;
  if (count_ > 0) {
    const std::string where = count_ == 1
                                  ? "a singular configuration at t = " + number_text(first_)
                                  : std::to_string(count_) +
                                        " singular configurations, the first at t = " + number_text(first_) +
                                        ", the last at t = " + number_text(last_);
    list.push_back("passed " + where + ", where these constraints become dependent: " + names_ +
                   "; the run stayed on its branch: largest velocity jump J = " + number_text(largest_jump_) +
                   ", limit " + number_text(JumpTest::limit) +
                   "; multipliers are not determined at such a configuration");
  }
  const auto missed = [](const Miss& x) {
    return "the motion misses a singular configuration at t = " + number_text(x.t) + " by " +
           number_text(x.size) + " (in the unit of the constraints)" +
           (x.count > 1 ? ", and others later, " + std::to_string(x.count) + " in all" : "");
  };
  if (told_.count > 0)
    list.push_back(
        missed(told_) +
        ": it was resolved by the method; a small change of lengths or tolerances may lead elsewhere");
  if (untold_.count > 0)
    list.push_back(missed(untold_) +
                   "; the tolerance cannot distinguish this from a passage, so the run passed straight "
                   "through; tighten the tolerance if the misfit is intended");
  if (move_ > worth_saying)
    list.push_back("before the singular configuration at t = " + number_text(move_t_) +
                   " the coordinates were projected onto the constraints, a change by " + number_text(move_) +
                   " times the tolerance");
  return list;
}

}  // namespace pleuel

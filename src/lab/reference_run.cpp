#include "pleuel/lab/reference_run.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "pleuel/lab/advice_reference.hpp"
#include "pleuel/lab/advice_words.hpp"
#include "pleuel/lab/study_pairs.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel {
namespace {

// all runs of a reference, relative to the wall time of one run
constexpr double share_of_timeout = 4;
// relative; references with this difference have no digit in common
constexpr double useless_difference = 0.1;
// of a component of scd, relative to the largest of its group and unit
constexpr double least_size = 1e-3;

// Groups in which the two runs must agree. Multipliers of index 2 and 3 have fewer digits.
const std::vector<Group> judged_groups = {Group::q, Group::v, Group::s, Group::y};

std::string label_of(const RunKey& key) { return key.formulation + " " + key.method + " " + brief(key.rtol); }

// Builds the values in the order q, v, a, λ (quasi-static: q, λ), or all unknowns of a plain DAE.
class ReferenceBuilder {
 public:
  explicit ReferenceBuilder(const SampledTrajectory& run)
      : unknowns_(run.unknowns()), values_(run.values(run.n_samples() - 1)) {}

  /// Appends the unknowns of a group; returns the indices for which relative errors are meaningful.
  std::vector<int> append(Group group) {
    std::map<std::string, double> largest;  // by unit
    for_each_of(group, [&](const Unknown& unknown, double value) {
      largest[unknown.unit] = std::max(largest[unknown.unit], std::abs(value));
    });
    std::vector<int> places;
    for_each_of(group, [&](const Unknown& unknown, double value) {
      const bool has_size = value != 0 && std::abs(value) >= least_size * largest[unknown.unit];
      if (has_size) places.push_back(static_cast<int>(y_.size()));
      y_.push_back(value);
    });
    return places;
  }
  void append_unknown(int n) {
    y_.insert(y_.end(), static_cast<std::size_t>(n), std::numeric_limits<double>::quiet_NaN());
  }
  Vector values() const { return Eigen::Map<const Vector>(y_.data(), static_cast<Eigen::Index>(y_.size())); }

 private:
  template <class Visit>
  void for_each_of(Group group, Visit visit) const {
    for (std::size_t i = 0; i < unknowns_.size(); ++i)
      if (unknowns_[i].group == group) visit(unknowns_[i], values_[static_cast<Eigen::Index>(i)]);
  }

  const std::vector<Unknown>& unknowns_;
  const Vector& values_;
  std::vector<double> y_;
};

Reference reference_from(const Trial& trial, const RunPlan& usual) {
  ReferenceBuilder builder(trial.trajectory);
  Reference reference;
  if (!usual.motion) {
    reference.scd_components = reference.main_components = builder.append(Group::y);
  } else {
    reference.is_quasi_static = usual.is_quasi_static();
    reference.scd_components = reference.main_components = builder.append(Group::q);
    if (!reference.is_quasi_static) {
      const auto velocities = builder.append(Group::v);
      reference.scd_components.insert(reference.scd_components.end(), velocities.begin(), velocities.end());
      builder.append_unknown(usual.problem_case.system->info().n_v());  // accelerations
    }
    (void)builder.append(Group::lambda);
  }
  reference.y = builder.values();
  reference.source = "two runs of this program by different formulations and methods";
  return reference;
}

// The digits belong to the settings of the study, including the requested start.
Problem with_digits(Problem problem, const Reference& reference, double t_end, const Settings& settings) {
  problem.build = [build = problem.build, reference, t_end, settings](const OptionValues& options) {
    Case c = build(options);
    const auto sweeps = settings.find("sweeps");
    if (sweeps != settings.end() && sweeps->second != "case")
      c.sweeps = static_cast<int>(parse_number("sweeps", sweeps->second));
    c.reference = [reference, t_end](double t) {
      return t == t_end ? std::optional(reference) : std::nullopt;
    };
    return c;
  };
  return problem;
}

// Without settings that apply only to other cases of the study.
Settings settings_of(const Catalogue& catalogue, const StudyRequest& study, const std::string& case_name) {
  const auto is_option_of = [&](const std::string& name, const std::string& setting) {
    return std::ranges::any_of(catalogue.problem(name).options,
                               [&](const OptionSpec& spec) { return spec.name == setting; });
  };
  Settings settings = study.settings;
  std::erase_if(settings, [&](const auto& setting) {
    const auto declares = [&](const std::string& name) { return is_option_of(name, setting.first); };
    return !declares(case_name) && std::ranges::any_of(study.cases, declares);
  });
  return settings;
}

AdviceRequest request_for(const Catalogue& catalogue, const StudyRequest& study,
                          const std::string& case_name) {
  AdviceRequest request{.case_name = case_name, .formulations = study.formulations};
  request.accuracy = *std::ranges::min_element(study.tolerances);
  request.groups = judged_groups;
  request.atol = study.atol;
  request.until = study.until;
  request.settings = settings_of(catalogue, study, case_name);
  request.budget = share_of_timeout * study.timeout;
  if (study.budget) request.budget = std::min(request.budget, *study.budget);
  return request;
}

std::string message_of(const StudyReference& reference, bool is_useful) {
  const std::string runs = reference.first + " and " + reference.second;
  const std::string apart = brief(reference.difference);
  if (!reference.is_found())
    return "no digits are counted: no two different combinations completed in time at a tight tolerance";
  if (!is_useful)
    return "no digits are counted: " + runs + " differ by " + apart +
           " of the motion, so none of them can be the reference";
  return "digits are counted against " + runs + ", which differ by " + apart +
         " of the motion: digits beyond that are not counted";
}

// True if the case has its own digits for this study.
bool has_digits(const RunPlan& planned) {
  const auto& reference = planned.problem_case.reference;
  return reference && reference(planned.t_end).has_value();
}

// The problem with digits if two runs agree; `reference` receives the result.
std::optional<Problem> completed_problem(const Catalogue& catalogue, const AdviceRequest& wanted,
                                         const AdviceWatch& watch, StudyReference& reference) {
  Trials trials(catalogue, wanted, watch);
  ReferenceSearch search(trials, wanted);
  const auto found = search.find_best();
  if (!found) return std::nullopt;
  reference.first = label_of(search.report()->first.key);
  reference.second = label_of(search.report()->second.key);
  reference.difference = std::max(search.distance(), std::numeric_limits<double>::epsilon());
  reference.lambda_difference = search.report()->agreement.lambda;
  if (!(reference.difference < useless_difference)) return std::nullopt;
  return with_digits(catalogue.problem(wanted.case_name), reference_from(*found, trials.usual()),
                     trials.usual().t_end, wanted.settings);
}

}  // namespace

void StudyReference::limit(StudyRow& row) const {
  if (row.key.case_name != case_name || !is_found()) return;
  // NaN is kept.
  const double digits = -std::log10(difference);
  const double all =
      std::isnan(lambda_difference) ? digits : std::min(digits, -std::log10(lambda_difference));
  row.comparison.scd = std::min(row.comparison.scd, digits);
  row.comparison.mescd = std::min(row.comparison.mescd, all);
}

std::optional<StudyReference> add_reference(Catalogue& catalogue, const StudyRequest& request,
                                            const StudyWatch& watch, const StudyPair& pair) {
  if (has_digits(plan(catalogue, request_of(pair, request, request.tolerances.front())))) return std::nullopt;
  AdviceWatch advice_watch{.stop = watch.stop};
  if (watch.reference)
    advice_watch.progress = [&](int, double, const std::string& next) { watch.reference(next); };
  StudyReference reference{.case_name = pair.case_name};
  std::optional<Problem> completed;
  try {
    completed = completed_problem(catalogue, request_for(catalogue, request, pair.case_name), advice_watch,
                                  reference);
  } catch (const InvalidInput& error) {
    reference.message = std::string("no digits are counted: ") + error.what();
    return reference;
  }
  if (watch.stop != nullptr && watch.stop->load(std::memory_order_relaxed)) return std::nullopt;
  reference.message = message_of(reference, completed.has_value());
  if (completed) catalogue.put(std::move(*completed));
  return reference;
}

}  // namespace pleuel

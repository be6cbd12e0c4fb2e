#include "pleuel/lab/study_pairs.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/lab/csv.hpp"
#include "pleuel/run/plan.hpp"
#include "pleuel/run/run_failure.hpp"

namespace pleuel {
namespace {

using Faults = std::vector<std::string>;

void append(Faults& faults, const Faults& more) {
  for (const auto& fault : more)
    if (std::ranges::find(faults, fault) == faults.end()) faults.push_back(fault);
}

template <class Work>
void collecting(Faults& faults, Work work) {
  try {
    work();
  } catch (const InvalidInput& error) {
    append(faults, error.faults());
  }
}

// The requested names, or all.
template <class Entry>
std::vector<std::string> selected(const std::vector<std::string>& names, const std::vector<Entry>& entries) {
  if (!names.empty()) return names;
  std::vector<std::string> all;
  for (const Entry& entry : entries) all.push_back(entry.name);
  return all;
}

Faults faults_of_numbers(const StudyRequest& request) {
  Faults faults;
  const auto want_positive = [&](const char* what, double value) {
    if (!(std::isfinite(value) && value > 0))
      faults.push_back(std::string(what) + " is " + csv_number(value) + ", but must be positive");
  };
  if (request.cases.empty()) faults.push_back("no case is named; see: pleuel list cases");
  if (request.tolerances.empty()) faults.push_back("no tolerance is given, e.g. 1e-4:1e-10");
  for (const double rtol : request.tolerances) want_positive("a tolerance", rtol);
  want_positive("the wall-time limit of a run", request.timeout);
  if (request.budget) want_positive("the budget", *request.budget);
  if (!(std::isfinite(request.h0_per_rtol) && request.h0_per_rtol >= 0))
    faults.push_back("the first step over rtol is " + csv_number(request.h0_per_rtol) +
                     ", but must be positive (or 0: chosen)");
  if (request.repeats < 1)
    faults.push_back("the number of repetitions is " + std::to_string(request.repeats) +
                     ", but must be at least 1");
  return faults;
}

// Each setting must apply to at least one of the selected, with a valid value.
Faults faults_of_settings(const StudyRequest& request, const std::vector<OptionSpecs>& specs) {
  Faults faults = unknown_settings(request.settings, specs);
  for (const OptionSpecs& s : specs) collecting(faults, [&] { (void)OptionValues(s, request.settings); });
  return faults;
}

// Throws unless every name, number and setting can be valid.
void check(const Catalogue& catalogue, const StudyRequest& request) {
  Faults faults = faults_of_numbers(request);
  std::vector<OptionSpecs> specs = {run_options()};
  const std::size_t n_before = faults.size();
  Faults of_models;
  for (const auto& name : request.cases) {
    try {
      specs.push_back(catalogue.problem(name).options);
    } catch (const InvalidModel& error) {
      append(of_models, error.faults());
    } catch (const InvalidInput& error) {
      append(faults, error.faults());
    }
  }
  for (const auto& name : selected(request.formulations, catalogue.formulations))
    collecting(faults, [&] { specs.push_back(catalogue.formulation(name).options); });
  for (const auto& name : selected(request.methods, catalogue.methods))
    collecting(faults, [&] { specs.push_back(catalogue.method(name).options); });
  if (faults.size() == n_before && of_models.empty()) append(faults, faults_of_settings(request, specs));
  if (faults.empty() && !of_models.empty()) throw InvalidModel(std::move(of_models));
  append(faults, of_models);
  if (!faults.empty()) throw InvalidInput(std::move(faults));
}

// Plans the pair's first run; adds the pair or its refusal.
void offer(const Catalogue& catalogue, const StudyRequest& request, StudyPair pair, StudyPairs& pairs) {
  pair.settings = settings_for(catalogue, pair, request.settings);
  try {
    const RunPlan planned = plan(catalogue, request_of(pair, request, request.tolerances.front()));
    pair.formulation_name = planned.names.formulation.name;
    pair.t_end = planned.t_end;
    pair.content = planned.problem_case.content;
    pairs.taken.push_back(std::move(pair));
  } catch (const InvalidModel&) {
    throw;
  } catch (...) {
    pairs.refused.push_back({pair.case_name, pair.formulation.value_or(""), pair.method, thrown_text()});
  }
}

// The requested formulations; otherwise all for the problem of the case. A motion and its
// equilibria are different problems: the other goes to `apart`.
std::vector<std::string> formulations_for(const Catalogue& catalogue, const StudyRequest& request,
                                          const std::string& name, std::vector<RefusedPair>& apart) {
  if (!request.formulations.empty()) return request.formulations;
  const bool is_motion = is_made_for_motion(catalogue, catalogue.problem(name));
  std::vector<std::string> names;
  for (const Formulation& formulation : catalogue.formulations) {
    if (formulation.has_motion() == is_motion) {
      names.push_back(formulation.name);
      continue;
    }
    apart.push_back({name, formulation.name, "",
                     "'" + formulation.name +
                         (is_motion ? "' looks for equilibria, the case is a motion"
                                    : "' is a motion, the case looks for equilibria") +
                         "; to measure it: --formulations " + formulation.name});
  }
  return names;
}

StudyPairs pairs_of_case(const Catalogue& catalogue, const StudyRequest& request, const std::string& name) {
  StudyPairs pairs;
  const auto methods = selected(request.methods, catalogue.methods);
  for (const auto& formulation : formulations_for(catalogue, request, name, pairs.apart))
    for (const auto& method : methods)
      offer(catalogue, request, {.case_name = name, .formulation = formulation, .method = method}, pairs);
  if (!pairs.taken.empty()) return pairs;
  // A case that is not a mechanical system has no formulations.
  StudyPairs plain;
  if (request.formulations.empty()) {
    for (const auto& method : methods)
      offer(catalogue, request, {.case_name = name, .formulation = {}, .method = method}, plain);
  }
  if (!plain.taken.empty()) return plain;
  Faults faults;
  for (const RefusedPair& pair : pairs.refused) append(faults, {pair.reason});
  throw InvalidInput(std::move(faults));
}

}  // namespace

bool is_made_for_motion(const Catalogue& catalogue, const Problem& problem) {
  return problem.formulations.empty() || catalogue.formulation(problem.formulations.front()).has_motion();
}

StudyPairs pairs_of(const Catalogue& catalogue, const StudyRequest& request) {
  check(catalogue, request);
  StudyPairs all;
  Faults of_models;
  for (const auto& name : request.cases) {
    StudyPairs pairs;
    try {
      pairs = pairs_of_case(catalogue, request, name);
    } catch (const InvalidModel& error) {
      append(of_models, error.faults());
    }
    std::ranges::move(pairs.taken, std::back_inserter(all.taken));
    std::ranges::move(pairs.refused, std::back_inserter(all.refused));
    std::ranges::move(pairs.apart, std::back_inserter(all.apart));
  }
  if (!of_models.empty()) throw InvalidModel(std::move(of_models));
  return all;
}

RunRequest request_of(const StudyPair& pair, const StudyRequest& request, double rtol) {
  RunRequest run;
  run.case_name = pair.case_name;
  run.formulation = pair.formulation;
  run.method = pair.method;
  run.tolerance = {.rtol = rtol, .atol = request.atol.value_or(rtol)};
  run.until = request.until;
  run.h0 = request.h0_per_rtol * rtol;
  run.settings = pair.settings;
  run.timeout = request.timeout;
  return run;
}

RunKey key_of(const StudyPair& pair, const StudyRequest& request, double rtol) {
  return {.case_name = pair.case_name,
          .settings = settings_text(pair.settings),
          .t_end = pair.t_end,
          .formulation = pair.formulation_name,
          .method = pair.method,
          .rtol = rtol,
          .atol = request.atol.value_or(rtol),
          .h0 = request.h0_per_rtol * rtol,
          .content = pair.content};
}

Settings settings_for(const Catalogue& catalogue, const StudyPair& pair, const Settings& settings) {
  std::vector<OptionSpecs> specs = {run_options(), catalogue.problem(pair.case_name).options,
                                    catalogue.method(pair.method).options};
  if (pair.formulation) specs.push_back(catalogue.formulation(*pair.formulation).options);
  Settings understood;
  for (const auto& setting : settings) {
    const bool is_declared = std::ranges::any_of(specs, [&](const OptionSpecs& options) {
      return std::ranges::any_of(options, [&](const OptionSpec& spec) { return spec.name == setting.first; });
    });
    if (is_declared) understood.insert(setting);
  }
  return understood;
}

}  // namespace pleuel

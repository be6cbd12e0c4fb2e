#include "pleuel/lab/verification.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "pleuel/base/limits.hpp"
#include "pleuel/io/json_values.hpp"
#include "pleuel/lab/job_pool.hpp"
#include "pleuel/lab/study_row.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/run_failure.hpp"

namespace pleuel {
namespace {

using Json = nlohmann::ordered_json;

// Every combination of the choices of a problem's options; defaults are omitted.
std::vector<Settings> variants_of(const Problem& problem) {
  std::vector<Settings> variants = {{}};
  for (const OptionSpec& spec : problem.options) {
    std::vector<Settings> more;
    for (const Settings& settings : variants) {
      more.push_back(settings);
      for (const auto& choice : spec.choices) {
        if (choice == spec.default_value) continue;
        more.push_back(settings);
        more.back()[spec.name] = choice;
      }
    }
    variants = std::move(more);
  }
  return variants;
}

bool has_digits(const Problem& problem, const Settings& settings) {
  const Case built = problem.build(OptionValues(problem.options, settings));
  return built.reference && built.reference(built.t_end).has_value();
}

// One planned run.
struct Item {
  RunRequest request;
  VerificationLine line;
};

Item item_of(const VerificationRequest& request, const std::string& case_name, const Settings& settings) {
  Item item;
  item.request.case_name = item.line.case_name = case_name;
  item.request.settings = settings;
  item.line.settings = settings_text(settings);
  item.request.tolerance = {.rtol = request.rtol, .atol = request.rtol};
  item.request.timeout = request.timeout;
  item.line.rtol = request.rtol;
  return item;
}

// The default formulations with and without constraints, if the problem allows them; otherwise its
// own.
std::vector<std::string> verified_under(const Catalogue& catalogue, const Problem& problem) {
  const std::vector<std::string>& own = problem.formulations;
  std::vector<std::string> names = {for_free_motion(catalogue).name, for_constrained_motion(catalogue).name};
  if (own.empty()) return names;
  std::erase_if(names, [&](const std::string& name) { return std::ranges::find(own, name) == own.end(); });
  return names.empty() ? own : names;
}

// Adds all these formulations that the method supports; a case that is not a mechanical system has
// none. The runs are planned here, so that faults appear before the first run.
void add_formulations(const Catalogue& catalogue, Item item, std::vector<Item>& items) {
  const std::size_t n_before = items.size();
  for (const std::string& name : verified_under(catalogue, catalogue.problem(item.request.case_name))) {
    item.request.formulation = item.line.formulation = name;
    try {
      const RunPlan planned = plan(catalogue, item.request);
      item.line.digits_of = planned.dae.constraint_level > 0 ? "q" : "all";
      items.push_back(item);
    } catch (const InvalidModel&) {
      throw;
    } catch (const InvalidInput&) {
      continue;  // refused; if all are, the last attempt reports the reason
    }
  }
  if (items.size() > n_before) return;
  item.request.formulation.reset();
  item.line.formulation.clear();
  (void)plan(catalogue, item.request);
  item.line.digits_of = "all";
  items.push_back(std::move(item));
}

std::vector<Item> items_of(const Catalogue& catalogue, const VerificationRequest& request) {
  std::vector<std::string> cases = request.cases, faults;
  if (cases.empty())
    for (const Problem& problem : catalogue.problems) cases.push_back(problem.name);
  std::vector<Item> items;
  for (const auto& name : cases) {
    const Problem& problem = catalogue.problem(name);
    const std::size_t n_before = items.size();
    for (const Settings& settings : variants_of(problem)) {
      if (!has_digits(problem, settings)) continue;
      for (const auto& method : request.methods) {
        Item item = item_of(request, name, settings);
        item.request.method = item.line.method = method;
        add_formulations(catalogue, item, items);
      }
    }
    if (items.size() == n_before && !request.cases.empty())
      faults.push_back("case '" + name + "' has no reference digits to be verified against");
  }
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  return items;
}

// −log10( ‖e_q‖₂ / (√n_q (1 + max |qᵢ|)) )
double digits_of_q(const RunResult& result) {
  int n = 0;
  double largest = 0;
  for (std::size_t i = 0; i < result.header.unknowns.size(); ++i) {
    if (result.header.unknowns[i].group != Group::q) continue;
    ++n;
    largest = std::max(largest, std::abs(result.y[static_cast<Eigen::Index>(i)]));
  }
  if (n == 0) return not_a_number;
  return -std::log10(result.comparison->error_q / (std::sqrt(n) * (1 + largest)));
}

void judge(const RunResult& result, VerificationLine& line) {
  line.cpu_seconds = result.cpu_seconds;
  line.formulation = result.header.formulation.name;
  line.remarks = remarks_text(result);
  const bool is_index_2 = line.digits_of == "q";
  const double n = static_cast<double>(std::max<long>(1, result.statistics.accepted));
  line.wanted = -std::log10(line.rtol) - std::log10(n);
  line.got = not_a_number;
  if (result.status != RunStatus::ok) {
    line.message = result.message;
    return;
  }
  if (result.comparison) line.got = is_index_2 ? digits_of_q(result) : result.comparison->mescd;
  line.is_met = line.got >= line.wanted;  // false for NaN
  if (!line.is_met) line.message = "fewer digits than the tolerance and the number of steps allow";
}

// Runs an item and judges it; false if it was stopped.
bool is_verified(const Catalogue& catalogue, const Item& item, const VerificationWatch& watch,
                 VerificationLine& line) {
  try {
    const RunResult result = run(catalogue, item.request, {.observer = nullptr, .stop = watch.stop});
    if (result.status == RunStatus::interrupted) return false;
    judge(result, line);
  } catch (...) {
    line.got = not_a_number;
    line.message = thrown_text();
  }
  return true;
}

}  // namespace

bool Verification::is_met() const {
  return std::ranges::all_of(lines, [](const VerificationLine& line) { return line.is_met; });
}

Verification verify(const Catalogue& catalogue, const VerificationRequest& request,
                    const VerificationWatch& watch) {
  const std::vector<Item> items = items_of(catalogue, request);
  const int n = static_cast<int>(items.size());
  Verification verification;
  const auto work = [&](int i, StateWriter& out) {
    VerificationLine line = items[static_cast<std::size_t>(i)].line;
    const bool is_stopped = !is_verified(catalogue, items[static_cast<std::size_t>(i)], watch, line);
    out(is_stopped, line);
  };
  const auto take = [&](int i, JobReport report) {
    VerificationLine line = items[static_cast<std::size_t>(i)].line;
    bool is_stopped = false;
    if (report.death.empty()) {
      StateReader(std::move(report.words))(is_stopped, line);
    } else {
      line.got = not_a_number;
      line.message = report.death;
    }
    verification.is_interrupted = is_stopped;
    if (is_stopped) return false;
    verification.lines.push_back(line);
    if (watch.line) watch.line(line);
    return true;
  };
  const auto begin = [&](int i) {
    if (watch.begin) watch.begin(i, n, items[static_cast<std::size_t>(i)].line);
  };
  if (request.jobs > 1) {
    if (n > 0) begin(0);
    JobPool(request.jobs, watch.stop).run(n, work, [&](int i, JobReport report) {
      if (!take(i, std::move(report))) return false;
      if (i + 1 < n) begin(i + 1);
      return true;
    });
    if (static_cast<int>(verification.lines.size()) < n) verification.is_interrupted = true;
    return verification;
  }
  for (int i = 0; i < n; ++i) {
    begin(i);
    StateWriter out;
    work(i, out);
    if (!take(i, {.words = out.words()})) break;
  }
  return verification;
}

std::string verification_json(const Verification& verification) {
  Json json = {
      {"met", verification.is_met()}, {"interrupted", verification.is_interrupted}, {"lines", Json::array()}};
  for (const VerificationLine& line : verification.lines) {
    json["lines"].push_back({{"case", line.case_name},
                             {"settings", line.settings},
                             {"formulation", line.formulation},
                             {"method", line.method},
                             {"rtol", line.rtol},
                             {"digits_of", line.digits_of},
                             {"wanted", line.wanted},
                             {"got", number_or_null(line.got)},
                             {"met", line.is_met},
                             {"message", line.message},
                             {"remarks", line.remarks},
                             {"cpu_seconds", line.cpu_seconds}});
  }
  return json_line(json);
}

}  // namespace pleuel

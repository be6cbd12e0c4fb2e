// What every pair computes, as numbers that can be compared between two versions of the program:
//
//     fingerprint [--quick] [--steps N] [--out FILE] [CASE...]
//
// One CSV row per run: a case (every built-in problem and, with --models DIR, every model file
// there) under a formulation and a method, in four variants: error control at 1e-4 and at 1e-7, a
// strict error test at 1e-5, and constant steps. A run ends after N tries of steps at the latest
// (150; 12 in systems of more than 200 unknowns, which have the first two variants only and are not
// run with ida). The row has the counts of work, the kind of failure and a hash of the bits of
// every sample. Equal rows mean that a change of the program changed no result; `diff` of two files
// shows those that differ. A limit of wall time would make rows depend on the clock, so there is
// none. --quick does some small cases in less than 30 s.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <set>

#include "pleuel/run/run.hpp"
#include "pleuel/run/run_failure.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace {

struct Arguments {
  bool is_quick = false;
  int steps = 150;
  std::string out;
  std::string models;
  std::vector<std::string> cases;
};

/// FNV-1a of the bits of t and y of each sample.
class TrajectoryHash final : public RunObserver {
 public:
  void sample(double t, ConstVec y) override {
    add(t);
    for (Eigen::Index i = 0; i < y.size(); ++i) add(y[i]);
  }
  std::uint64_t value() const { return hash_; }

 private:
  void add(double x) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, &x, sizeof bits);
    for (int byte = 0; byte < 8; ++byte) {
      hash_ ^= (bits >> (8 * byte)) & 0xff;
      hash_ *= 1099511628211ULL;
    }
  }
  std::uint64_t hash_ = 14695981039346656037ULL;
};

struct Variant {
  const char* name;
  double rtol;
  bool is_strict = false;
  bool is_fixed = false;
};

constexpr Variant all_variants[] = {
    {.name = "1e-4", .rtol = 1e-4},
    {.name = "1e-7", .rtol = 1e-7},
    {.name = "strict", .rtol = 1e-5, .is_strict = true},
    {.name = "fixed", .rtol = 1e-6, .is_fixed = true},
};
constexpr double fixed_steps = 1000;  // in the whole interval
constexpr int large = 200;            // unknowns
constexpr int large_steps = 12;

// Small cases that differ in kind: index, internal states, quaternions, redundant rows, events.
const std::vector<std::string> quick_cases = {
    "pendulum", "andrews", "top", "maxwell-pendulum", "parallelogram", "bouncing-ball", "van-der-pol"};

class Fingerprint {
 public:
  Fingerprint(const Catalogue& catalogue, const Arguments& arguments, std::ostream& out)
      : catalogue_(catalogue), arguments_(arguments), out_(out) {
    out_ << "case,formulation,method,variant,status,steps,accepted,rejected,newton_failures,factorizations,"
            "rhs,t,hash\n";
  }

  void add(const std::string& name) {
    seen_.clear();
    for (const Method& method : catalogue_.methods) {
      for (const Formulation& formulation : catalogue_.formulations) run_pair(name, formulation.name, method);
      run_pair(name, {}, method);  // plain DAEs, and methods that bring their own equations
    }
    out_.flush();
  }
  long runs() const { return runs_; }

 private:
  void run_pair(const std::string& name, const std::optional<std::string>& formulation,
                const Method& method) {
    for (const Variant& variant : all_variants) {
      if (arguments_.is_quick && variant.rtol == 1e-7) continue;
      RunRequest request{.case_name = name, .formulation = formulation, .method = method.name};
      request.tolerance = {.rtol = variant.rtol, .atol = variant.rtol};
      request.settings["max_steps"] = std::to_string(arguments_.steps);
      if (variant.is_strict) request.settings["error"] = "strict";
      try {
        if (variant.is_fixed) {
          const Case c = checked_case(catalogue_.problem(name), {});
          request.step = (c.t_end - c.t_begin) / fixed_steps;
        }
        RunPlan plan = pleuel::plan(catalogue_, request);
        if (is_large(plan)) {
          if (variant.is_fixed || variant.is_strict || plan.method->name == "ida") continue;
          plan.step.max_steps = std::min(large_steps, arguments_.steps);
        }
        const std::string key = plan.names.formulation.name + method.name + variant.name;
        if (!seen_.insert(key).second) continue;  // an open formulation that was named before
        run_plan(plan, variant);
      } catch (const InvalidInput&) {
        // A pair that is refused.
      } catch (...) {
        row(name, formulation.value_or(""), method.name, variant.name)
            << thrown_text().substr(0, 30) << ",,,,,,,,\n";
      }
    }
  }

  // Steps of a large system take long, those with difference quotients and a start at rounding
  // level most of all.
  static bool is_large(const RunPlan& plan) { return plan.dae.n_unknowns() > large; }

  void run_plan(const RunPlan& plan, const Variant& variant) {
    TrajectoryHash hash;
    const RunResult result = run(plan, {.observer = &hash});
    const Statistics& s = result.statistics;
    char tail[64];
    std::snprintf(tail, sizeof tail, "%.17g,%016llx", result.t,
                  static_cast<unsigned long long>(hash.value()));
    row(result.header.case_name, plan.names.formulation.name, plan.method->name, variant.name)
        << (result.failure ? name_of(result.failure->kind) : name_of(result.status)) << ',' << s.steps << ','
        << s.accepted << ',' << s.rejected << ',' << s.newton_failures << ',' << s.factorizations << ','
        << s.rhs << ',' << tail << '\n';
    ++runs_;
  }

  std::ostream& row(const std::string& name, const std::string& formulation, const std::string& method,
                    const std::string& variant) {
    return out_ << std::filesystem::path(name).filename().string() << ',' << formulation << ',' << method
                << ',' << variant << ',';
  }

  const Catalogue& catalogue_;
  const Arguments& arguments_;
  std::ostream& out_;
  std::set<std::string> seen_;
  long runs_ = 0;
};

std::optional<Arguments> parsed(const std::vector<std::string>& words) {
  Arguments arguments;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const bool has_value = i + 1 < words.size();
    if (words[i] == "--quick")
      arguments.is_quick = true;
    else if (words[i] == "--steps" && has_value)
      arguments.steps = std::stoi(words[++i]);
    else if (words[i] == "--out" && has_value)
      arguments.out = words[++i];
    else if (words[i] == "--models" && has_value)
      arguments.models = words[++i];
    else if (!words[i].starts_with("--"))
      arguments.cases.push_back(words[i]);
    else
      return std::nullopt;
  }
  return arguments;
}

std::vector<std::string> cases_of(const Catalogue& catalogue, const Arguments& arguments) {
  if (!arguments.cases.empty()) return arguments.cases;
  if (arguments.is_quick) return quick_cases;
  std::vector<std::string> names;
  for (const Problem& problem : catalogue.problems) names.push_back(problem.name);
  if (arguments.models.empty()) return names;
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(arguments.models))
    if (entry.path().extension() == ".json" && entry.path().stem() != "schema")
      files.push_back(entry.path().string());
  std::ranges::sort(files);
  names.insert(names.end(), files.begin(), files.end());
  return names;
}

int main_with(const std::vector<std::string>& words) {
  const auto arguments = parsed(words);
  if (!arguments) {
    std::cerr << "usage: fingerprint [--quick] [--steps N] [--out FILE] [--models DIR] [CASE...]\n";
    return 2;
  }
  const Catalogue catalogue = standard_catalogue();
  std::ofstream file;
  if (!arguments->out.empty()) {
    file.open(arguments->out);
    if (!file) {
      std::cerr << "fingerprint: cannot write " << arguments->out << '\n';
      return 1;
    }
  }
  std::ostream& out = arguments->out.empty() ? std::cout : file;
  Fingerprint fingerprint(catalogue, *arguments, out);
  for (const std::string& name : cases_of(catalogue, *arguments)) {
    fingerprint.add(name);
    std::cerr << name << ": " << fingerprint.runs() << " runs so far\n";
  }
  return fingerprint.runs() > 0 && out ? 0 : 1;
}

}  // namespace
}  // namespace pleuel

int main(int argc, char** argv) {
  try {
    return pleuel::main_with({argv + 1, argv + argc});
  } catch (const std::exception& exception) {
    std::cerr << "fingerprint: " << exception.what() << '\n';
    return 1;
  }
}

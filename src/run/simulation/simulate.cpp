#include "pleuel/run/simulation/simulate.hpp"

#include "pleuel/model/builder/model_builder.hpp"
#include "pleuel/problem/model_problem.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace {

constexpr const char* own_case = "own system";

RunRequest request_for(const std::string& case_name, const SimulationOptions& options) {
  RunRequest request;
  request.case_name = case_name;
  request.formulation = options.formulation;
  request.method = options.method;
  request.is_tolerance_open = !options.rtol && !options.atol;
  if (options.rtol) request.tolerance.rtol = *options.rtol;
  request.tolerance.atol = options.atol.value_or(request.tolerance.rtol);
  request.until = options.until;
  request.every = options.every;
  request.settings = options.settings;
  request.timeout = options.timeout;
  return request;
}

Solution solved(const Catalogue& catalogue, const std::string& case_name, const SimulationOptions& options) {
  Solution solution;
  SolutionRecorder recorder(solution);
  solution.report =
      run(catalogue, request_for(case_name, options), {.observer = &recorder, .stop = options.stop});
  return solution;
}

Solution solved(Problem problem, const SimulationOptions& options) {
  Catalogue catalogue = standard_catalogue();
  const std::string name = problem.name;
  catalogue.put(std::move(problem));
  return solved(catalogue, name, options);
}

}  // namespace

Solution simulate(std::shared_ptr<const MechanicalSystem> system, const InitialValues& start,
                  const SimulationOptions& options) {
  Case of;
  if (!options.until)
    throw InvalidInput(
        "a system of its own has no end time; give it: simulate(system, start, {.until = 10})");
  const SystemInfo& info = system->info();
  of.name = info.name.empty() ? own_case : info.name;
  of.q0 = start.q;
  of.v0 = start.v.size() > 0 ? start.v : Vector::Zero(info.n_v());
  of.s0 = start.s.size() > 0 ? start.s : Vector::Zero(info.n_s());
  of.t_begin = start.t;
  of.t_end = *options.until;
  of.system = std::move(system);
  return simulate(std::move(of), options);
}

Solution simulate(Case of, const SimulationOptions& options) {
  Problem problem;
  problem.name = of.name.empty() ? own_case : of.name;
  problem.build = [of = std::move(of)](const OptionValues&) { return of; };
  return solved(std::move(problem), options);
}

Solution simulate(const std::string& case_name, const SimulationOptions& options) {
  return solved(standard_catalogue(), case_name, options);
}

Solution simulate(const ModelBuilder& model, const SimulationOptions& options) {
  return simulate_text(model.text(), options);
}

Solution simulate_text(const std::string& model, const SimulationOptions& options) {
  return solved(model_problem_from(model), options);
}

}  // namespace pleuel

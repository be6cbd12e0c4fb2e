#include "pleuel/problem/material_test.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/base/number_text.hpp"

namespace pleuel {
namespace {

using material::Control;
using material::Program;
using material::StressState;
using Faults = std::vector<std::string>;

const std::vector<std::string> names = {"tension", "creep", "relaxation", "cyclic", "path"};

class Checks {
 public:
  void positive(const char* what, double value) {
    if (value > 0 && std::isfinite(value)) return;
    faults.push_back(std::string(what) + " of the test is " + number_text(value) + "; it must be positive");
  }
  Faults faults;
};

bool uses_strain(MaterialTestKind kind) {
  return kind == MaterialTestKind::tension || kind == MaterialTestKind::relaxation ||
         kind == MaterialTestKind::cyclic;
}

void check(const MaterialTest& test) {
  Checks checks;
  using enum MaterialTestKind;
  if (uses_strain(test.kind)) {
    checks.positive("the rate", test.rate);
    checks.positive("the strain", test.strain);
  }
  if (test.kind == creep && !std::isfinite(test.stress))
    checks.faults.push_back("the stress of the test is no finite number");
  if (test.kind == creep || test.kind == relaxation) checks.positive("the time of hold", test.hold);
  if (test.kind == cyclic) checks.positive("the number of cycles", test.cycles);
  if (test.kind == path && (test.path.empty() || test.path_times.size() < 2))
    checks.faults.push_back(
        "a path has no component or fewer than two times; give a table with the columns t and, for instance, "
        "eps11");
  if (!checks.faults.empty()) throw InvalidInput(checks.faults);
}

// Alternates between ±strain, starting at 0.
Program triangle(const MaterialTest& test) {
  const double quarter = test.strain / test.rate, end = test.t_end();
  std::vector<double> times = {0}, values = {0};
  for (int i = 1;; i += 2) {
    const double t = i * quarter, sign = i % 4 == 1 ? 1 : -1;
    if (t >= end * (1 - 1e-14)) {
      const double part = (end - times.back()) / (t - times.back());
      values.push_back(values.back() + part * (sign * test.strain - values.back()));
      times.push_back(end);
      break;
    }
    times.push_back(t);
    values.push_back(sign * test.strain);
  }
  return {times, values};
}

void add_path(const MaterialTest& test, StressState state, std::vector<Control>& controls) {
  Faults faults;
  std::vector<std::string> known;
  for (int k = 0; k < material::n_components(state); ++k) {
    known.push_back(material::strain_name(state, k));
    known.push_back("sigma" + material::component_name(state, k));
  }
  std::set<std::size_t> seen;
  for (const PathColumn& column : test.path) {
    const auto found = std::ranges::find(known, column.component);
    if (found == known.end()) {
      faults.push_back(unknown_name("component of a path in " + name(state) + ",", column.component, known));
      continue;
    }
    const auto place = static_cast<std::size_t>(found - known.begin());
    if (!seen.insert(place / 2).second)
      faults.push_back(
          "component '" + column.component +
          "' of a path: its strain and its stress cannot both be prescribed, nor one of them twice");
    if (state == StressState::plane_strain && place / 2 == 2)
      faults.push_back("component '" + column.component + "' of a path: in plane strain eps33 stays 0");
    controls[place / 2] = {place % 2 == 0 ? Control::Kind::strain : Control::Kind::stress,
                           Program(test.path_times, column.values)};
  }
  if (!faults.empty()) throw InvalidInput(faults);
}

}  // namespace

std::string name(MaterialTestKind kind) { return names[static_cast<std::size_t>(kind)]; }

std::vector<std::string> material_test_names() { return names; }

MaterialTestKind material_test_kind(const std::string& typed) {
  const auto found = std::ranges::find(names, typed);
  if (found == names.end()) throw InvalidInput(unknown_name("test of a material", typed, names));
  return static_cast<MaterialTestKind>(found - names.begin());
}

double MaterialTest::t_end() const {
  switch (kind) {
    case MaterialTestKind::tension:
      return strain / rate;
    case MaterialTestKind::creep:
      return hold;
    case MaterialTestKind::relaxation:
      return strain / rate + hold;
    case MaterialTestKind::cyclic:
      return 4 * cycles * strain / rate;
    case MaterialTestKind::path:
      return path_times.empty() ? 0 : path_times.back();
  }
  return 0;
}

std::vector<Control> controls_of(const MaterialTest& test, StressState state) {
  check(test);
  std::vector<Control> controls(static_cast<std::size_t>(material::n_components(state)));
  if (state == StressState::plane_strain) controls[2].kind = Control::Kind::strain;
  Control& first = controls.front();
  if (uses_strain(test.kind)) first.kind = Control::Kind::strain;
  switch (test.kind) {
    case MaterialTestKind::tension:
    case MaterialTestKind::relaxation:
      first.program = Program({0, test.strain / test.rate}, {0, test.strain});
      break;
    case MaterialTestKind::creep:
      first.program = Program({0}, {test.stress});
      break;
    case MaterialTestKind::cyclic:
      first.program = triangle(test);
      break;
    case MaterialTestKind::path:
      add_path(test, state, controls);
      break;
  }
  return controls;
}

Case material_test_case(const std::string& name, std::shared_ptr<const material::Material> material,
                        const MaterialTest& test) {
  auto controls = controls_of(test, material->state());
  const auto point =
      std::make_shared<const material::MaterialPoint>(name, std::move(material), std::move(controls));
  Case result;
  result.name = name;
  result.system = point;
  result.t_begin = test.kind == MaterialTestKind::path ? test.path_times.front() : 0;
  result.t_end = test.t_end();
  result.q0 = result.v0 = Vector::Zero(point->info().n_q());
  result.s0 = point->start();
  result.breakpoints = point->corners(result.t_begin, result.t_end);
  result.motion_outputs = material::point_outputs(point);
  return result;
}

Problem material_test_problem(const std::string& problem_name,
                              std::shared_ptr<const material::Material> material, const MaterialTest& test) {
  Problem problem;
  problem.name = problem_name;
  problem.title = name(test.kind) + " of a material point";
  problem.source = "this package";
  problem.build = [=](const OptionValues&) { return material_test_case(problem_name, material, test); };
  problem.preferences = {.formulation = "qs"};
  problem.formulations = {"qs"};
  return problem;
}

std::vector<double> sample_times(const MaterialTest& test, int n) {
  const double begin = test.kind == MaterialTestKind::path ? test.path_times.front() : 0;
  const double end = test.t_end();
  std::set<double> times = {begin, end};
  const bool holds = test.kind == MaterialTestKind::creep || test.kind == MaterialTestKind::relaxation;
  if (!holds) {
    for (int i = 1; i < n; ++i) times.insert(begin + (end - begin) * i / n);
    // Corners replace neighbours that differ from them only by rounding.
    std::vector<double> corners = test.path_times;
    if (test.kind == MaterialTestKind::cyclic)
      for (int i = 1; i * test.strain / test.rate < end; i += 2)
        corners.push_back(i * test.strain / test.rate);
    for (const double t : corners) {
      std::erase_if(times, [&](double other) { return std::abs(other - t) < 1e-9 * (end - begin); });
      times.insert(t);
    }
    return {times.begin(), times.end()};
  }
  const double loaded = test.loaded();
  const int n_ramp = loaded > 0 ? n / 3 : 0, n_hold = n - n_ramp;
  for (int i = 0; i <= n_ramp && n_ramp > 0; ++i) times.insert(i == n_ramp ? loaded : loaded * i / n_ramp);
  for (int i = 0; i < n_hold - 1; ++i)
    times.insert(loaded + test.hold * std::pow(10.0, -6 + 6.0 * i / (n_hold - 1)));
  return {times.begin(), times.end()};
}

}  // namespace pleuel

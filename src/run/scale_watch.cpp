#include "pleuel/run/scale_watch.hpp"

#include <cmath>
#include <map>

#include "pleuel/base/number_text.hpp"
#include "pleuel/dae/tolerances.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel {
namespace {

constexpr double counts_as_zero = 1e-6;  // of atol

}  // namespace

ScaleWatch::ScaleWatch(const RunEquations& of, ConstVec y)
    : unknowns_(of.plan.dae.unknowns), rtol_(of.plan.request.tolerance.rtol) {
  const Case& c = of.plan.problem_case;
  const SystemInfo& system = c.system->info();
  is_deformation_.resize(static_cast<std::size_t>(system.n_q()));
  for (const int i : c.deformation)
    if (const int k = system.coordinate_of(i); k >= 0) is_deformation_[static_cast<std::size_t>(k)] = true;
  atol_ = resolve(of.plan.request.tolerance, unknowns_).atol.head(system.n_q());
  std::map<std::pair<bool, std::string>, Kind> kinds;
  for (int k = 0; k < system.n_q(); ++k)
    kinds[{is_deformation_[static_cast<std::size_t>(k)], system.q[k].unit}].coordinates.push_back(k);
  for (auto& [of_kind, kind] : kinds) kinds_.push_back(std::move(kind));
  look(y);
}

void ScaleWatch::look(ConstVec y) {
  for (Kind& kind : kinds_) {
    for (const int k : kind.coordinates) {
      const double ratio = std::abs(y[k]) / atol_[k];  // infinite without an absolute tolerance
      if (!(ratio > kind.largest)) continue;
      kind.largest = ratio;
      kind.most = k;
      kind.value = std::abs(y[k]);
    }
    if (kind.largest >= 1) kind.coordinates.clear();
  }
}

std::vector<std::string> ScaleWatch::remarks() const {
  std::vector<std::string> list;
  for (const Kind& kind : kinds_) {
    if (kind.coordinates.empty() || kind.largest < counts_as_zero) continue;
    const Unknown& most = unknowns_[static_cast<std::size_t>(kind.most)];
    const double enough = std::pow(10.0, std::floor(std::log10(rtol_ * kind.value)));
    list.push_back(
        "the " +
        std::string(is_deformation_[static_cast<std::size_t>(kind.most)] ? "deformations" : "coordinates") +
        " in " + most.unit + " stay below their absolute tolerance " + number_text(atol_[kind.most]) +
        ": the largest is " + most.name + ", " + number_text(kind.value, 3) +
        "; the error test asks for no digit of them; where they matter, take --atol q=" +
        number_text(enough, 1));
  }
  return list;
}

}  // namespace pleuel

// Linear elasticity: σ = D ε, nothing to remember.
#include "pleuel/material/material_laws.hpp"

namespace pleuel::material {
namespace {

class Elastic final : public Material {
 public:
  Elastic(StressState state, Eigen::MatrixXd moduli) : state_(state), moduli_(std::move(moduli)) {}

  StressState state() const override { return state_; }
  const Eigen::MatrixXd& moduli() const override { return moduli_; }
  const std::vector<StateVariable>& states() const override { return none_; }
  int accumulated_strain() const override { return -1; }
  int n_active() const override { return 0; }
  void start(Vec) const override {}
  double hardening_energy(const double*) const override { return 0; }
  double hardening_power(const double*, const double*) const override { return 0; }
  void rates(const PointStates&, double*) const override {}
  void derivatives(const PointStates&, const PointDerivatives&) const override {}

 private:
  StressState state_;
  Eigen::MatrixXd moduli_;
  std::vector<StateVariable> none_;
};

}  // namespace

MaterialLaw elastic() {
  return {.name = "elastic",
          .title = "linear isotropic elasticity (Hooke)",
          .equations = "σ = D ε",
          .source = "textbook",
          .parameters = with_elasticity({}),
          .build = [](const Parameters& p, StressState state, const OptionValues&) {
            return std::make_shared<Elastic>(state, elastic_moduli(p.at("E"), p.at("nu"), state));
          }};
}

}  // namespace pleuel::material

// A massless element of a geometrically exact beam.
#pragma once

#include "pleuel/mechanics/mechanical_system.hpp"
#include "pleuel/model/assembly/layout.hpp"
#include "pleuel/model/assembly/row_term.hpp"
#include "pleuel/model/element_type.hpp"
#include "pleuel/model/kinematics/beam_strain.hpp"

namespace pleuel {

/// Strain energy W = h/2 (ΓᵀC_Γ Γ + κᵀC_κ κ) of the strains ε = (Γ, κ) in the middle of an element
/// (BeamStrain), with C = diag(EA, GA_y, GA_z; GJ, EI_y, EI_z), in the plane diag(EA, GA; EI). One
/// point of quadrature avoids shear locking; the error is O(h²). The material is that of Kelvin and
/// Voigt: the forces and moments of the section are σ = C (ε + β ε̇), and the generalised forces
/// −h Bᵀσ with B = ∂ε/∂q. The dissipation is h β ε̇ᵀC ε̇.
///
/// Rotations and displacements may be of any size; strains must be small for C to be constant.
template <int D>
class BeamTerm {
  using S = Space<D>;
  static constexpr int n = S::n;
  using Columns = typename PairBlocks<D>::Columns;

 public:
  using Strain = Eigen::Matrix<double, n, 1>;

  BeamTerm(std::string name, const BodyPair& bodies, const BeamStrain<D>& strain, const Strain& C,
           double damping)
      : name_(std::move(name)),
        bodies_(bodies),
        strain_(strain),
        C_(C),
        beta_(damping),
        by_q_(bodies, bodies, every_part, Columns::q),
        by_v_(bodies, bodies, every_part, Columns::v) {}

  const std::string& name() const { return name_; }
  const BodyPair& bodies() const { return bodies_; }
  double length() const { return strain_.length(); }
  const Strain& stiffness() const { return C_; }

  void declare(PatternEntries& p) const {
    by_q_.declare(p.dynamics_q);
    if (beta_ > 0) by_v_.declare(p.dynamics_v);
  }
  void find(const MotionMatrices& m) {
    by_q_.find(m.dynamics_q);
    if (beta_ > 0) by_v_.find(m.dynamics_v);
  }

  template <class Bodies>
  BeamStrains<D> strains(const Bodies& bodies) const {
    return strain_.motion(bodies[bodies_.i], bodies[bodies_.j]);
  }
  /// N, Q_y, Q_z, T, M_y, M_z in the axes of the section; in the plane N, Q, M.
  Strain section_forces(const BeamStrains<D>& e) const { return stress(e.value, e.rate); }

  template <class Bodies>
  void add(const Bodies& bodies, double* dynamics) const {
    const BeamStrains<D> e = strains(bodies);
    const typename S::Pair f = e.gradient.transpose() * (length() * section_forces(e));
    add_pair<D>(1, f, bodies_, dynamics);
  }

  /// Calls visit(f, m, pair) for each strain m with the force f along it.
  template <class Bodies, class Visit>
  void act(const Bodies& bodies, Visit visit) const {
    const BeamStrains<D> e = strains(bodies);
    const Strain sigma = section_forces(e);
    for (int k = 0; k < n; ++k)
      visit(-length() * sigma[k],
            ScalarMotion<D>{e.value[k], e.rate[k], 0, typename S::Pair(e.gradient.row(k).transpose())},
            bodies_);
  }

  template <class Bodies>
  void linearize(const Bodies& bodies, MotionMatrices& out) const {
    const auto &i = bodies[bodies_.i], &j = bodies[bodies_.j];
    const BeamStrainJet<D> e =
        strain_.jet(i, j, [&](const Strain& value, const Strain& rate) { return stress(value, rate); });
    const Eigen::Matrix<double, n, 2 * n> weighted = (length() * C_).asDiagonal() * e.gradient;
    typename S::PairMatrix K = length() * e.hessian + weighted.transpose() * e.gradient;
    if (beta_ > 0) K += beta_ * weighted.transpose() * e.rate_q;
    by_q_.add(1.0, K, i, j, out.dynamics_q.value.data());
    if (beta_ > 0)
      by_v_.add(beta_, typename S::PairMatrix(weighted.transpose() * e.gradient),
                out.dynamics_v.value.data());
  }

  template <class Bodies>
  double potential(const Bodies& bodies) const {
    const Strain e = strains(bodies).value;
    return 0.5 * length() * e.dot(C_.cwiseProduct(e));
  }
  template <class Bodies>
  Power power(const Bodies& bodies) const {
    const Strain rate = strains(bodies).rate;
    return {0, beta_ * length() * rate.dot(C_.cwiseProduct(rate))};
  }

 private:
  Strain stress(const Strain& value, const Strain& rate) const {
    return C_.cwiseProduct(Strain(value + beta_ * rate));
  }

  std::string name_;
  BodyPair bodies_;
  BeamStrain<D> strain_;
  Strain C_;
  double beta_;
  PairBlocks<D> by_q_, by_v_;
};

/// "beam".
ElementType beam_type();

/// The forces and moments of a section that outputs of a beam element show.
std::vector<std::string> section_parts(int dimension);

}  // namespace pleuel

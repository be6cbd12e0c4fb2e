#include "pleuel/problem/bolt.hpp"

#include <limits>

#include "pleuel/model/flexible/elastic_view.hpp"
#include "pleuel/problem/model_problem.hpp"

namespace pleuel {
namespace {

/// u1 at (40, 0) and (20, 0) mm and u2 at (0, 5) mm.
struct Displacements {
  double refine, t, u1_end, u1_gauge, u2_side;
};

// In m. refine = 1: tolerance 1e-11; 2: 1e-8; 4: 1e-6, where u1_end has five digits.
constexpr Displacements known_displacements[] = {
    {1, 110, 0.6483805466045298e-3, 0.5860301148945456e-3, -0.07344296261525207e-3},
    {1, 150, 0.608576012374502e-3, 0.5624305213563882e-3, -0.07165161670923523e-3},
    {2, 110, 0.6657507578350672e-3, 0.5964868347498048e-3, -0.07344067827124523e-3},
    {2, 150, 0.6256780158757768e-3, 0.5727890706298681e-3, -0.07164931599730467e-3},
    {4, 110, 0.6703714080035832e-3, 0.5991416298977775e-3, -0.07343832229058737e-3},
    {4, 150, 0.6302325263611732e-3, 0.5754219851900337e-3, -0.07164697913479548e-3},
};

/// The index in q of a displacement of the node at x.
int place_of(const MechanicalSystem& system, const Eigen::Vector2d& x, fem::NodalDof which) {
  const ElasticView view = elastic_views(system).front();
  const auto& body = view.shape->body;
  const std::string name =
      view.deformations[view.shape->frame.place(*body.dof(body.mesh().nearest_node({x[0], x[1], 0}), which))];
  for (int k = 0; k < system.info().n_q(); ++k)
    if (system.info().q[k].name == name) return k;
  return -1;
}

std::optional<Reference> reference_at(const MechanicalSystem& system, double refine, double t_end) {
  for (const Displacements& row : known_displacements) {
    if (row.refine != refine || row.t != t_end) continue;
    Reference reference;
    reference.is_quasi_static = true;
    reference.y = Vector::Constant(system.info().n_q(), std::numeric_limits<double>::quiet_NaN());
    const auto set = [&](const Eigen::Vector2d& x, fem::NodalDof which, double value) {
      const int k = place_of(system, x, which);
      reference.y[k] = value;
      reference.scd_components.push_back(k);
      reference.main_components.push_back(k);
    };
    set({0.04, 0}, fem::NodalDof::x, row.u1_end);
    set({0.02, 0}, fem::NodalDof::x, row.u1_gauge);
    set({0, 0.005}, fem::NodalDof::y, row.u2_side);
    reference.source = "an explicit method of order 8 for the internal variables, another program";
    return reference;
  }
  return std::nullopt;
}

}  // namespace

Problem bolt_problem() {
  Problem problem = shipped_model("bolt");
  problem.source = "this package, after RSS99";
  problem.build = [build = problem.build](const OptionValues& options) {
    Case c = build(options);
    const double refine = parse_number("refine", options.text("refine"));
    const bool is_known = !options.is_changed("p");
    c.reference = [system = c.system, refine, is_known](double t_end) {
      return is_known ? reference_at(*system, refine, t_end) : std::nullopt;
    };
    return c;
  };
  return problem;
}

}  // namespace pleuel

// A bead on a rotating hoop: a system of one's own under every formulation. docs/own-system.md
// explains it.
#include <cmath>
#include <cstdio>
#include <pleuel/integrator/radau/radau_method.hpp>
#include <pleuel/mechanics/formulation/formulation_catalogue.hpp>
#include <pleuel/mechanics/system_from.hpp>
#include <pleuel/run/run.hpp>

struct Hoop {
  double m = 0.2, R = 0.5, gravity = 9.81;  // kg, m, m/s²
  double speed = 6.0;                       // rad/s, about the vertical z

  pleuel::SystemInfo info() const {
    pleuel::SystemInfo info;
    info.name = "bead on a hoop";
    for (const char* name : {"x", "y", "z"}) info.add_coordinate(name, "m");
    info.add_constraint("hoop, radius", "N/m");
    info.add_constraint("hoop, plane", "N");
    return info;
  }
  void mass(const auto&, auto&& M) const {
    for (int i = 0; i < 3; ++i) M.add(i, i, m);
  }
  void force(const auto&, const auto&, auto&& f) const { f[2] = -m * gravity; }
  void constraint(const auto& at, auto&& g) const {
    const auto& q = at.q;
    g[0] = q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - R * R;
    g[1] = q[1] * cos(speed * at.t) - q[0] * sin(speed * at.t);
  }
  double potential_energy(const auto& at) const { return m * gravity * at.q[2]; }

  /// ½ m |v_rel|² + m g z − ½ m Ω² (x² + y²), v_rel the velocity relative to the hoop: it stays
  /// constant.
  double jacobi_integral(const pleuel::Vector& y) const {
    const double squared = y[3] * y[3] + y[4] * y[4] + y[5] * y[5], rho = speed * std::hypot(y[0], y[1]);
    return 0.5 * m * (squared - rho * rho) + m * gravity * y[2] - 0.5 * m * rho * rho;
  }
};

int main() {
  const Hoop hoop;
  pleuel::Problem problem;
  problem.name = "hoop";
  problem.build = [&hoop](const pleuel::OptionValues&) {
    pleuel::Case start;
    start.name = "hoop";
    start.system = pleuel::make_system(hoop);
    start.t_end = 2.0;
    start.q0 = pleuel::Vector{{0.1, 0.0, -0.5}};  // not yet on the hoop: it is moved there
    start.v0 = pleuel::Vector{{0.0, 0.1 * hoop.speed, 0.0}};
    start.outputs = {"x", "y", "z", "lambda2"};
    return start;
  };
  const pleuel::Catalogue catalogue{.problems = {problem},
                                    .formulations = pleuel::formulation_catalogue(),
                                    .methods = {pleuel::radau5_method()}};

  const double on_hoop = hoop.R / std::hypot(0.1, 0.5);
  const pleuel::Vector first{{0.1 * on_hoop, 0, -0.5 * on_hoop, 0, 0.1 * on_hoop * hoop.speed, 0}};
  bool is_right = true;
  std::printf("        z [m]        |g| [m²]  energy    Jacobi integral\n");
  for (const char* formulation : {"ori2", "rcd1", "rcd0", "ggl1"}) {
    const pleuel::RunResult run = pleuel::run(
        catalogue,
        {.case_name = "hoop", .formulation = formulation, .tolerance = {.rtol = 1e-8, .atol = 1e-8}});
    const double change = hoop.jacobi_integral(run.y) / hoop.jacobi_integral(first) - 1;
    std::printf("%s  %+.8f  %.1e   %+.1e  %+.1e\n", formulation, run.outputs[2].value, run.residuals.position,
                run.energy_drift, change);
    is_right = is_right && run.status == pleuel::RunStatus::ok && std::abs(change) < 1e-5 &&
               std::abs(run.energy_drift) < 1e-5;
  }
  return is_right ? 0 : 1;
}

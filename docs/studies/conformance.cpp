// study_conformance FILE: runs every formulation on every mechanism, and qs on those that have
// statics, and writes the tables between the marks "<!-- conformance:begin -->" and "<!--
// conformance:end -->" of FILE (docs/conformance.md).
#include <Eigen/QR>
#include <array>
#include <cmath>
#include <cstdio>
#include <exception>
#include <sstream>
#include <stdexcept>

#include "page_tables.hpp"
#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace {

constexpr double tolerance = 1e-8;

/// In place of a number of steps: the digits of the problem itself, which are for its own end.
constexpr int published = 0;

/// A mechanism, for how long, and in how many steps the reference takes it there.
struct Entry {
  std::string problem;
  double until;
  int reference_steps;
  Settings settings = {};
};

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {{"pendulum", 1, 200},
                                         {"slider-crank", 0.005, 400},
                                         {"andrews", 0.01, 400},
                                         {"stiff-pendulum", 0.5, 200},
                                         {"spring-pendulum", 2, 200},
                                         {"bushing", 0, published},
                                         {"top", 0.1, 100},
                                         {"massless-link", 1, 100},
                                         {"maxwell-pendulum", 1, 200},
                                         {"chain", 0.5, 200, {{"links", "10"}}},
                                         {"parallelogram", 2, 240, {{"redundant", "minimum-norm"}}}};
  return all;
}

Case build(const Catalogue& catalogue, const Entry& e) {
  const Problem& problem = catalogue.problem(e.problem);
  return problem.build(OptionValues(problem.options, e.settings));
}

/// q̇, v̇ and ṡ of the index-1 form; [M Gᵀ; G 0] (a, λ) = (f, −γ) by a complete orthogonal
/// decomposition, which also takes repeated constraints.
class IndexOne {
 public:
  explicit IndexOne(const MechanicalSystem& system)
      : info_(system.info()), evaluator_(system.make_evaluator()), m_(evaluator_->matrices({})) {}

  Vector slope(double t, const Vector& y) {
    const int n_q = info_.n_q(), n_v = info_.n_v(), n_g = info_.n_lambda(), n_s = info_.n_s();
    const Vector q = y.head(n_q), v = y.segment(n_q, n_v), s = y.tail(n_s);
    const Vector rest = Vector::Zero(n_v), no_forces = Vector::Zero(n_g);
    Vector q_dot(n_q), minus_f(n_v), gamma(n_g), s_dot(n_s);
    evaluator_->rows({.t = t, .q = q, .v = v, .a = rest, .lambda = no_forces, .s = s},
                     {.kinematics = q_dot, .dynamics = minus_f, .internal = s_dot, .acceleration = gamma});
    evaluator_->configuration_matrices(t, q, m_);
    Matrix saddle = Matrix::Zero(n_v + n_g, n_v + n_g);
    saddle.topLeftCorner(n_v, n_v) = m_.M.dense();
    saddle.bottomLeftCorner(n_g, n_v) = m_.G.dense();
    saddle.topRightCorner(n_v, n_g) = m_.G.dense().transpose();
    Vector rhs(n_v + n_g);
    rhs << -minus_f, -gamma;
    Vector out(y.size());
    out << q_dot, saddle.completeOrthogonalDecomposition().solve(rhs).head(n_v), s_dot;
    return out;
  }

 private:
  const SystemInfo& info_;
  std::unique_ptr<SystemEvaluator> evaluator_;
  MotionMatrices m_;
};

/// The extrapolated midpoint rule of order 12 with equal steps: explicit, so unlike every method of
/// the package.
Vector extrapolated(IndexOne& equations, Vector y, double t_begin, double t_end, int n_steps) {
  constexpr std::array<int, 6> substeps = {2, 4, 6, 8, 10, 12};
  const double H = (t_end - t_begin) / n_steps;
  for (int step = 0; step < n_steps; ++step) {
    const double t = t_begin + H * step;
    const Vector first = equations.slope(t, y);
    std::array<Vector, 6> table;
    for (std::size_t k = 0; k < substeps.size(); ++k) {
      const double h = H / substeps[k];
      Vector before = y, now = y + h * first;
      for (int i = 1; i < substeps[k]; ++i) {
        Vector next = before + 2 * h * equations.slope(t + i * h, now);
        before = std::move(now);
        now = std::move(next);
      }
      table[k] = now;
      for (std::size_t j = k; j-- > 0;) {
        const double ratio = double(substeps[k]) / substeps[j];
        table[j] = table[j + 1] + (table[j + 1] - table[j]) / (ratio * ratio - 1);
      }
    }
    y = table[0];
  }
  return y;
}

/// q and v at the end, and how far the same with half as many steps is from them, in units of the
/// tolerance.
struct Truth {
  Vector q, v;
  double doubt;
};

double largest(const Vector& x) { return x.size() > 0 ? x.cwiseAbs().maxCoeff() : 0.0; }

Truth truth_of(const Case& c, const Entry& e) {
  const SystemInfo& info = c.system->info();
  if (e.reference_steps == published) {
    const Vector y = c.reference(c.t_end)->y;
    return {y.head(info.n_q()), y.segment(info.n_q(), info.n_v()), NAN};
  }
  Vector y(info.n_q() + info.n_v() + info.n_s());
  y << c.q0, c.v0, c.s0;
  IndexOne equations(*c.system);
  const Vector fine = extrapolated(equations, y, c.t_begin, e.until, e.reference_steps);
  const Vector coarse = extrapolated(equations, y, c.t_begin, e.until, e.reference_steps / 2);
  return {fine.head(info.n_q()), fine.segment(info.n_q(), info.n_v()), largest(fine - coarse) / tolerance};
}

std::string cell(double in_q, double in_v, bool is_met) {
  char text[64];
  std::snprintf(text, sizeof text, "%.2g / %.2g%s", in_q, in_v, is_met ? "" : " **fails**");
  return text;
}

std::string motion_table(const Catalogue& catalogue) {
  std::ostringstream out;
  out << "| mechanism, until |";
  for (const Formulation& f : motion_formulations()) out << ' ' << f.name << " |";
  out << " doubt of the reference |\n|---|";
  for (std::size_t i = 0; i <= motion_formulations().size(); ++i) out << "---|";
  out << '\n';
  int met = 0, all = 0;
  for (const Entry& e : entries()) {
    const Case c = build(catalogue, e);
    const SystemInfo& info = c.system->info();
    std::printf("%s\n", e.problem.c_str());
    std::fflush(stdout);
    const Truth truth = truth_of(c, e);
    const double until = e.until > 0 ? e.until : c.t_end;
    out << "| " << e.problem << ", " << until << " s |";
    for (const Formulation& f : motion_formulations()) {
      const RunResult result = run(catalogue, {.case_name = e.problem,
                                               .formulation = f.name,
                                               .method = "radau5",
                                               .tolerance = {.rtol = tolerance, .atol = tolerance},
                                               .until = until,
                                               .settings = e.settings});
      ++all;
      if (result.status != RunStatus::ok) {
        out << " failed at " << result.t << " |";
        continue;
      }
      const double in_q = largest(result.y.head(info.n_q()) - truth.q) / (tolerance * (1 + largest(truth.q)));
      const double in_v =
          largest(result.y.segment(info.n_q(), info.n_v()) - truth.v) / (tolerance * (1 + largest(truth.v)));
      const bool is_met = in_q <= 100 && in_v <= (f.name == "ori2" ? 1e4 : 100);
      met += is_met;
      out << ' ' << cell(in_q, in_v, is_met) << " |";
    }
    char doubt[32];
    std::snprintf(doubt, sizeof doubt, std::isnan(truth.doubt) ? " digits of the problem |\n" : " %.1g |\n",
                  truth.doubt);
    out << doubt;
  }
  out << "\n" << met << " of " << all << " are met.\n";
  return out.str();
}

/// What qs must give at its end, by hand.
struct Static {
  std::string problem, what;
  Settings settings;
  double until;
  Vector q;
};

std::string static_table(const Catalogue& catalogue) {
  Vector straight(30);
  for (int i = 0; i < 10; ++i) straight.segment(3 * i, 3) << 0, -(i + 0.5) / 10, 0;
  const std::vector<Static> all = {
      {"pendulum", "hangs", {}, 1, Vector{{0, -1}}},
      {"spring-pendulum", "hangs on its spring, 1 + ε² g", {}, 1, Vector{{0, 1.05}}},
      {"stiff-pendulum", "hangs on its spring, 1 + ε² g", {}, 1, Vector{{0, 1.001}}},
      {"massless-link",
       "hangs below the cart, which its spring holds",
       {{"k", "5"}},
       1,
       Vector{{0, 0, -0.5, 0, 0, -1}}},
      {"maxwell-pendulum", "has crept to the lowest point", {}, 60, Vector{{0, -1}}},
      {"chain", "hangs straight", {{"links", "10"}}, 1, straight}};
  std::ostringstream out;
  out << "| mechanism | what it does | largest difference in q | steps |\n|---|---|---|---|\n";
  for (const Static& s : all) {
    const RunResult result = run(catalogue, {.case_name = s.problem,
                                             .formulation = "qs",
                                             .method = "radau5",
                                             .tolerance = {.rtol = tolerance, .atol = tolerance},
                                             .until = s.until,
                                             .settings = s.settings});
    char text[64];
    std::snprintf(text, sizeof text, "%.1e | %ld |", largest(result.y.head(s.q.size()) - s.q),
                  result.statistics.steps);
    out << "| " << s.problem << " | " << s.what << " | "
        << (result.status == RunStatus::ok ? text : result.message + " | |") << '\n';
  }
  return out.str();
}

std::string plain_table(const Catalogue& catalogue) {
  std::ostringstream out;
  out << "| plain DAE | tolerances | digits of its reference (scd) | steps |\n|---|---|---|---|\n";
  for (const auto& [name, atol] : {std::pair("van-der-pol", tolerance), std::pair("robertson", 1e-18)}) {
    const RunResult result = run(
        catalogue, {.case_name = name, .method = "radau5", .tolerance = {.rtol = tolerance, .atol = atol}});
    char text[96];
    std::snprintf(text, sizeof text, "| %s | %.0e, %.0e | %.2f | %ld |\n", name, tolerance, atol,
                  result.comparison ? result.comparison->scd : NAN, result.statistics.steps);
    out << text;
  }
  return out.str();
}

void study(const std::string& path) {
  const Catalogue catalogue = standard_catalogue();
  replace_tables(path, "conformance",
                 motion_table(catalogue) + "\n" + static_table(catalogue) + "\n" + plain_table(catalogue));
}

}  // namespace
}  // namespace pleuel

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: study_conformance FILE\n");
    return 2;
  }
  try {
    pleuel::study(argv[1]);
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "study_conformance: %s\n", exception.what());
    return 1;
  }
}

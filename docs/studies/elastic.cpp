// study_elastic MODELS DIR: prints the tables of docs/flexible.md on fe-slider-crank.json in MODELS
// and writes rod.svg into DIR.
#include <cmath>
#include <cstdio>
#include <exception>
#include <fstream>
#include <string>
#include <vector>

#include "condition.hpp"
#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"
#include "pleuel/mechanics/formulation/reduced_rows.hpp"
#include "pleuel/mechanics/initial_values.hpp"
#include "pleuel/problem/model_problem.hpp"
#include "pleuel/run/plan.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace {

constexpr double until = 0.02;                    // s, half a turn of the crank
constexpr double rod_length = 0.3;                // m
constexpr double longest_run = 60;                // s
constexpr double gamma_hat = 3.6378342527444957;  // of Radau IIA with three stages

std::string model;  // the path of fe-slider-crank.json

/// Displacements of the middle across the rod and of its end along it.
struct Ends {
  double middle = std::nan(""), tip = std::nan("");
};

Ends ends_of(const RunResult& result) {
  Ends ends;
  for (const Output& o : result.outputs) {
    if (o.name == "lift") ends.middle = o.value;
    if (o.name == "end") ends.tip = o.value - rod_length;
  }
  return ends;
}

RunRequest request_for(const std::string& formulation, const std::string& method) {
  RunRequest request;
  request.case_name = model;
  if (!formulation.empty()) request.formulation = formulation;
  request.method = method;
  request.until = until;
  request.settings = {{"sweeps", "2"}};
  request.timeout = longest_run;
  return request;
}

/// Relative distances from the reference.
Ends error(const Ends& found, const Ends& reference) {
  return {std::abs(found.middle / reference.middle - 1), std::abs(found.tip / reference.tip - 1)};
}

// Tolerances by group: of q, v, a; λ has that of a.
struct Wanted {
  double rtol, q, v, a;
};

ToleranceRequest tolerance_of(const Wanted& w, bool is_loose_relatively) {
  ToleranceRequest t{.rtol = w.rtol, .atol = w.q};
  t.atol_of = {{"q", w.q}, {"v", w.v}, {"a", w.a}, {"lambda", w.a}};
  if (is_loose_relatively) t.rtol_of = {{"a", 0.1}, {"lambda", 0.1}};
  return t;
}

void print_run(const RunRequest& request, const char* pair, const char* tolerances, const Ends& reference) {
  const RunResult result = run(standard_catalogue(), request);
  const Statistics& s = result.statistics;
  if (result.status != RunStatus::ok) {
    std::printf("| %s | %s | fails at %.2g s | | %ld | %ld | %.2g |\n", pair, tolerances, result.t,
                static_cast<long>(s.accepted), static_cast<long>(s.factorizations), result.cpu_seconds);
    return;
  }
  const Ends e = error(ends_of(result), reference);
  std::printf("| %s | %s | %.1e | %.1e | %ld | %ld | %.2g |\n", pair, tolerances, e.middle, e.tip,
              static_cast<long>(s.accepted), static_cast<long>(s.factorizations), result.cpu_seconds);
  std::fflush(stdout);
}

void print_tolerances(const Ends& reference) {
  std::puts(
      "| formulation, method | rtol; atol of q, v, a and λ | error of the middle | of the end | steps | "
      "factorisations | s |");
  std::puts("|---|---|---|---|---|---|---|");
  const struct {
    Wanted wanted;
    bool is_loose_relatively;
    const char* text;
  } rows[] = {{{1e-6, 1e-8, 1e-8, 1e-8}, false, "1e-6; 1e-8, 1e-8, 1e-8"},
              {{1e-6, 1e-8, 1e-8, 1e4}, true, "1e-6, a 0.1; 1e-8, 1e-8, 1e4"},
              {{1e-6, 1e-8, 1e-5, 1e4}, true, "1e-6, a 0.1; 1e-8, 1e-5, 1e4"},
              {{1e-6, 1e-8, 1e-3, 1e4}, true, "1e-6, a 0.1; 1e-8, 1e-3, 1e4"},
              {{1e-7, 1e-9, 1e-5, 1e4}, true, "1e-7, a 0.1; 1e-9, 1e-5, 1e4"}};
  const struct {
    const char *formulation, *method;
    Settings settings;
    const char* text;
  } pairs[] = {{"rcd1", "radau5", {}, "rcd1, radau5"},
               {"ggl1", "radau5", {}, "ggl1, radau5"},
               {"rcd0", "radau5", {}, "rcd0, radau5"},
               {"ovd0", "radau5", {}, "ovd0, radau5"},
               {"ori2", "radau5", {}, "ori2, radau5"},
               {"rcd1", "bdf", {{"order_max", "2"}}, "rcd1, bdf to order 2"},
               {"ovd0", "bdf", {{"order_max", "2"}}, "ovd0, bdf to order 2"}};
  for (const auto& pair : pairs)
    for (const auto& row : rows) {
      RunRequest request = request_for(pair.formulation, pair.method);
      for (const auto& [key, value] : pair.settings) request.settings[key] = value;
      request.tolerance = tolerance_of(row.wanted, row.is_loose_relatively);
      print_run(request, pair.text, row.text, reference);
    }
}

double reaction(const RunResult& result) {
  for (const Output& o : result.outputs)
    if (o.name == "slide.fy") return o.value;
  return std::nan("");
}

/// Constant steps, halved: differences of successive results, relative, and the order they show.
void print_orders() {
  std::puts("\n| formulation, method | steps | middle | order | end | order | reaction | order |");
  std::puts("|---|---|---|---|---|---|---|---|");
  // Where Newton's method stops.
  const ToleranceRequest loose{
      .rtol = 1e-7, .atol = 1e-11, .atol_of = {{"v", 1e-7}, {"a", 10}, {"lambda", 1e-2}}};
  const ToleranceRequest tight{
      .rtol = 1e-8, .atol = 1e-10, .atol_of = {{"v", 1e-7}, {"a", 1e-3}, {"lambda", 1e-3}}};
  const struct {
    const char *formulation, *method, *text;
    int coarsest;
    ToleranceRequest tolerance;
  } pairs[] = {{"rcd1", "radau5", "rcd1, radau5", 10, loose},
               {"ggl1", "radau5", "ggl1, radau5", 20, tight},
               {"rcd0", "radau5", "rcd0, radau5", 10, loose},
               {"ovd0", "radau5", "ovd0, radau5", 10, loose},
               {"rcd1", "bdf2", "rcd1, bdf2", 160, tight}};
  for (const auto& pair : pairs) {
    RunResult coarse;
    double last[3] = {};
    for (int n = pair.coarsest; n <= 16 * pair.coarsest; n *= 2) {
      RunRequest request = request_for(pair.formulation, pair.method);
      request.settings["sweeps"] = "3";
      request.step = until / n;
      request.tolerance = pair.tolerance;
      RunResult fine = run(standard_catalogue(), request);
      if (fine.status != RunStatus::ok) {
        std::printf("| %s | %d | %s |\n", pair.text, n, fine.message.c_str());
        break;
      }
      if (coarse.y.size() > 0) {
        const Ends e = error(ends_of(coarse), ends_of(fine));
        const double now[] = {e.middle, e.tip, std::abs(reaction(coarse) / reaction(fine) - 1)};
        std::printf("| %s | %d |", pair.text, n / 2);
        for (int k = 0; k < 3; ++k) {
          std::printf(" %.1e |", now[k]);
          if (last[k] > 0)
            std::printf(" %.1f |", std::log2(last[k] / now[k]));
          else
            std::printf(" |");
          last[k] = now[k];
        }
        std::puts("");
        std::fflush(stdout);
      }
      coarse = std::move(fine);
    }
  }
}

/// Of α E − J with α = γ̂/h in (δq, δv, δa, δλ) and, where there are more blocks of constraints,
/// the multipliers η of δq̇ = δv − Gᵀη and μ of δv̇ = δa − Gᵀμ. `scaled`: unknowns and rows times
/// the powers of h that make them of one size.
struct Conditions {
  double whole, scaled, equilibrated;
};

Conditions conditions(const std::string& formulation, const std::string& young, double h) {
  const Case crank = checked_case(model_problem(model), {{"E", young}});
  const Formulation* f = nullptr;
  static const auto all = formulation_catalogue();
  for (const Formulation& candidate : all)
    if (candidate.name == formulation) f = &candidate;
  const auto dae = f->make_motion(crank.system, OptionValues(f->options, {}));
  const InitialState start = consistent_initial_state(*crank.system, 0, crank.q0, crank.v0, crank.s0);
  ReducedRows rows(crank.system->info(), dae->rows(), dae->evaluator());
  rows.linearize(dae->evaluator(),
                 {.t = 0, .q = start.q, .v = start.v, .a = start.a, .lambda = start.lambda, .s = start.s});
  const Eigen::Index n = crank.system->info().n_v(), m = rows.matrices().G.rows, reduced = rows.n_rows(),
                     blocks = (reduced - n) / m, size = 3 * n + blocks * m;
  const double alpha = gamma_hat / h;
  const Matrix G_transposed = rows.matrices().G.dense().transpose();
  Matrix A = Matrix::Zero(size, size);
  A.block(0, 0, n, n) = A.block(n, n, n, n) = alpha * Matrix::Identity(n, n);
  A.block(0, n, n, n) = A.block(n, 2 * n, n, n) = -Matrix::Identity(n, n);
  A.block(2 * n, 0, reduced, n) = rows.B_q.dense();
  A.block(2 * n, n, reduced, n) = rows.B_v.dense();
  A.block(2 * n, 2 * n, reduced, n) = rows.B_a.dense();
  A.block(2 * n, 3 * n, n, m) = G_transposed;
  Vector row_scale = Vector::Ones(size), column_scale = row_scale;
  row_scale.head(n).setConstant(1 / h);
  column_scale.head(n).setConstant(h * h);
  column_scale.segment(n, n).setConstant(h);
  for (Eigen::Index b = 1; b < blocks; ++b) {
    const bool is_of_q = b == 1;
    A.block(is_of_q ? 0 : n, 3 * n + b * m, n, m) = G_transposed;
    column_scale.segment(3 * n + b * m, m).setConstant(is_of_q ? h : 1);
  }
  for (Eigen::Index i = n; i < reduced; ++i)
    row_scale[2 * n + i] = std::pow(h, -rows.row_power(static_cast<int>(i)));
  return {condition(A), condition(row_scale.asDiagonal() * A * column_scale.asDiagonal()),
          condition(equilibrated(A))};
}

void print_conditions() {
  std::puts(
      "\n| formulation | E, N/m² | h, s | whole | scaled by h | equilibrated |\n|---|---|---|---|---|---|");
  for (const char* formulation : {"rcd0", "rcd1", "ori2", "ggl1", "ovd0"})
    for (const char* young : {"2e11", "2e13"})
      for (const double h : {1e-3, 1e-5}) {
        const Conditions c = conditions(formulation, young, h);
        std::printf("| %s | %s | %g | %.0e | %.0e | %.0e |\n", formulation, young, h, c.whole, c.scaled,
                    c.equilibrated);
        std::fflush(stdout);
      }
}

// The picture.
struct Track : RunObserver {
  std::vector<double> t, middle;
  void sample(const Sample& at) override {
    t.push_back(at.t());
    middle.push_back(at.outputs()[lift]);
  }
  void begin(const RunHeader& header) override {
    for (std::size_t k = 0; k < header.outputs.size(); ++k)
      if (header.outputs[k].name == "lift") lift = static_cast<Eigen::Index>(k);
  }
  Eigen::Index lift = 0;
};

Track track(const char* sweeps) {
  Track track;
  RunRequest request = request_for("rcd1", "radau5");
  request.until = 0.04;
  request.settings["sweeps"] = sweeps;
  request.tolerance = {.rtol = 1e-6, .atol = 1e-6};
  request.every = 1e-4;
  (void)run(standard_catalogue(), request, {.observer = &track});
  return track;
}

void draw(const std::string& path) {
  constexpr double left = 70, right = 700, top = 30, bottom = 270, t_end = 40, size = 2;  // ms, mm
  std::ofstream svg(path);
  const auto x = [&](double ms) { return left + (right - left) * ms / t_end; };
  const auto y = [&](double mm) { return (top + bottom) / 2 - (bottom - top) * mm / (2 * size); };
  char text[256];
  svg << "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 720 320\" font-family=\"sans-serif\" "
         "font-size=\"12\">\n<rect width=\"720\" height=\"320\" fill=\"white\"/>\n";
  for (int k = 0; k <= 4; ++k) {
    std::snprintf(
        text, sizeof text,
        "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"30\" y2=\"270\" stroke=\"#ddd\"/><text x=\"%.1f\" y=\"286\" "
        "text-anchor=\"middle\">%d</text>\n",
        x(10 * k), x(10 * k), x(10 * k), 10 * k);
    svg << text;
    std::snprintf(
        text, sizeof text,
        "<line x1=\"70\" x2=\"700\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/><text x=\"64\" y=\"%.1f\" "
        "text-anchor=\"end\">%d</text>\n",
        y(k - 2), y(k - 2), y(k - 2) + 4, k - 2);
    svg << text;
  }
  const auto curve = [&](const Track& of, const char* color, const char* width) {
    svg << "<polyline fill=\"none\" stroke=\"" << color << "\" stroke-width=\"" << width << "\" points=\"";
    for (std::size_t k = 0; k < of.t.size(); ++k) {
      std::snprintf(text, sizeof text, "%.1f,%.1f ", x(1e3 * of.t[k]), y(1e3 * of.middle[k]));
      svg << text;
    }
    svg << "\"/>\n";
  };
  curve(track("0"), "#c0392b", "1");
  curve(track("2"), "#2c3e50", "2");
  svg << "<text x=\"385\" y=\"308\" text-anchor=\"middle\">t, ms</text>\n"
         "<text x=\"70\" y=\"20\">displacement of the rod's middle across it, mm; "
         "<tspan fill=\"#c0392b\">rigid start</tspan>, <tspan fill=\"#2c3e50\">smooth start (two "
         "sweeps)</tspan>"
         "</text>\n</svg>\n";
}

void study(const std::string& folder) {
  RunRequest request = request_for("rcd1", "radau5");
  request.tolerance = {.rtol = 1e-11, .atol = 1e-11};
  request.timeout = default_timeout;
  const Ends reference = ends_of(run(standard_catalogue(), request));
  std::printf("rcd1, radau5, 1e-11: middle %.8e m, end %.8e m at %g s\n\n", reference.middle, reference.tip,
              until);
  draw(folder + "/rod.svg");
  print_tolerances(reference);
  print_orders();
  print_conditions();
}

}  // namespace
}  // namespace pleuel

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw std::invalid_argument("give the directories of models and of pictures");
    pleuel::model = std::string(argv[1]) + "/fe-slider-crank.json";
    pleuel::study(argv[2]);
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "study_elastic: %s\n", exception.what());
    return 1;
  }
}

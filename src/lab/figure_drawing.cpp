#include "pleuel/lab/figure_drawing.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <numbers>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/lab/drift_trace.hpp"
#include "pleuel/lab/published_solvers.hpp"
#include "pleuel/run/run.hpp"

namespace pleuel {
namespace {

namespace of = figure_quantity;

// Points of a curve; more are not visible.
constexpr std::size_t most_curve_points = 1500;

/// Values of a run over time, by name. Residuals and errors of the energy are the largest in 100
/// intervals.
class FigureRecorder final : public RunObserver {
 public:
  void begin(const RunHeader& header) override {
    drift_.begin(header);
    for (const Unknown& unknown : header.unknowns) {
      names_.push_back(unknown.name);
      is_main_.push_back(unknown.group == Group::q || unknown.group == Group::v ||
                         unknown.group == Group::lambda);
    }
    for (const auto& output : header.outputs) names_.push_back(output.name);
    n_outputs_ = header.outputs.size();
  }
  void sample(const Sample& at) override {
    times_.push_back(at.t());
    Vector row(static_cast<Eigen::Index>(names_.size()));
    const Eigen::Index n = at.y().size();
    row.head(n) = at.y();
    if (n_outputs_ > 0) row.tail(row.size() - n) = at.outputs();
    rows_.push_back(std::move(row));
  }
  void step(const StepReport& report) override {
    drift_.step(report);
    energy_.emplace_back(report.t, report.energy);
  }
  void end(const RunResult&) override { trace_ = drift_.take({}); }

  const std::vector<double>& times() const { return times_; }
  bool has(const std::string& name) const { return std::ranges::find(names_, name) != names_.end(); }

  /// Points (t, value) of a name.
  std::vector<std::pair<double, double>> values(const std::string& name) const {
    std::vector<std::pair<double, double>> points;
    if (name == of::energy) return energy_;
    for (const auto& [quantity, column] :
         {std::pair{&of::position, &trace_.position}, std::pair{&of::velocity, &trace_.velocity},
          std::pair{&of::acceleration, &trace_.acceleration}, std::pair{&of::energy_error, &trace_.energy}}) {
      if (name != *quantity) continue;
      for (std::size_t i = 0; i < trace_.t.size(); ++i) points.emplace_back(trace_.t[i], (*column)[i]);
      return points;
    }
    const auto at = std::ranges::find(names_, name) - names_.begin();
    for (std::size_t i = 0; i < rows_.size(); ++i)
      points.emplace_back(times_[i], name == of::time ? times_[i] : rows_[i][at]);
    return points;
  }

  /// Euclidean norm of the difference in q, v and λ at common times. The unknowns are matched by
  /// name: formulations add others.
  std::vector<std::pair<double, double>> distance(const FigureRecorder& reference) const {
    std::vector<std::pair<Eigen::Index, Eigen::Index>> common;
    for (std::size_t i = 0; i < is_main_.size(); ++i) {
      const auto other = std::ranges::find(reference.names_, names_[i]);
      if (is_main_[i] && other != reference.names_.end())
        common.emplace_back(static_cast<Eigen::Index>(i), other - reference.names_.begin());
    }
    std::vector<std::pair<double, double>> points;
    for (std::size_t k = 0, r = 0; k < times_.size(); ++k) {
      while (r < reference.times_.size() && reference.times_[r] < times_[k]) ++r;
      if (r == reference.times_.size() || reference.times_[r] != times_[k]) continue;
      double sum = 0;
      for (const auto& [i, j] : common) sum += std::pow(rows_[k][i] - reference.rows_[r][j], 2);
      points.emplace_back(times_[k], std::sqrt(sum));
    }
    return points;
  }

 private:
  DriftRecorder drift_;
  DriftTrace trace_;
  std::vector<std::string> names_;
  std::vector<bool> is_main_;  // of unknowns
  std::size_t n_outputs_ = 0;
  std::vector<double> times_;
  std::vector<Vector> rows_;
  std::vector<std::pair<double, double>> energy_;
};

/// The method of a figure's run; empty if the program has no counterpart.
std::optional<MatchingMethod> figure_method(const std::string& solver, const Catalogue& catalogue) {
  if (auto matching = matching_method(solver, catalogue)) return matching;
  const bool is_method =
      std::ranges::any_of(catalogue.methods, [&](const Method& method) { return method.name == solver; });
  return is_method ? std::optional(MatchingMethod{solver}) : std::nullopt;
}

std::string figure_settings(const Settings& settings) {
  std::string text;
  for (const auto& [name, value] : settings) text += " --set " + name + "=" + value;
  return text;
}

std::string figure_number(double value) { return number_text(value, 17); }

/// "radau5(ovd0) for QUALIDAES": the method that ran, and the program of the paper.
std::string figure_label(const MatchingMethod& method, const std::string& formulation,
                         const std::string& solver) {
  const std::string text = method.method + "(" + formulation + ")";
  return method.method == solver ? text : text + " for " + solver;
}

/// The command that repeats the run.
std::string figure_command(const FigureRun& wanted, const MatchingMethod& method) {
  std::string text = "pleuel run " + wanted.case_name;
  if (!wanted.formulation.empty()) text += " --formulation " + wanted.formulation;
  text += " --method " + method.method;
  if (wanted.tolerance > 0)
    text += " --rtol " + figure_number(wanted.tolerance) + " --atol " + figure_number(wanted.tolerance);
  if (wanted.step > 0) text += " --step " + figure_number(wanted.step);
  if (wanted.until > 0) text += " --until " + figure_number(wanted.until);
  if (wanted.every > 0) text += " --every " + figure_number(wanted.every);
  return text + figure_settings(method.settings) + figure_settings(wanted.settings);
}

RunRequest figure_request(const FigureRun& wanted, const MatchingMethod& method, double timeout) {
  RunRequest request;
  request.case_name = wanted.case_name;
  if (!wanted.formulation.empty()) request.formulation = wanted.formulation;
  request.method = method.method;
  request.tolerance = {.rtol = wanted.tolerance, .atol = wanted.tolerance};
  request.step = wanted.step;
  if (wanted.until > 0) request.until = wanted.until;
  if (wanted.every > 0) request.every = wanted.every;
  request.settings = wanted.settings;
  for (const auto& [name, value] : method.settings) request.settings.emplace(name, value);
  request.timeout = timeout;
  return request;
}

/// A run that figures show: what it recorded, or why there is nothing.
struct RecordedRun {
  FigureRun wanted;
  std::string command;
  FigureRecorder values;
  std::string note;  ///< empty if the run reached its end
};

/// Draws figure after figure; runs are kept for later figures.
class FigureDrawer {
 public:
  FigureDrawer(const Catalogue& catalogue, const FiguresRequest& request, const SeriesWatch& watch)
      : catalogue_(catalogue), request_(request), watch_(watch) {}

  DrawnPaper draw(const std::vector<const PaperFigure*>& figures) {
    count(figures);
    DrawnPaper drawn;
    for (const PaperFigure* figure : figures) {
      DrawnFigure result{
          .name = figure->name, .title = figure->title, .svg = {}, .commands = {}, .notes = {}};
      Plot plot{.title = figure->title,
                .subtitle = {},
                .x_title = figure->x_title,
                .y_title = figure->y_title,
                .x_axis = figure->x_axis,
                .y_axis = figure->y_axis};
      if (figure->work)
        add_work(*figure->work, plot, result);
      else
        add_curves(*figure, plot, result);
      if (is_stopped()) {
        drawn.end = StudyEnd::interrupted;
        return drawn;
      }
      result.svg = plot_svg(plot);
      drawn.figures.push_back(std::move(result));
    }
    return drawn;
  }

 private:
  bool is_stopped() const { return watch_.is_stopped(); }

  void count(const std::vector<const PaperFigure*>& figures) {
    std::vector<FigureRun> seen;
    const auto add = [&](const FigureRun& run) {
      if (std::ranges::find(seen, run) != seen.end()) return;
      seen.push_back(run);
      ++n_all_;
    };
    for (const PaperFigure* figure : figures) {
      for (const FigureCurve& curve : figure->curves) add(curve.run);
      if (figure->reference) add(*figure->reference);
      if (figure->work)
        n_all_ += static_cast<int>(figure->work->pairs.size() * figure->work->tolerances.size());
    }
  }

  void announce(const std::string& next) {
    if (watch_.progress) watch_.progress(n_done_, n_all_, next);
  }

  const RecordedRun& recorded(const FigureRun& wanted) {
    for (const auto& known : runs_)
      if (known->wanted == wanted) return *known;
    auto& run_of = *runs_.emplace_back(std::make_unique<RecordedRun>());
    run_of.wanted = wanted;
    const auto method = figure_method(wanted.solver, catalogue_);
    if (!method) {
      run_of.note = wanted.solver + " has no counterpart among the methods of this program";
      return run_of;
    }
    run_of.command = figure_command(wanted, *method);
    announce(wanted.case_name + " " + wanted.formulation + " " + method->text());
    try {
      const RunResult result = run(catalogue_, figure_request(wanted, *method, request_.timeout),
                                   {.observer = &run_of.values, .stop = watch_.stop});
      if (result.status != RunStatus::ok) run_of.note = run_of.command + ": " + result.message;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& refused) {
      run_of.note = run_of.command + ": " + refused.what();
    }
    ++n_done_;
    return run_of;
  }

  void add_curves(const PaperFigure& figure, Plot& plot, DrawnFigure& result) {
    for (const FigureCurve& curve : figure.curves) {
      const RecordedRun& of_curve = recorded(curve.run);
      if (is_stopped()) return;
      note(of_curve, result);
      const auto method = figure_method(curve.run.solver, catalogue_);
      if (!method) continue;
      const std::string label =
          curve.label.empty() ? figure_label(*method, curve.run.formulation, curve.run.solver) : curve.label;
      if (curve.y.name == of::error) {
        const RecordedRun& reference = recorded(*figure.reference);
        note(reference, result);
        plot.curves.push_back({label, of_curve.values.distance(reference.values)});
      } else {
        plot.curves.push_back({label, points_of(curve, of_curve.values)});
      }
      thin(plot.curves.back().points);
    }
  }

  static void note(const RecordedRun& of_curve, DrawnFigure& result) {
    const auto add = [](std::vector<std::string>& list, const std::string& text) {
      if (!text.empty() && std::ranges::find(list, text) == list.end()) list.push_back(text);
    };
    add(result.commands, of_curve.command);
    add(result.notes, of_curve.note);
  }

  static std::vector<std::pair<double, double>> points_of(const FigureCurve& curve,
                                                          const FigureRecorder& values) {
    const auto x = combined(curve.x, values), y = combined(curve.y, values);
    const bool is_over_time = curve.x.name == of::time;
    std::vector<std::pair<double, double>> points;
    for (std::size_t i = 0; i < y.size(); ++i) {
      const auto& [t, value] = y[i];
      if (t < curve.from) continue;
      if (!is_over_time && i >= x.size()) break;
      points.emplace_back(is_over_time ? t : x[i].second,
                          curve.modulo_2pi ? std::remainder(value, 2 * std::numbers::pi) : value);
    }
    if (curve.modulo_2pi) interrupt_at_jumps(points);
    return points;
  }

  /// Points (t, value) of a sum; empty if a name is not recorded.
  static std::vector<std::pair<double, double>> combined(const FigureValue& wanted,
                                                         const FigureRecorder& values) {
    auto points = values.values(wanted.name);
    for (auto& point : points) point.second *= wanted.factor;
    if (wanted.more.empty()) return points;
    const auto more = values.values(wanted.more);
    for (std::size_t i = 0; i < points.size(); ++i) points[i].second += wanted.more_factor * more[i].second;
    return points;
  }

  static void interrupt_at_jumps(std::vector<std::pair<double, double>>& points) {
    for (std::size_t i = 1; i < points.size(); ++i) {
      if (!(std::abs(points[i].second - points[i - 1].second) > std::numbers::pi)) continue;
      points.insert(points.begin() + static_cast<std::ptrdiff_t>(i),
                    {points[i].first, std::numeric_limits<double>::quiet_NaN()});
      ++i;
    }
  }

  static void thin(std::vector<std::pair<double, double>>& points) {
    const std::size_t stride = points.size() / most_curve_points + 1;
    if (stride == 1) return;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
      if (i % stride == 0 || i + 1 == points.size() || std::isnan(points[i].second))
        points[kept++] = points[i];
    points.resize(kept);
  }

  /// Studies are kept by pair: diagrams of scd and mescd show the same runs. Programs with the same
  /// counterpart and settings share a curve.
  void add_work(const WorkFigure& work, Plot& plot, DrawnFigure& result) {
    plot.has_markers = true;
    for (const WorkPair& pair : work.pairs) {
      const auto method = figure_method(pair.solver, catalogue_);
      if (!method) {
        result.notes.push_back(pair.solver + " has no counterpart among the methods of this program");
        continue;
      }
      const std::string label = figure_label(*method, pair.formulation, pair.solver);
      const Study& study = studied(work, pair, *method);
      if (is_stopped()) return;
      const std::string command = bench_command_of(work, pair, *method);
      const auto known = std::ranges::find(result.commands, command);
      if (known != result.commands.end()) {
        plot.curves[static_cast<std::size_t>(known - result.commands.begin())].label += ", " + pair.solver;
        continue;
      }
      result.commands.push_back(command);
      PlotCurve curve{label, {}};
      for (const StudyRow& row : study.rows) {
        if (!row.is_ok()) {
          result.notes.push_back(label + " at " + number_text(row.key.rtol) + ": " + row.message);
          continue;
        }
        using Measure = WorkFigure::Measure;
        const Comparison& c = row.comparison;
        if (work.measure == Measure::error_table)
          curve.points.emplace_back(row.cpu_seconds, c.error_table);
        else if (const double digits = work.measure == Measure::scd ? c.scd : c.mescd; std::isfinite(digits))
          curve.points.emplace_back(digits, row.cpu_seconds);
      }
      plot.curves.push_back(std::move(curve));
    }
  }

  const Study& studied(const WorkFigure& work, const WorkPair& pair, const MatchingMethod& method) {
    const std::string key = bench_command_of(work, pair, method);
    if (const auto known = studies_.find(key); known != studies_.end()) {
      n_done_ += static_cast<int>(work.tolerances.size());
      return known->second;
    }
    StudyRequest request{.cases = {work.case_name},
                         .formulations = {pair.formulation},
                         .methods = {method.method},
                         .tolerances = work.tolerances};
    if (work.until > 0) request.until = work.until;
    request.h0_per_rtol = work.h0_per_rtol;
    request.settings = work.settings;
    for (const auto& [name, value] : method.settings) request.settings.emplace(name, value);
    request.repeats = 3;
    request.timeout = request_.timeout;
    const int before = n_done_;
    StudyWatch watch;
    watch.stop = watch_.stop;
    watch.progress = [&](int done, int, const RunKey& next) {
      n_done_ = before + done;
      announce(next.case_name + " " + next.formulation + " " + next.method + " " + number_text(next.rtol));
    };
    Study study;
    try {
      study = run_study(catalogue_, request, watch);
    } catch (const InvalidInput& refused) {
      StudyRow row;
      row.status = "failed";
      row.message = refused.what();
      study.rows.push_back(row);
    }
    n_done_ = before + static_cast<int>(work.tolerances.size());
    return studies_.emplace(key, std::move(study)).first->second;
  }

  static std::string bench_command_of(const WorkFigure& work, const WorkPair& pair,
                                      const MatchingMethod& method) {
    std::string tolerances;
    for (const double tolerance : work.tolerances)
      tolerances += (tolerances.empty() ? "" : ",") + number_text(tolerance);
    std::string text = "pleuel bench " + work.case_name + " --formulations " + pair.formulation +
                       " --methods " + method.method + " --rtol " + tolerances;
    if (work.until > 0) text += " --until " + figure_number(work.until);
    if (work.h0_per_rtol > 0) text += " --h0-per-rtol " + figure_number(work.h0_per_rtol);
    return text + figure_settings(method.settings) + figure_settings(work.settings);
  }

  const Catalogue& catalogue_;
  const FiguresRequest& request_;
  const SeriesWatch& watch_;
  std::vector<std::unique_ptr<RecordedRun>> runs_;
  std::map<std::string, Study> studies_;
  int n_done_ = 0, n_all_ = 0;
};

std::vector<const PaperFigure*> selected_figures(const FiguresRequest& request) {
  const Paper& of_paper = paper(request.paper);
  std::vector<const PaperFigure*> figures;
  std::vector<std::string> faults;
  const auto begins = [](const std::string& name, const std::string& wanted) {
    return name == wanted || name.starts_with(wanted + "-");
  };
  for (const std::string& wanted : request.only)
    if (std::ranges::none_of(of_paper.figures, [&](const auto& f) { return begins(f.name, wanted); })) {
      std::string names;
      for (const PaperFigure& f : of_paper.figures) names += (names.empty() ? "" : ", ") + f.name;
      faults.push_back("unknown figure '" + wanted + "' of " + of_paper.name + "; it has " + names);
    }
  if (!(request.timeout > 0))
    faults.push_back("the limit of wall time is " + number_text(request.timeout) +
                     " s, but must be positive");
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  for (const PaperFigure& figure : of_paper.figures)
    if (request.only.empty() ||
        std::ranges::any_of(request.only, [&](const auto& wanted) { return begins(figure.name, wanted); }))
      figures.push_back(&figure);
  return figures;
}

}  // namespace

DrawnPaper draw_figures(const Catalogue& catalogue, const FiguresRequest& request, const SeriesWatch& watch) {
  const auto figures = selected_figures(request);
  return FigureDrawer(catalogue, request, watch).draw(figures);
}

std::string figures_json(const FiguresRequest& request, const DrawnPaper& drawn) {
  using Json = nlohmann::ordered_json;
  Json json{{"paper", request.paper}, {"end", name_of(drawn.end)}, {"figures", Json::array()}};
  for (const DrawnFigure& figure : drawn.figures)
    json["figures"].push_back({{"name", figure.name},
                               {"title", figure.title},
                               {"file", figure.svg.empty() ? Json() : Json(figure.name + ".svg")},
                               {"commands", figure.commands},
                               {"notes", figure.notes}});
  return json.dump(2);
}

}  // namespace pleuel

#include "pleuel/io/modes_page.hpp"

#include <algorithm>
#include <limits>

#include "pleuel/base/markup.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/io/mode_motion.hpp"
#include "pleuel/io/run_page.hpp"
#include "pleuel/io/whole_file.hpp"

namespace pleuel {
namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

std::string page_name(std::size_t number) { return "mode-" + std::to_string(number) + ".html"; }

std::string damping_text(const Mode& mode) {
  return mode.trend == ModeTrend::neutral ? "0" : number_text(mode.damping_ratio(), 4);
}

/// "2: oscillation, 10.2 Hz, damping ratio 0.12".
std::string mode_title(const Mode& mode, std::size_t number) {
  std::string text = std::to_string(number) + ": " + name_of(mode.kind);
  if (mode.kind == ModeKind::oscillation)
    text += ", " + number_text(mode.frequency()) + " Hz, damping ratio " + damping_text(mode);
  if (mode.kind == ModeKind::aperiodic) text += ", rate " + number_text(mode.eigenvalue.real()) + " 1/s";
  return text;
}

std::string motion_text(const Mode& mode) {
  if (mode.kind == ModeKind::aperiodic)
    return "the amplitude is chosen for the eye; a mode has none of its own";
  return "the amplitude is chosen for the eye and constant; a mode has none of its own, and decays by its "
         "damping";
}

/// One step of the motion.
class MotionStep : public DenseOutput {
 public:
  MotionStep(const ModeMotion& motion, double begin, double end)
      : motion_(motion), begin_(begin), end_(end) {}
  double begin() const override { return begin_; }
  double end() const override { return end_; }
  int order() const override { return motion_.order(); }
  void evaluate(double t, Vec y) const override { motion_.evaluate(t, y); }

 private:
  const ModeMotion& motion_;
  double begin_, end_;
};

/// What a page of a run needs of a plan.
RunPlan plan_of(const ModesResult& result) {
  const Drawing& whole = *result.problem_case.drawing;
  RunPlan plan;
  plan.problem_case.system = result.header.system;
  plan.problem_case.outputs = result.problem_case.outputs;
  // Without what shows forces: a mode has no amplitude of its own, and so no forces.
  const auto drawing = std::make_shared<Drawing>();
  drawing->dimension = whole.dimension;
  drawing->up = whole.up;
  drawing->n_frames = whole.n_frames;
  drawing->bodies = whole.bodies;
  drawing->lines = whole.lines;
  drawing->joints = whole.joints;
  drawing->meshes = whole.meshes;
  drawing->place = whole.place;
  plan.problem_case.drawing = drawing;
  for (const MotionOutput& output : result.problem_case.motion_outputs)
    if (!output.depends_on_forces) plan.outputs.push_back(output);
  const SystemInfo& info = result.header.system->info();
  const int n_q = info.n_q(), n_v = info.n_v(), n_s = info.n_s();
  plan.motion.emplace(MotionLayout::Part{0, n_q}, MotionLayout::Part{n_q, n_v}, MotionLayout::Part{0, 0},
                      MotionLayout::Part{0, 0}, MotionLayout::Part{n_q + n_v, n_s});
  const std::pair<const std::vector<Quantity>*, Group> parts[] = {
      {&info.q, Group::q}, {&info.v, Group::v}, {&info.s, Group::s}};
  for (const auto& [names, group] : parts)
    for (const Quantity& x : *names) plan.dae.unknowns.push_back({x.name, x.unit, group});
  return plan;
}

RunHeader header_of_mode(const ModesResult& result, const RunPlan& plan, const ModeMotion& motion,
                         const std::string& title) {
  RunHeader header;
  header.case_name = result.header.case_name;
  header.title =
      (result.header.title.empty() ? result.header.case_name : result.header.title) + ", mode " + title;
  header.formulation = {.name = "linearised"};
  header.method = {.name = "eigenvalues"};
  header.t_begin = motion.begin();
  header.t_end = motion.end();
  header.unknowns = plan.dae.unknowns;
  for (const MotionOutput& output : plan.outputs) header.outputs.push_back({output.name, output.unit});
  header.remarks = result.header.remarks;
  return header;
}

void write_mode_page(const std::filesystem::path& path, const ModesResult& result, std::size_t number) {
  const Mode& mode = result.modes.modes[number - 1];
  const RunPlan plan = plan_of(result);
  const ModeMotion motion(result, mode);
  const MotionAt motion_at = [&](double, ConstVec y) {
    return plan.motion->at(result.t, y, result.header.system->revolutions());
  };
  OutputRow outputs(plan.outputs, motion_at), between(plan.outputs, motion_at);
  RunResult shown;
  shown.header = header_of_mode(result, plan, motion, mode_title(mode, number));
  shown.message = motion_text(mode);
  shown.t = motion.end();
  shown.y.resize(motion.size());
  RunPage page(path, plan);
  page.begin(shown.header);
  for (int i = 0; i <= motion.n_steps(); ++i) {
    const double h = motion.end() / motion.n_steps(), t = i * h;
    motion.evaluate(t, shown.y);
    page.sample(Sample(t, shown.y, outputs));
    if (i == 0) continue;
    page.step({.begin = t - h,
               .t = t,
               .h = no_number,
               .order = 0,
               .since = {},
               .residuals = {no_number, no_number, no_number},
               .energy = no_number,
               .energy_error = no_number,
               .dense = MotionStep(motion, t - h, t),
               .outputs = between});
  }
  page.end(shown);
}

std::string table_row(const Mode& mode, std::size_t number, bool has_page) {
  const std::string text = std::to_string(number);
  const bool is_oscillation = mode.kind == ModeKind::oscillation;
  return "<tr><td>" + (has_page ? "<a href=\"" + page_name(number) + "\">" + text + "</a>" : text) +
         "</td><td>" + name_of(mode.kind) + "</td><td>" + name_of(mode.trend) + "</td><td>" +
         (is_oscillation ? number_text(mode.frequency()) : "") + "</td><td>" +
         (is_oscillation ? number_text(mode.omega()) : number_text(mode.eigenvalue.real())) + "</td><td>" +
         (is_oscillation ? damping_text(mode) : "") + "</td></tr>\n";
}

}  // namespace

void write_modes_pages(const std::filesystem::path& folder, const ModesResult& result) {
  const auto& modes = result.modes.modes;
  const std::size_t n_pages =
      result.problem_case.drawing != nullptr ? std::min(modes.size(), most_mode_pages) : 0;
  const std::string title = markup_escaped("Modes of " + result.header.case_name +
                                           (result.header.title.empty() ? "" : ": " + result.header.title));
  std::string html = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>" +
                     title +
                     "</title>\n<style>\nbody { font: 16px/1.5 system-ui, sans-serif; margin: 2rem; }\n"
                     "td, th { padding: 0.2rem 1rem; text-align: right; }\n</style>\n</head>\n<body>\n<h1>" +
                     title + "</h1>\n";
  if (n_pages > 0)
    html +=
        "<p>The number of a mode leads to its moving shape" +
        (n_pages < modes.size() ? ", of the first " + std::to_string(n_pages) + " modes" : std::string()) +
        ".</p>\n";
  else
    html += "<p>This case has no drawing, so the shapes are only in shapes.csv.</p>\n";
  html +=
      "<table>\n<tr><th>mode</th><th>kind</th><th>trend</th><th>Hz</th><th>rad/s, or rate in 1/s</th>"
      "<th>damping ratio</th></tr>\n";
  for (std::size_t k = 1; k <= modes.size(); ++k) html += table_row(modes[k - 1], k, k <= n_pages);
  html += "</table>\n";
  if (!result.modes.is_all) html += "<p>Faster modes are left out.</p>\n";
  write_whole_file(folder / "modes.html", html + "</body>\n</html>\n");
  for (std::size_t k = 1; k <= n_pages; ++k) write_mode_page(folder / page_name(k), result, k);
}

}  // namespace pleuel

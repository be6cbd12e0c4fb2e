#include "pleuel/io/run_page.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <new>
#include <nlohmann/json.hpp>

#include "pleuel/base/error.hpp"
#include "pleuel/base/limits.hpp"
#include "pleuel/io/drawing_json.hpp"
#include "pleuel/io/json_values.hpp"
#include "pleuel/io/packed_columns.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/io/page_meshes.hpp"
#include "pleuel/io/rounding_level.hpp"
#include "pleuel/io/run_json.hpp"

namespace pleuel {
namespace {

using Json = nlohmann::ordered_json;

constexpr double column_numbers = 3.5e6, place_numbers = 7.5e5, step_numbers = 3.75e5;
constexpr double mesh_bytes = 13e6;  // before base64
constexpr int most_columns = 400, most_arrows = 50;
constexpr int most_points = 20'000, fewest_points = 2000;  // of a column
constexpr int most_places = 2000, fewest_places = 50;
constexpr double most_evaluated = 4e7;  // approximate limit of numbers evaluated by dense output
constexpr int most_frames_drawn = 5000;
constexpr int fewest_bits = 16;  // of a number of a curve: 1/65536 of its range

int within(double value, int least, int most) {
  return static_cast<int>(std::clamp(value, static_cast<double>(least), static_cast<double>(most)));
}

const std::vector<Quantity>& step_quantities() {
  static const std::vector<Quantity> list = {
      {"h", "s"},           {"order", "1"},   {"rejected", "1"},    {"newton_failures", "1"},
      {"iterations", "1"},  {"rhs", "1"},     {"jacobians", "1"},   {"factorizations", "1"},
      {"position", ""},     {"velocity", ""}, {"acceleration", ""}, {"energy", "J"},
      {"energy_error", "J"}};
  return list;
}

void fill(Vector& row, double h, int order, const Statistics& n, const ConstraintResiduals& r, double energy,
          double energy_error) {
  row << h, static_cast<double>(order), static_cast<double>(n.rejected),
      static_cast<double>(n.newton_failures), static_cast<double>(n.iterations), static_cast<double>(n.rhs),
      static_cast<double>(n.jacobians), static_cast<double>(n.factorizations), r.position, r.velocity,
      r.acceleration, energy, energy_error;
}

/// Without η, which only says how far a formulation moves the solution.
std::vector<Group> groups_by_interest() {
  return {Group::q, Group::y, Group::v, Group::lambda, Group::s, Group::a};
}

template <class List>
std::vector<std::string> units_of(const List& list) {
  std::vector<std::string> units;
  for (const auto& item : list) units.push_back(item.unit);
  return units;
}

/// A quarter of the tolerance, of the range: what is smaller is error.
int bits_for(const ToleranceRequest& tolerance) {
  double rtol = tolerance.rtol;
  for (const auto& [name, value] : tolerance.rtol_of) rtol = std::min(rtol, value);
  return std::clamp(static_cast<int>(std::ceil(-std::log2(rtol))) + 2, fewest_bits, PackedColumns::most_bits);
}

/// Calls visit(k, column) for each column, which has units[k]; numbers at rounding level become
/// zero. A few columns at a time are copied from the rows, so that they stay in the cache.
template <class Visit>
void for_each_cleared(const ThinnedColumns& columns, const std::vector<std::string>& units, Visit visit) {
  constexpr int most_at_once = 16;
  LargestOfUnits largest;
  const std::vector<float> largest_of = columns.largest();
  for (std::size_t k = 0; k < units.size(); ++k) largest.take(units[k], std::span(largest_of).subspan(k, 1));
  for (int first = 0; first < columns.n_columns(); first += most_at_once) {
    const int n = std::min(most_at_once, columns.n_columns() - first);
    std::vector<float> values = columns.values(first, n);
    const std::size_t n_rows = columns.times().size();
    for (int i = 0; i < n; ++i) {
      const auto k = static_cast<std::size_t>(first + i);
      const auto column = std::span(values).subspan(static_cast<std::size_t>(i) * n_rows, n_rows);
      largest.clear(units[k], column);
      visit(k, column);
    }
  }
}

/// Without the end values, which are in run.json.
std::string summary_json(const RunResult& result) {
  RunResult head = result;
  head.header.unknowns = {};
  head.y.resize(0);
  Json json = Json::parse(run_json(head));
  if (result.comparison) json["reference"]["scd_undefined"] = result.comparison->scd_undefined;
  json["failure_report"] = result.failure ? Json(describe(*result.failure)) : Json(nullptr);
  return json_line(json);
}

}  // namespace

RunPage::RunPage(std::filesystem::path path, const RunPlan& plan)
    : path_(std::move(path)), plan_(plan), drawing_(plan.problem_case.drawing.get()) {
  if (!has_pages()) throw InvalidInput(page_remedy());
  if (drawing_ != nullptr && (!plan.motion || drawing_->n_frames > most_frames_drawn)) drawing_ = nullptr;
}

void RunPage::begin(const RunHeader& header) {
  choose_columns(header);
  const auto n_columns = static_cast<int>(columns_.size());
  row_.resize(n_columns);
  y_.resize(static_cast<Eigen::Index>(header.unknowns.size()));
  std::vector<int> shown;
  for (int k = 0; k < n_columns; ++k)
    if (columns_[k].is_shown) shown.push_back(k);
  samples_.emplace(units_of(columns_), shown, header.t_end - header.t_begin,
                   within(column_numbers / std::max(n_columns, 1), fewest_points, most_points));
  const auto n_quantities = static_cast<int>(step_quantities().size());
  step_row_.resize(n_quantities);
  steps_.emplace(n_quantities, within(step_numbers / n_quantities, fewest_points, most_points));
  if (drawing_ != nullptr) begin_motion(header);
}

void RunPage::choose_columns(const RunHeader& header) {
  using Source = Column::Source;
  for (std::size_t k = 0; k < header.outputs.size(); ++k)
    columns_.push_back({Source::output, static_cast<Eigen::Index>(k), 0, header.outputs[k].name,
                        header.outputs[k].unit, "output", true});
  if (drawing_ != nullptr) add_arrows();
  const auto& shown = plan_.problem_case.outputs;
  for (const Group group : groups_by_interest())
    for (std::size_t k = 0; k < header.unknowns.size(); ++k)
      if (const Unknown& unknown = header.unknowns[k]; unknown.group == group)
        columns_.push_back({Source::unknown, static_cast<Eigen::Index>(k), 0, unknown.name, unknown.unit,
                            name_of(group),
                            std::find(shown.begin(), shown.end(), unknown.name) != shown.end()});
  if (columns_.size() > most_columns) columns_.resize(most_columns);
  const auto is_unknown = [](const Column& column) { return column.source == Source::unknown; };
  n_left_out_ = header.unknowns.size() -
                static_cast<std::size_t>(std::count_if(columns_.begin(), columns_.end(), is_unknown));
}

/// Their components as columns of the name that an output would have; such an output is taken.
void RunPage::add_arrows() {
  const std::size_t n_arrows = std::min<std::size_t>(drawing_->arrows.size(), most_arrows);
  for (std::size_t k = 0; k < n_arrows && columns_.size() + 3 <= most_columns; ++k) {
    Arrow arrow{k, {}};
    for (int axis = 0; axis < drawing_->dimension; ++axis) {
      const std::string name = drawing_->arrows[k].name + ".f" + "xyz"[axis];
      const auto it = std::find_if(columns_.begin(), columns_.end(), [&](const Column& column) {
        return column.name == name && column.unit == "N";
      });
      arrow.columns.push_back(static_cast<std::size_t>(it - columns_.begin()));
      if (it == columns_.end())
        columns_.push_back({Column::Source::arrow, static_cast<Eigen::Index>(k), axis, name, "N", "force"});
    }
    arrows_.push_back(std::move(arrow));
  }
}

void RunPage::begin_motion(const RunHeader& header) {
  const double n_y = static_cast<double>(header.unknowns.size());
  const int n_places = numbers_of_a_place * drawing_->n_frames;
  const double fitting = std::min(place_numbers / std::max(n_places, 1), most_evaluated / n_y);
  places_.emplace(
      header.t_begin, header.t_end, n_places, within(fitting, fewest_places, most_places),
      [this, room = std::vector<FramePlace>(drawing_->n_frames)](double t, ConstVec y, float* out) mutable {
        drawing_->place(plan_.motion->at(t, y), room);
        copy_places(room, out);
      });
  if (drawing_->meshes.empty()) return;
  const SystemInfo& info = plan_.problem_case.system->info();
  const double bytes = PageMeshes(*drawing_).bytes_per_time();
  states_.emplace(header.t_begin, header.t_end, info.n_q() + info.n_s(),
                  within(mesh_bytes / bytes, 10, most_places / 2), [this](double t, ConstVec y, float* out) {
                    const Motion motion = plan_.motion->at(t, y);
                    for (const ConstVec& part : {motion.q, motion.s})
                      for (const double x : part) *out++ = static_cast<float>(x);
                  });
}

void RunPage::take(const Sample& at, Vec row) {
  const ConstVec outputs = at.outputs(), y = at.y();
  if (!arrows_.empty()) drawing_->forces(at.motion(), forces_);
  for (std::size_t k = 0; k < columns_.size(); ++k) {
    const Column& column = columns_[k];
    row[static_cast<Eigen::Index>(k)] = column.source == Column::Source::output ? outputs[column.place]
                                        : column.source == Column::Source::arrow
                                            ? forces_(column.axis, column.place)
                                            : y[column.place];
  }
}

void RunPage::sample(const Sample& at) {
  take(at, row_);
  samples_->add(at.t(), row_);
}

void RunPage::step(const StepReport& report) {
  const auto n_y = static_cast<Eigen::Index>(plan_.dae.unknowns.size());
  if (places_) places_->step(report.dense, n_y);
  if (states_) states_->step(report.dense, n_y);
  samples_->step(report.begin, report.t, [&](double t, Vec row) {
    try {
      report.dense.evaluate(t, y_);
      take(Sample(t, y_, report.outputs), row);
      return true;
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception&) {
      return false;  // the run does not depend on points of curves
    }
  });
  fill(step_row_, report.h, report.order, report.since, report.residuals, report.energy, report.energy_error);
  steps_->add(report.t, step_row_);
  counted_ = counted_ + report.since;
}

/// Adds the failed attempts after the last accepted step.
void RunPage::end_steps(const RunResult& result) {
  const Statistics rest = result.statistics - counted_;
  if (result.failure && rest.steps > 0) {
    fill(step_row_, result.failure->h, result.failure->order, rest,
         {not_a_number, not_a_number, not_a_number}, not_a_number, not_a_number);
    steps_->add(result.t, step_row_);
  }
  steps_->finish();
}

void RunPage::write_columns(Page& page) const {
  Json list = Json::array(), steps = Json::array(), arrows = Json::array();
  for (const Column& column : columns_)
    list.push_back(
        {{"name", column.name}, {"unit", column.unit}, {"group", column.group}, {"shown", column.is_shown}});
  for (const Quantity& quantity : step_quantities())
    steps.push_back({{"name", quantity.name}, {"unit", quantity.unit}});
  for (const Arrow& arrow : arrows_)
    arrows.push_back(arrow_json(drawing_->arrows[arrow.number], arrow.columns));
  const ThinnedColumns& samples = samples_->columns();
  page.add_json("columns", json_line({{"columns", std::move(list)},
                                      {"steps", std::move(steps)},
                                      {"samples", samples_->n_samples()},
                                      {"is_thinned", samples.is_thinned()},
                                      {"left_out", n_left_out_}}));
  page.add_json(
      "arrows",
      json_line({{"arrows", std::move(arrows)},
                 {"left_out", drawing_ != nullptr ? drawing_->arrows.size() - arrows_.size() : 0}}));
  page.add_numbers<double>("sample-times", samples.times());
  PackedColumns values;
  const int bits_shown = bits_for(plan_.request.tolerance);
  for_each_cleared(samples, units_of(columns_), [&](std::size_t k, std::span<const float> column) {
    values.add(column, columns_[k].is_shown ? bits_shown : fewest_bits);
  });
  page.add_numbers<std::byte>("sample-values", values.bytes());
  page.add_numbers<double>("step-times", steps_->times());
  std::vector<float> of_steps;
  for_each_cleared(*steps_, units_of(step_quantities()), [&](std::size_t, std::span<const float> column) {
    of_steps.insert(of_steps.end(), column.begin(), column.end());
  });
  page.add_numbers<float>("step-values", of_steps);
}

void RunPage::end(const RunResult& result) {
  samples_->finish();
  end_steps(result);
  Page page(path_, "run");
  page.add_json("run", summary_json(result));
  write_columns(page);
  if (drawing_ != nullptr) write_motion(page, result);
  page.commit();
}

void RunPage::write_motion(Page& page, const RunResult& result) {
  places_->finish(result.t, result.y);
  page.add_json("scene", drawing_json(*drawing_));
  page.add_numbers<double>("place-times", places_->times());
  PackedColumns places;
  places.add_rows(places_->values(), places_->times().size());
  page.add_numbers<std::byte>("place-values", places.bytes());
  if (!states_) return;
  states_->finish(result.t, result.y);
  page.add_numbers<double>("mesh-times", states_->times());
  const SystemInfo& info = plan_.problem_case.system->info();
  const Eigen::Index n_state = info.n_q() + info.n_s();
  PageMeshes meshes(*drawing_);
  for (std::size_t i = 0; i < states_->times().size(); ++i) {
    const Vector state =
        Eigen::Map<const Eigen::VectorXf>(states_->values().data() + i * n_state, n_state).cast<double>();
    const ConstVec all = view(state);
    meshes.add(
        {.t = states_->times()[i], .q = part(all, 0, info.n_q()), .s = part(all, info.n_q(), info.n_s())});
  }
  meshes.write_shapes(page);
  meshes.write_values(page);
}

}  // namespace pleuel

#include "pleuel/io/run_page.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>

#include "pleuel/base/error.hpp"
#include "pleuel/base/limits.hpp"
#include "pleuel/io/drawing_json.hpp"
#include "pleuel/io/json_values.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/io/run_json.hpp"

namespace pleuel {
namespace {

using Json = nlohmann::ordered_json;

// Bytes before base64.
constexpr double column_bytes = 7e6, place_bytes = 3e6, mesh_bytes = 13e6, step_bytes = 1.5e6;
constexpr int most_columns = 400;
constexpr int most_points = 20'000, fewest_points = 2000;  // of a column
constexpr int most_places = 2000, fewest_places = 50;
constexpr int numbers_of_a_place = 7;
constexpr double most_evaluated = 4e7;  // approximate limit of numbers evaluated by dense output
constexpr int most_frames_drawn = 5000;
constexpr long short_range = 32767;

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

std::vector<Group> groups_by_interest() {
  return {Group::q, Group::y, Group::v, Group::lambda, Group::s, Group::a, Group::eta};
}

int node_numbers(const Drawing& drawing) {
  std::size_t n = 0;
  for (const DrawnMesh& mesh : drawing.meshes)
    n += mesh.nodes.size() * (static_cast<std::size_t>(drawing.dimension) + mesh.fields.size());
  return static_cast<int>(n);
}

template <std::size_t N>
std::vector<int> flat(const std::vector<std::array<int, N>>& list) {
  std::vector<int> numbers;
  for (const auto& item : list) numbers.insert(numbers.end(), item.begin(), item.end());
  return numbers;
}

/// Displacements and fields of a mesh, ordered by time, component and node.
std::vector<float> node_values(const DrawnMesh& mesh, int dimension, const MotionFrames& states,
                               const SystemInfo& info) {
  const Eigen::Index n_nodes = static_cast<Eigen::Index>(mesh.nodes.size()),
                     n_state = info.n_q() + info.n_s();
  std::vector<float> values;
  values.reserve(states.times().size() * mesh.nodes.size() * (dimension + mesh.fields.size()));
  NodeValues at_nodes;
  for (std::size_t i = 0; i < states.times().size(); ++i) {
    const Vector state =
        Eigen::Map<const Eigen::VectorXf>(states.values().data() + i * n_state, n_state).cast<double>();
    const ConstVec all = view(state);
    mesh.values(
        {.t = states.times()[i], .q = part(all, 0, info.n_q()), .s = part(all, info.n_q(), info.n_s())},
        at_nodes);
    for (int k = 0; k < dimension; ++k)
      for (Eigen::Index n = 0; n < n_nodes; ++n)
        values.push_back(static_cast<float>(at_nodes.displacement(k, n)));
    for (const Vector& field : at_nodes.fields)
      for (const double x : field) values.push_back(static_cast<float>(x));
  }
  return values;
}

/// Numbers as 16-bit integers with one unit per component; values that are not finite become zero.
struct PackedValues {
  std::vector<float> units;
  std::vector<short> shorts;
};

PackedValues packed(const std::vector<float>& values, std::size_t n_nodes, std::size_t n_components) {
  PackedValues packed{std::vector<float>(n_components, 0), std::vector<short>(values.size(), 0)};
  const auto unit_of = [&](std::size_t k) -> float& { return packed.units[k / n_nodes % n_components]; };
  for (std::size_t k = 0; k < values.size(); ++k)
    if (std::isfinite(values[k]))
      unit_of(k) = std::max(unit_of(k), std::abs(values[k]) / static_cast<float>(short_range));
  for (std::size_t k = 0; k < values.size(); ++k)
    if (unit_of(k) > 0 && std::isfinite(values[k]))
      packed.shorts[k] =
          static_cast<short>(std::clamp(std::lround(values[k] / unit_of(k)), -short_range, short_range));
  return packed;
}

/// Without the final values, which are in run.json.
std::string summary_json(const RunResult& result) {
  RunResult head = result;
  head.header.unknowns.clear();
  head.y.resize(0);
  Json json = Json::parse(run_json(head));
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
  samples_.emplace(n_columns, within(column_bytes / 4 / std::max(n_columns, 1), fewest_points, most_points));
  const auto n_quantities = static_cast<int>(step_quantities().size());
  step_row_.resize(n_quantities);
  steps_.emplace(n_quantities, within(step_bytes / 4 / n_quantities, fewest_points, most_points));
  if (drawing_ != nullptr) begin_motion(header);
}

void RunPage::choose_columns(const RunHeader& header) {
  for (std::size_t k = 0; k < header.outputs.size(); ++k)
    columns_.push_back({true, static_cast<Eigen::Index>(k)});
  for (const Group group : groups_by_interest())
    for (std::size_t k = 0; k < header.unknowns.size(); ++k)
      if (header.unknowns[k].group == group) columns_.push_back({false, static_cast<Eigen::Index>(k)});
  if (columns_.size() <= most_columns) return;
  n_left_out_ = columns_.size() - most_columns;
  columns_.resize(most_columns);
}

void RunPage::begin_motion(const RunHeader& header) {
  const double n_y = static_cast<double>(header.unknowns.size());
  const int n_places = numbers_of_a_place * drawing_->n_frames;
  const double fitting = std::min(place_bytes / 4 / std::max(n_places, 1), most_evaluated / n_y);
  places_.emplace(
      header.t_begin, header.t_end, n_places, within(fitting, fewest_places, most_places),
      [this, room = std::vector<FramePlace>(drawing_->n_frames)](double t, ConstVec y, float* out) mutable {
        drawing_->place(plan_.motion->at(t, y), room);
        for (const FramePlace& place : room) {
          for (const double x : place.position) *out++ = static_cast<float>(x);
          for (const double x : place.rotation.coeffs()) *out++ = static_cast<float>(x);
        }
      });
  if (drawing_->meshes.empty()) return;
  const SystemInfo& info = plan_.problem_case.system->info();
  const double bytes = 2.0 * node_numbers(*drawing_);
  states_.emplace(header.t_begin, header.t_end, info.n_q() + info.n_s(),
                  within(mesh_bytes / bytes, 10, most_places / 2), [this](double t, ConstVec y, float* out) {
                    const Motion motion = plan_.motion->at(t, y);
                    for (const ConstVec& part : {motion.q, motion.s})
                      for (const double x : part) *out++ = static_cast<float>(x);
                  });
}

void RunPage::sample(const Sample& at) {
  const ConstVec outputs = at.outputs(), y = at.y();
  for (std::size_t k = 0; k < columns_.size(); ++k)
    row_[static_cast<Eigen::Index>(k)] =
        columns_[k].is_output ? outputs[columns_[k].place] : y[columns_[k].place];
  samples_->add(at.t(), row_);
}

void RunPage::step(const StepReport& report) {
  const auto n_y = static_cast<Eigen::Index>(plan_.dae.unknowns.size());
  if (places_) places_->step(report.dense, n_y);
  if (states_) states_->step(report.dense, n_y);
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

std::string RunPage::columns_json(const RunHeader& header) const {
  Json list = Json::array();
  const auto& shown = plan_.problem_case.outputs;
  for (const Column& column : columns_) {
    const auto k = static_cast<std::size_t>(column.place);
    if (column.is_output) {
      list.push_back({{"name", header.outputs[k].name},
                      {"unit", header.outputs[k].unit},
                      {"group", "output"},
                      {"shown", true}});
    } else {
      const Unknown& unknown = header.unknowns[k];
      list.push_back({{"name", unknown.name},
                      {"unit", unknown.unit},
                      {"group", name_of(unknown.group)},
                      {"shown", std::find(shown.begin(), shown.end(), unknown.name) != shown.end()}});
    }
  }
  Json steps = Json::array();
  for (const Quantity& quantity : step_quantities())
    steps.push_back({{"name", quantity.name}, {"unit", quantity.unit}});
  const Json json = {{"columns", std::move(list)},
                     {"steps", std::move(steps)},
                     {"samples", samples_->n_samples()},
                     {"left_out", n_left_out_}};
  return json_line(json);
}

void RunPage::end(const RunResult& result) {
  samples_->finish();
  end_steps(result);
  Page page(path_, "run");
  page.add_json("run", summary_json(result));
  page.add_json("columns", columns_json(result.header));
  page.add_numbers<double>("sample-times", samples_->times());
  page.add_numbers<float>("sample-values", samples_->values());
  page.add_numbers<double>("step-times", steps_->times());
  page.add_numbers<float>("step-values", steps_->values());
  if (drawing_ != nullptr) write_motion(page, result);
  page.commit();
}

void RunPage::write_motion(Page& page, const RunResult& result) {
  places_->finish(result.t, result.y);
  page.add_json("scene", drawing_json(*drawing_));
  page.add_numbers<double>("place-times", places_->times());
  page.add_numbers<float>("place-values", places_->values());
  if (!states_) return;
  states_->finish(result.t, result.y);
  page.add_numbers<double>("mesh-times", states_->times());
  for (std::size_t k = 0; k < drawing_->meshes.size(); ++k) write_mesh(page, k);
}

void RunPage::write_mesh(Page& page, std::size_t number) {
  const DrawnMesh& mesh = drawing_->meshes[number];
  const std::string id = "mesh-" + std::to_string(number);
  std::vector<float> nodes;
  for (const auto& node : mesh.nodes)
    for (const double x : node) nodes.push_back(static_cast<float>(x));
  page.add_numbers<float>(id + "-nodes", nodes);
  page.add_numbers<int>(id + "-triangles", flat(mesh.triangles));
  page.add_numbers<int>(id + "-edges", flat(mesh.edges));
  const SystemInfo& info = plan_.problem_case.system->info();
  const PackedValues values = packed(node_values(mesh, drawing_->dimension, *states_, info),
                                     mesh.nodes.size(), drawing_->dimension + mesh.fields.size());
  page.add_numbers<float>(id + "-units", values.units);
  page.add_numbers<short>(id + "-values", values.shorts);
}

}  // namespace pleuel

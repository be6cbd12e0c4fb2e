#include "pleuel/io/modes_page.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "pleuel/base/number_text.hpp"
#include "pleuel/io/drawing_json.hpp"
#include "pleuel/io/json_values.hpp"
#include "pleuel/io/mode_motion.hpp"
#include "pleuel/io/motion_frames.hpp"
#include "pleuel/io/packed_columns.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/io/page_meshes.hpp"
#include "pleuel/mechanics/analysis/shape_text.hpp"
#include "pleuel/run/output_row.hpp"

namespace pleuel {
namespace {

using Json = nlohmann::ordered_json;

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();
constexpr int usual_times = 64, fewest_times = 12;  // of a motion
constexpr double shared_place_numbers = 7.5e5;
constexpr double shared_mesh_bytes = 13e6;  // before base64
constexpr std::size_t most_shape_parts = 3;

std::string about_text(const ModesResult& result) {
  const std::string where = result.about == ModesAbout::equilibrium ? "the equilibrium"
                            : result.about == ModesAbout::reached   ? "the state reached"
                                                                    : "the start";
  return "about " + where + " at t = " + number_text(result.t, 10) + " s";
}

Json row_json(const Mode& mode, const std::string& shape) {
  const bool is_oscillation = mode.kind == ModeKind::oscillation;
  return {{"kind", name_of(mode.kind)},
          {"trend", name_of(mode.trend)},
          {"frequency", number_or_null(is_oscillation ? mode.frequency() : no_number)},
          {"omega", number_or_null(is_oscillation ? mode.omega() : no_number)},
          {"rate", number_or_null(mode.kind == ModeKind::aperiodic ? mode.eigenvalue.real() : no_number)},
          {"damping", number_or_null(!is_oscillation                    ? no_number
                                     : mode.trend == ModeTrend::neutral ? 0.0
                                                                        : mode.damping_ratio())},
          {"shape", shape}};
}

/// The shapes of one result, written one after the other.
class ShapeWriter {
 public:
  ShapeWriter(const ModesResult& result, std::size_t n_shapes)
      : result_(result),
        drawing_(*result.problem_case.drawing),
        meshes_(drawing_),
        places_(static_cast<std::size_t>(drawing_.n_frames)) {
    for (const MotionOutput& output : result.problem_case.motion_outputs)
      if (!output.depends_on_forces) outputs_.push_back(output);
    const auto n = static_cast<double>(n_shapes);
    const double of_places = n * numbers_of_a_place * std::max(drawing_.n_frames, 1),
                 of_meshes = n * std::max(meshes_.bytes_per_time(), 1.0);
    n_times_ =
        static_cast<int>(std::clamp(std::min(shared_place_numbers / of_places, shared_mesh_bytes / of_meshes),
                                    double{fewest_times}, double{usual_times}));
  }

  Json columns() const {
    Json list = Json::array();
    for (const MotionOutput& output : outputs_)
      list.push_back({{"name", output.name}, {"unit", output.unit}, {"group", "output"}, {"shown", true}});
    return list;
  }

  void write_scene(Page& page) const {
    page.add_json("scene", drawing_json(drawing_));
    page.add_json("arrows", json_line({{"arrows", Json::array()}, {"left_out", 0}}));
    meshes_.write_shapes(page);
  }

  void write(Page& page, std::size_t number);

 private:
  const ModesResult& result_;
  const Drawing& drawing_;
  std::vector<MotionOutput> outputs_;
  PageMeshes meshes_;
  std::vector<FramePlace> places_;
  int n_times_ = usual_times;
};

void ShapeWriter::write(Page& page, std::size_t number) {
  const ModeMotion shape(result_, result_.modes.modes[number - 1]);
  const Eigen::Index n_q = result_.state.q.size(), n_v = result_.state.v.size(), n_s = result_.state.s.size();
  OutputRow outputs(outputs_, [&](double, ConstVec y) {
    return Motion{.t = result_.t,
                  .q = part(y, 0, n_q),
                  .v = part(y, n_q, n_v),
                  .s = part(y, n_q + n_v, n_s),
                  .revolutions = result_.header.system->revolutions()};
  });
  std::vector<double> times;
  std::vector<float> places, values;
  Vector y(shape.size());
  const std::size_t n_places = numbers_of_a_place * places_.size();
  for (int i = 0; i <= n_times_; ++i) {
    times.push_back(shape.end() * i / n_times_);
    shape.evaluate(times.back(), view(y));
    const Sample at(times.back(), view(y), outputs);
    for (const double x : at.outputs()) values.push_back(static_cast<float>(x));
    drawing_.place(at.motion(), places_);
    places.resize(places.size() + n_places);
    copy_places(places_, places.data() + places.size() - n_places);
    meshes_.add(at.motion());
  }
  const std::string prefix = "mode-" + std::to_string(number) + "-";
  PackedColumns packed_places, packed_values;
  packed_places.add_rows(places, times.size());
  packed_values.add_rows(values, times.size());
  page.add_numbers<double>(prefix + "times", times);
  page.add_numbers<std::byte>(prefix + "values", packed_values.bytes());
  page.add_numbers<std::byte>(prefix + "place-values", packed_places.bytes());
  meshes_.write_values(page, prefix);
}

}  // namespace

void write_modes_page(const std::filesystem::path& path, const ModesResult& result) {
  const auto& modes = result.modes.modes;
  const bool has_drawing = result.problem_case.drawing != nullptr;
  const std::size_t n_shapes = has_drawing ? std::min(modes.size(), most_shapes) : 0;
  std::optional<ShapeWriter> shapes;
  if (n_shapes > 0) shapes.emplace(result, n_shapes);
  const ShapeText shape_text(*result.header.system);
  Json list = Json::array();
  for (const Mode& mode : modes) list.push_back(row_json(mode, shape_text(mode, most_shape_parts)));
  Page page(path, "run");
  page.add_json("modes", json_line({{"case", result.header.case_name},
                                    {"title", result.header.title},
                                    {"about", about_text(result)},
                                    {"remarks", result.header.remarks},
                                    {"is_all", result.modes.is_all},
                                    {"n_shapes", n_shapes},
                                    {"columns", shapes ? shapes->columns() : Json::array()},
                                    {"modes", std::move(list)}}));
  if (shapes) shapes->write_scene(page);
  for (std::size_t k = 1; k <= n_shapes; ++k) shapes->write(page, k);
  page.commit();
}

}  // namespace pleuel

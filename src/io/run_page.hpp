// The HTML page of a run.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "pleuel/io/curve_sampler.hpp"
#include "pleuel/io/motion_frames.hpp"
#include "pleuel/run/plan.hpp"
#include "pleuel/run/run_observer.hpp"

namespace pleuel {

/// Collects the data of viewer/src/run in bounded memory and writes the page when the run ends,
/// also if it fails or is interrupted:
///
///   run       the summary of run.json without end values, and the report of a failure
///   columns   outputs, forces of joints and unknowns over time (CurveSampler); their names
///   steps     what each accepted step took: size, order, work, residuals, energy
///   scene     bodies, joints, springs and meshes, where the case has a drawing; places of their
///             frames over time
///   arrows    points where forces act, and the columns of their components
///
/// Numbers at rounding level are zero (rounding_level.hpp). A page has less than 30 MB: columns
/// share 3.5 million numbers, places of frames 750 000, packed (PackedColumns), and values at nodes
/// 13 MB before base64. Throws FileError.
class RunPage : public RunObserver {
 public:
  /// The plan must outlive this object. Throws InvalidInput if this build has no pages.
  RunPage(std::filesystem::path path, const RunPlan& plan);

  void begin(const RunHeader& header) override;
  void sample(const Sample& at) override;
  void step(const StepReport& report) override;
  void end(const RunResult& result) override;

 private:
  struct Column {
    enum class Source { output, arrow, unknown };
    Source source;
    Eigen::Index place;
    Eigen::Index axis = 0;  // of an arrow
    std::string name = {}, unit = {}, group = {};
    bool is_shown = false;
  };
  void choose_columns(const RunHeader& header);
  void add_arrows();
  void begin_motion(const RunHeader& header);
  void take(const Sample& at, Vec row);
  void write_columns(class Page& page) const;
  void write_motion(Page& page, const RunResult& result);
  void end_steps(const RunResult& result);

  std::filesystem::path path_;
  const RunPlan& plan_;
  const Drawing* drawing_;  // may be absent
  std::vector<Column> columns_;
  /// An arrow of the drawing and the columns of its components.
  struct Arrow {
    std::size_t number;
    std::vector<std::size_t> columns;
  };
  std::vector<Arrow> arrows_;
  std::size_t n_left_out_ = 0;  // unknowns that found no room
  Vector row_, y_, step_row_;
  Eigen::Matrix3Xd forces_;
  std::optional<CurveSampler> samples_;
  std::optional<ThinnedColumns> steps_;
  std::optional<MotionFrames> places_, states_;
  Statistics counted_;  // of the accepted steps
};

}  // namespace pleuel

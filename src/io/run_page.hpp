// The HTML page of a run.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "pleuel/io/motion_frames.hpp"
#include "pleuel/io/thinned_columns.hpp"
#include "pleuel/run/plan.hpp"
#include "pleuel/run/run_observer.hpp"

namespace pleuel {

/// Collects the data of viewer/src/run in bounded memory and writes the page when the run ends,
/// also if it fails or is interrupted:
///
///   run       the summary of run.json without end values, and the report of a failure
///   columns   outputs and unknowns over time, thinned; their names
///   steps     size, order, work, residuals and energy of each accepted step
///   scene     bodies, joints, springs and meshes, if the case has a drawing; positions of their
///             frames over time
///
/// A page has less than 30 MB: columns use 7 MB, positions of frames 3 MB, values at nodes 13 MB
/// before base64 encoding. Throws FileError.
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
    bool is_output;
    Eigen::Index place;
  };
  void choose_columns(const RunHeader& header);
  void begin_motion(const RunHeader& header);
  std::string columns_json(const RunHeader& header) const;
  void write_motion(class Page& page, const RunResult& result);
  void write_mesh(Page& page, std::size_t number);
  void end_steps(const RunResult& result);

  std::filesystem::path path_;
  const RunPlan& plan_;
  const Drawing* drawing_;  // may be absent
  std::vector<Column> columns_;
  std::size_t n_left_out_ = 0;  // unknowns that did not fit
  Vector row_, step_row_;
  std::optional<ThinnedColumns> samples_, steps_;
  std::optional<MotionFrames> places_, states_;
  Statistics counted_;  // of the accepted steps
};

}  // namespace pleuel

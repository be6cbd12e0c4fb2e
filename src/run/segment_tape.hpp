// Segments of a run that are kept to be shown again.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "pleuel/dae/dense_output.hpp"
#include "pleuel/dae/statistics.hpp"
#include "pleuel/mechanics/revolution_state.hpp"
#include "pleuel/run/segment.hpp"

namespace pleuel {

/// A segment and everything that EventLoop shows after it.
struct KeptSegment {
  Segment segment = {};
  std::unique_ptr<DenseOutput> dense_output = {};  ///< of the whole step
  double dense_end = 0;                            ///< the end of its valid part
  double t = 0;
  Vector y, y_end;
  Statistics statistics = {};
  Vector error = {};                                ///< Integrator::local_error
  std::optional<double> added_error = {};           ///< its result
  std::optional<RevolutionState> revolutions = {};  ///< of the system
};

/// The start of a run and its segments, first recorded and then shown one after the other.
class SegmentTape {
 public:
  void add(KeptSegment segment) { list_.push_back(std::move(segment)); }
  const KeptSegment& shown() const { return list_[n_shown_]; }
  const KeptSegment& show_next() { return list_[++n_shown_]; }
  /// Processor time of all segments.
  double seconds() const {
    double sum = 0;
    for (const KeptSegment& kept : list_) sum += kept.segment.kept_seconds;
    return sum;
  }
  /// True if the last one is shown.
  bool is_at_end() const { return n_shown_ + 1 == list_.size(); }

 private:
  std::vector<KeptSegment> list_;
  std::size_t n_shown_ = 0;
};

}  // namespace pleuel

// Several observers of one run.
#pragma once

#include <vector>

#include "pleuel/driver/run_observer.hpp"

namespace pleuel {

/// Passes everything on, in the order in which the observers were added. Does not own them.
class ObserverList : public RunObserver {
 public:
  void add(RunObserver& observer) { observers_.push_back(&observer); }

  void begin(const RunHeader& header) override {
    for (auto* observer : observers_) observer->begin(header);
  }
  void sample(const Sample& at) override {
    for (auto* observer : observers_) observer->sample(at);
  }
  void progress(double fraction, double t) override {
    for (auto* observer : observers_) observer->progress(fraction, t);
  }
  void end(const RunResult& result) override {
    for (auto* observer : observers_) observer->end(result);
  }

 private:
  std::vector<RunObserver*> observers_;
};

}  // namespace pleuel

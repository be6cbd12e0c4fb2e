// Several observers of one run.
#pragma once

#include <exception>
#include <vector>

#include "pleuel/run/run_observer.hpp"

namespace pleuel {

/// Passes on everything in the order of addition. The end is passed on even if an earlier observer
/// throws. Does not own the observers.
class ObserverList : public RunObserver {
 public:
  void add(RunObserver& observer) { observers_.push_back(&observer); }

  void begin(const RunHeader& header) override {
    for (auto* observer : observers_) observer->begin(header);
  }
  void sample(const Sample& at) override {
    for (auto* observer : observers_) observer->sample(at);
  }
  void step(const StepReport& report) override {
    for (auto* observer : observers_) observer->step(report);
  }
  void progress(double fraction, double t) override {
    for (auto* observer : observers_) observer->progress(fraction, t);
  }
  void end(const RunResult& result) override {
    std::exception_ptr first;
    for (auto* observer : observers_) {
      try {
        observer->end(result);
      } catch (...) {
        if (!first) first = std::current_exception();
      }
    }
    if (first) std::rethrow_exception(first);
  }

 private:
  std::vector<RunObserver*> observers_;
};

}  // namespace pleuel

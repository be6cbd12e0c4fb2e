// Several observers of one run.
#pragma once

#include <exception>
#include <vector>

#include "pleuel/run/run_observer.hpp"

namespace pleuel {

/// Passes everything on, in the order in which the observers were added; the end also to those
/// after one that throws. Does not own them.
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

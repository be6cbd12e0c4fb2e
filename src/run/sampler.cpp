#include "pleuel/run/sampler.hpp"

namespace pleuel {

Sampler::Sampler(const RunRequest& request, double t_begin, double t_end, RunObserver* observer,
                 OutputRow& outputs)
    : observer_(observer), outputs_(outputs), is_each_step_(!request.every && request.at.empty()) {
  if (request.every) grid_ = TimeGrid::every(*request.every, t_begin, t_end, 0);
  if (!request.at.empty()) grid_ = TimeGrid::at(request.at);
}

void Sampler::give(double t, ConstVec y) {
  if (!y.allFinite()) throw OutputNotFinite("an unknown is not a finite number in the sample asked for");
  observer_->sample(Sample(t, y, outputs_));
}

void Sampler::start(double t, ConstVec y) {
  if (observer_ == nullptr) return;
  if (is_each_step_) give(t, y);
  while (const auto wanted = grid_.next_up_to(t)) give(*wanted, y);
}

void Sampler::step(double t, ConstVec y, const DenseOutput& dense) {
  if (observer_ == nullptr) return;
  if (is_each_step_) give(t, y);
  room_.resize(y.size());
  while (const auto wanted = grid_.next_up_to(t)) {
    dense.evaluate(*wanted, room_);
    give(*wanted, room_);
  }
}

void Sampler::jump(double t, ConstVec before, ConstVec after) {
  if (observer_ == nullptr) return;
  if (!is_each_step_) give(t, before);
  give(t, after);
}

void Sampler::breakpoint(double t, ConstVec after) {
  if (observer_ != nullptr && is_each_step_) give(t, after);
}

}  // namespace pleuel

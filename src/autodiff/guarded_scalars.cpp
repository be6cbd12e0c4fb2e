#include "pleuel/autodiff/guarded_scalars.hpp"

#include <utility>

namespace pleuel {
namespace {

constexpr double margin_value = 0.25;

}  // namespace

GuardedScalars::GuardedScalars(std::string name, int n, int first_margin_input)
    : name_(std::move(name)), n_(n), first_(first_margin_input), all_(n + 2 * margin) {
  for (int k = 0; k < n_margin_inputs; ++k) all_[place(k)] = {margin_value, first_ + k};
}

void GuardedScalars::clear(std::string name, int n) {
  if (written_outside()) {
    *this = GuardedScalars(std::move(name), n, first_);
    return;
  }
  name_ = std::move(name);
  const auto begin = all_.begin() + margin;
  if (n < n_) all_.erase(begin + n, begin + n_);
  if (n > n_) all_.insert(begin, n - n_, DependencyScalar());
  n_ = n;
  for (int i = 0; i < n; ++i) (*this)[i] = DependencyScalar();
}

bool GuardedScalars::is_touched(int k) const {
  const DependencyScalar& entry = all_[place(k)];
  return entry.x != margin_value || entry.inputs.size() != 1 || entry.inputs.front() != first_ + k;
}

std::optional<int> GuardedScalars::written_outside() const {
  for (int k = 0; k < n_margin_inputs; ++k)
    if (is_touched(k)) return place(k) - margin;
  return {};
}

std::optional<int> GuardedScalars::index_of(int input) const {
  if (input < first_ || input >= first_ + n_margin_inputs) return {};
  return place(input - first_) - margin;
}

std::string strayed(const std::string& function, GuardedScalars& out,
                    const std::vector<const GuardedScalars*>& in) {
  const auto text = [&](const char* verb, const GuardedScalars& of, int index) {
    return function + " " + verb + " " + of.name() + "[" + std::to_string(index) + "], but " + of.name() +
           " has " + std::to_string(of.size()) + (of.size() == 1 ? " entry" : " entries") +
           ", counted from 0";
  };
  if (const auto index = out.written_outside()) return text("writes", out, *index);
  for (int i = 0; i < out.size(); ++i)
    for (const int input : out[i].inputs)
      for (const GuardedScalars* of : in)
        if (const auto index = of->index_of(input)) return text("reads", *of, *index);
  return "";
}

}  // namespace pleuel

// The last few step sizes, for failure reports.
#pragma once

#include <array>
#include <vector>

namespace pleuel {

class RecentSteps {
 public:
  void add(double h) { sizes_[count_++ % kKept] = h; }

  /// Oldest first.
  std::vector<double> list() const {
    std::vector<double> steps;
    for (long k = count_ > kKept ? count_ - kKept : 0; k < count_; ++k) steps.push_back(sizes_[k % kKept]);
    return steps;
  }

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.sizes_, self.count_);
  }

 private:
  static constexpr long kKept = 8;
  std::array<double, kKept> sizes_{};
  long count_ = 0;
};

}  // namespace pleuel

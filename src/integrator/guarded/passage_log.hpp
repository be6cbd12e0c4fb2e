// Remarks on the singular configurations that a run passed.
#pragma once

#include <string>
#include <vector>

namespace pleuel {

class PassageLog {
 public:
  /// Adds a configuration at t with velocity jump J; `names` are its constraints.
  void add(double t, double jump, const std::string& names);
  /// The state was projected onto the constraints before a configuration at t; the change is in
  /// units of the tolerance.
  void add_move(double t, double in_tolerances);
  /// The motion misses a configuration at t by `miss`. `is_told`: the tolerance can resolve this.
  void add_miss(double t, double miss, bool is_told);
  int count() const { return count_; }
  std::vector<std::string> remarks() const;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.count_, self.first_, self.last_, self.largest_jump_, self.move_, self.move_t_, self.names_);
    for (auto* miss : {&self.told_, &self.untold_}) stream(miss->count, miss->t, miss->size);
  }

 private:
  int count_ = 0;
  double first_ = 0, last_ = 0, largest_jump_ = 0, move_ = 0, move_t_ = 0;
  struct Miss {
    int count = 0;
    double t = 0, size = 0;  // of the first
  };
  Miss told_, untold_;
  std::string names_;
};

}  // namespace pleuel

// Dependency scalars with a margin on both sides that nobody should read or write.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/autodiff/dependency_scalar.hpp"

namespace pleuel {

/// A vector of n traces for a function to read or to write. A number that was read from the margin
/// is known by its input; one that was written there no longer is what it was. So an index that is
/// wrong by up to `margin` is found, however the function reaches the entry, and does no harm.
class GuardedScalars {
 public:
  static constexpr int margin = 256;
  static constexpr int n_margin_inputs = 2 * margin;

  /// `name`: as messages call it. The margin has the inputs from `first_margin_input` on.
  GuardedScalars(std::string name, int n, int first_margin_input);

  const std::string& name() const { return name_; }
  int size() const { return n_; }
  DependencyScalar* data() { return all_.data() + margin; }
  DependencyScalar& operator[](int i) { return all_[margin + i]; }

  /// The index, outside of 0 … n − 1, of an entry that was written; none if there is none.
  std::optional<int> written_outside() const;
  /// The index of the entry of the margin that has this input; none if it is of another vector.
  std::optional<int> index_of(int input) const;

 private:
  int place(int k) const { return k < margin ? k : n_ + k; }
  DependencyScalar untouched(int k) const { return {0.25, first_ + k}; }

  std::string name_;
  int n_, first_;
  std::vector<DependencyScalar> all_;
};

/// "force writes f[7], but f has 2 entries, counted from 0": what a function did outside of the
/// vectors that it was given, `out` the one to be written, `in` those to be read; empty if nothing.
std::string strayed(const std::string& function, GuardedScalars& out,
                    const std::vector<const GuardedScalars*>& in);

}  // namespace pleuel

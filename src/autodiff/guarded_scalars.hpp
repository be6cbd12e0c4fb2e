// Dependency scalars with a guard margin on both sides.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/autodiff/dependency_scalar.hpp"

namespace pleuel {

/// A vector of n dependency scalars that a function reads or writes. Reads from the margin are
/// recognised by their inputs, writes by changed values. An index that is wrong by up to `margin`
/// is therefore detected, and does no harm.
class GuardedScalars {
 public:
  static constexpr int margin = 256;
  static constexpr int n_margin_inputs = 2 * margin;

  /// `name` is used in messages. The margin has the inputs from `first_margin_input` on.
  GuardedScalars(std::string name, int n, int first_margin_input);
  /// Becomes a vector of n zeros with an untouched margin.
  void clear(std::string name, int n);

  const std::string& name() const { return name_; }
  int size() const { return n_; }
  DependencyScalar* data() { return all_.data() + margin; }
  DependencyScalar& operator[](int i) { return all_[margin + i]; }

  /// The index, outside of 0 … n − 1, of a written entry; empty if there is none.
  std::optional<int> written_outside() const;
  /// The index of the margin entry with this input; empty if it belongs to another vector.
  std::optional<int> index_of(int input) const;

 private:
  int place(int k) const { return k < margin ? k : n_ + k; }
  bool is_touched(int k) const;

  std::string name_;
  int n_, first_;
  std::vector<DependencyScalar> all_;
};

/// "force writes f[7], but f has 2 entries, counted from 0": accesses of a function outside of its
/// vectors; `out` is the output vector, `in` are the inputs. Empty if there are none.
std::string strayed(const std::string& function, GuardedScalars& out,
                    const std::vector<const GuardedScalars*>& in);

}  // namespace pleuel

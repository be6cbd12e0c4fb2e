// The terms that one element has in an assembly.
#pragma once

#include <array>
#include <cstddef>

#include "pleuel/model/assembly/bodies_at.hpp"

namespace pleuel {

/// Lengths of the lists of terms of an assembly.
struct TermCounts {
  static constexpr std::size_t n_scalars = 5;
  std::array<std::size_t, n_scalars> rows = {}, forces = {};
  std::size_t loads = 0, bushings = 0, beams = 0;

  template <int D>
  static TermCounts of(const Assembly<D>& assembly) {
    const auto sizes = [](const auto&... list) { return std::array{list.size()...}; };
    return {std::apply(sizes, assembly.rows), std::apply(sizes, assembly.forces), assembly.loads.size(),
            assembly.bushings.size(), assembly.beams.size()};
  }
};

/// Calls visit(list, first, end) for each list of a tuple.
template <class Tuple, class Visit>
void for_each_range(const Tuple& lists, const std::array<std::size_t, TermCounts::n_scalars>& first,
                    const std::array<std::size_t, TermCounts::n_scalars>& end, Visit visit) {
  std::size_t k = 0;
  const auto one = [&](const auto& list) {
    visit(list, first[k], end[k]);
    ++k;
  };
  std::apply([&](const auto&... list) { (one(list), ...); }, lists);
}

/// An element owns the terms [first, end) of each list.
struct ElementTerms {
  TermCounts first, end;

  /// True if a scalar reads the axes of a marker: of Gap, Cosine, Offset, Distance, Angle all but
  /// the first and the fourth.
  bool use_axes() const {
    const auto has = [&](std::size_t k) {
      return end.rows[k] > first.rows[k] || end.forces[k] > first.forces[k];
    };
    return has(1) || has(2) || has(4) || end.bushings > first.bushings || end.beams > first.beams;
  }

  /// Calls visit(f, m, pair) for each scalar m along which the element acts with the force f: its
  /// generalised force is Σ f ∇mᵀ, its power Σ f ṁ. Evaluates no other element. No allocation.
  template <int D, class Visit>
  void act(const Assembly<D>& parts, const Motion& at, Visit visit) const {
    act(parts, BodiesAt<D>{parts.info, at}, visit);
  }
  /// The same with bodies that several elements share.
  template <int D, class Visit>
  void act(const Assembly<D>& parts, const BodiesAt<D>& bodies, Visit visit) const {
    const Motion& at = bodies.at;
    const MeasuresAt<D> measures{parts.measures, bodies};
    for_each_range(parts.rows, first.rows, end.rows, [&](const auto& list, std::size_t k, std::size_t n) {
      for (; k < n; ++k)
        visit(-list[k].factor() * at.lambda[list[k].row()], list[k].motion(bodies), list[k].bodies());
    });
    for_each_range(parts.forces, first.forces, end.forces,
                   [&](const auto& list, std::size_t k, std::size_t n) {
                     for (; k < n; ++k) list[k].act(bodies, measures, at, visit);
                   });
    for (std::size_t k = first.loads; k < end.loads; ++k) parts.loads[k].act(bodies, measures, at, visit);
    for (std::size_t k = first.bushings; k < end.bushings; ++k) parts.bushings[k].act(bodies, visit);
    for (std::size_t k = first.beams; k < end.beams; ++k) parts.beams[k].act(bodies, visit);
  }

  /// Calls visit(pair, scalar) for each scalar of its constraints and forces.
  template <int D, class Visit>
  void scalars(const Assembly<D>& parts, Visit visit) const {
    const auto each = [&](const auto& list, std::size_t k, std::size_t n) {
      for (; k < n; ++k) visit(list[k].bodies(), list[k].scalar());
    };
    for_each_range(parts.rows, first.rows, end.rows, each);
    for_each_range(parts.forces, first.forces, end.forces, each);
  }
};

}  // namespace pleuel

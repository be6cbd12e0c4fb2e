// What the functions that fill published tables share.
#pragma once

#include <algorithm>
#include <string>

#include "pleuel/lab/published_table.hpp"
#include "pleuel/lab/table_runs.hpp"

namespace pleuel {

inline constexpr double equal_factor = 1.25;  ///< errors within it count as equal
inline constexpr int timed_repeats = 3;

/// Data needed to fill a table.
struct TableFilling {
  const Catalogue& catalogue;
  const TableRequest& request;
  TableRuns& runs;

  bool is_quick() const { return request.extent == TableExtent::quick; }
  bool has(const std::string& solver) const {
    return request.solvers.empty() || std::ranges::find(request.solvers, solver) != request.solvers.end();
  }
};

}  // namespace pleuel

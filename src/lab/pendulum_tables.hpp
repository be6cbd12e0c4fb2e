// The tables of the pendulum paper compared with new measurements.
#pragma once

#include "pleuel/lab/table_filling.hpp"

namespace pleuel {

/// A scenario of [Ste15]: name of the table, title, and end of its runs in s.
struct PendulumTable {
  const char* name;
  const char* title;
  double until;
};
inline constexpr PendulumTable success_1{"pendulum-5", "Pendulum, 20 s: which pairs succeed [Ste15, Table 5]",
                                         20};
inline constexpr PendulumTable success_2{"pendulum-8",
                                         "Pendulum, 2000 s: which pairs succeed [Ste15, Table 8]", 2000};
inline constexpr PendulumTable efficiency_1{"pendulum-6", "Pendulum, 20 s: time and error [Ste15, Table 6]",
                                            20};
inline constexpr PendulumTable efficiency_2{"pendulum-9", "Pendulum, 2000 s: time and error [Ste15, Table 9]",
                                            2000};

/// [Ste15, Tables 5 and 8]: marks of success.
TableReport success_table(const TableFilling& filling, const PendulumTable& scenario);
/// [Ste15, Tables 6 and 9]: times and errors.
TableReport efficiency_table(const TableFilling& filling, const PendulumTable& scenario);

}  // namespace pleuel

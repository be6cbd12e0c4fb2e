// The tables of the test set compared with new measurements.
#pragma once

#include "pleuel/lab/table_filling.hpp"

namespace pleuel {

/// [MM08]: how the test set runs a problem.
struct TestSetProblem {
  struct Name {
    const char* name;    ///< of the table, as the user types it
    const char* number;  ///< in chapter II
  };

  const char* case_name;
  const char* formulation;
  double t_end;  ///< s
  double h0_per_rtol;
  int last_m;  ///< rtol = 10^−(4 + m/m_per_decade), m = 0 … last_m
  int m_per_decade;
  Settings settings = {};
  Name failures, characteristics;
};

const TestSetProblem& crank_of_test_set();
/// The derivatives of M, G and f are left out of the Jacobian [MM08, II.13.4]. Differs from [MM08,
/// II.13.4]: the text says m ≤ 48, but its Table II.13.1 lists m = 55 and 56.
const TestSetProblem& andrews_of_test_set();

/// Digits, counts and times.
TableReport characteristics_table(const TableFilling& filling, const TestSetProblem& problem);
/// Which runs fail.
TableReport failed_table(const TableFilling& filling, const TestSetProblem& problem);

}  // namespace pleuel

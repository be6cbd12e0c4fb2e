#include "pleuel/mechanics/formulation/row_layout.hpp"

namespace pleuel {
RowLayout::RowLayout(const SystemInfo& info, const FormulationRows& rows)
    : n_q(info.n_q()),
      n_v(info.n_v()),
      n_g(info.n_lambda()),
      n_s(info.n_s()),
      q(0),
      v(n_q),
      a(v + n_v),
      lambda(a + n_v),
      s(lambda + n_g),
      eta(s + n_s),
      n_unknowns(eta + (rows.has_eta() ? n_g : 0)),
      n_rows(eta) {
  const int n_blocks = static_cast<int>(rows.constraints.size());
  constraint.assign(n_blocks, lambda);
  for (int block = n_blocks - 1; block > 0; --block) {
    constraint[block] = n_rows;
    n_rows += n_g;
  }
}

}  // namespace pleuel

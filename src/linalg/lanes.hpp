// Whole vector registers in hand-written loops.
#pragma once

namespace pleuel {

/// Doubles that one operation handles; arrays for such loops are padded to a multiple of it.
inline constexpr int lanes = 4;

/// Four doubles at any address. GCC and Clang make one or two registers of it, whatever the processor has.
typedef double Lanes
    __attribute__((vector_size(lanes * sizeof(double)), aligned(alignof(double)), may_alias));

inline Lanes& lanes_at(double* p) { return *reinterpret_cast<Lanes*>(p); }
inline const Lanes& lanes_at(const double* p) { return *reinterpret_cast<const Lanes*>(p); }

inline constexpr int padded(int n) { return (n + lanes - 1) / lanes * lanes; }

}  // namespace pleuel

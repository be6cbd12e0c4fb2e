// Whole vector registers in hand-written loops.
#pragma once

#include <type_traits>

namespace pleuel {

/// Doubles per operation; arrays are padded to a multiple of it.
inline constexpr int lanes = 4;

/// Four doubles at any address. GCC and Clang map it to one or two registers of the processor.
typedef double Lanes
    __attribute__((vector_size(lanes * sizeof(double)), aligned(alignof(double)), may_alias));

inline Lanes& lanes_at(double* p) { return *reinterpret_cast<Lanes*>(p); }
inline const Lanes& lanes_at(const double* p) { return *reinterpret_cast<const Lanes*>(p); }

/// Calls f<Lanes>(i) for whole registers that cover 0 … n − 1; the last one may overlap its
/// neighbour. Calls f<double>(i) for each i if n is too small. f may be applied twice to an entry.
template <class Index, class F>
inline void in_registers(Index n, F f) {
  if (n < lanes) {
    for (Index i = 0; i < n; ++i) f.template operator()<double>(i);
    return;
  }
  for (Index i = 0; i + lanes <= n; i += lanes) f.template operator()<Lanes>(i);
  if (n % lanes != 0) f.template operator()<Lanes>(n - lanes);
}
template <class T>
inline T load(const double* p) {
  if constexpr (std::is_same_v<T, double>)
    return *p;
  else
    return lanes_at(p);
}
inline void store(double value, double* p) { *p = value; }
inline void store(Lanes value, double* p) { lanes_at(p) = value; }

inline constexpr int padded(int n) { return (n + lanes - 1) / lanes * lanes; }

}  // namespace pleuel

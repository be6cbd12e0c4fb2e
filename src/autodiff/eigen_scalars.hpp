// Allows packs, dual numbers, Taylor numbers and dependency scalars in Eigen's vectors and
// matrices, mixed with double.
#pragma once

#include <Eigen/Core>

#include "pleuel/autodiff/dependency_scalar.hpp"
#include "pleuel/autodiff/dual.hpp"
#include "pleuel/autodiff/pack.hpp"
#include "pleuel/autodiff/taylor.hpp"

namespace pleuel::detail {

template <class S>
struct DerivedScalarTraits : Eigen::GenericNumTraits<double> {
  using Real = S;
  using NonInteger = S;
  using Nested = S;
  using Literal = double;
  enum {
    IsComplex = 0,
    IsInteger = 0,
    IsSigned = 1,
    RequireInitialization = 1,
    ReadCost = 4,
    AddCost = 8,
    MulCost = 16
  };
};

}  // namespace pleuel::detail

namespace Eigen {

template <int N, class T>
struct NumTraits<pleuel::Dual<N, T>> : pleuel::detail::DerivedScalarTraits<pleuel::Dual<N, T>> {};
template <class T>
struct NumTraits<pleuel::Taylor<T>> : pleuel::detail::DerivedScalarTraits<pleuel::Taylor<T>> {};
template <>
struct NumTraits<pleuel::Pack> : pleuel::detail::DerivedScalarTraits<pleuel::Pack> {};
template <>
struct NumTraits<pleuel::DependencyScalar> : pleuel::detail::DerivedScalarTraits<pleuel::DependencyScalar> {};

template <int N, class T, class Op>
struct ScalarBinaryOpTraits<pleuel::Dual<N, T>, double, Op> {
  using ReturnType = pleuel::Dual<N, T>;
};
template <int N, class T, class Op>
struct ScalarBinaryOpTraits<double, pleuel::Dual<N, T>, Op> {
  using ReturnType = pleuel::Dual<N, T>;
};
template <class T, class Op>
struct ScalarBinaryOpTraits<pleuel::Taylor<T>, double, Op> {
  using ReturnType = pleuel::Taylor<T>;
};
template <class T, class Op>
struct ScalarBinaryOpTraits<double, pleuel::Taylor<T>, Op> {
  using ReturnType = pleuel::Taylor<T>;
};
template <class Op>
struct ScalarBinaryOpTraits<pleuel::Pack, double, Op> {
  using ReturnType = pleuel::Pack;
};
template <class Op>
struct ScalarBinaryOpTraits<double, pleuel::Pack, Op> {
  using ReturnType = pleuel::Pack;
};
template <class Op>
struct ScalarBinaryOpTraits<pleuel::DependencyScalar, double, Op> {
  using ReturnType = pleuel::DependencyScalar;
};
template <class Op>
struct ScalarBinaryOpTraits<double, pleuel::DependencyScalar, Op> {
  using ReturnType = pleuel::DependencyScalar;
};

}  // namespace Eigen

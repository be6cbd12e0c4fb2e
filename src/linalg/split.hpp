// Complex vectors as two real arrays.
#pragma once

namespace pleuel {

/// A vector of double or complex numbers as one or two real arrays.
struct Split {
  double* re;
  double* im;
  Split operator+(int offset) const { return {re + offset, im == nullptr ? nullptr : im + offset}; }
};

}  // namespace pleuel

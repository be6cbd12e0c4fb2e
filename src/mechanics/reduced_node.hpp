// A body of a tree whose joint binds its translations.
#pragma once

namespace pleuel {

// Of |det A| relative to the product of its rows' lengths: a smaller one would enlarge rounding
// errors by more than a thousand.
inline constexpr double least_translation = 1e-3;
// Of det D relative to the product of its diagonal.
inline constexpr double least_rotation = 1e-12;

/// Inverse of a matrix with one, two or three rows, by cofactors; returns its determinant. Only the
/// division by it is slow.
template <int n>
[[gnu::always_inline]] inline double invert(const double* a, double* inverse) {
  if constexpr (n == 1) {
    inverse[0] = 1 / a[0];
    return a[0];
  } else if constexpr (n == 2) {
    const double det = a[0] * a[3] - a[1] * a[2], f = 1 / det;
    inverse[0] = a[3] * f;
    inverse[1] = -a[1] * f;
    inverse[2] = -a[2] * f;
    inverse[3] = a[0] * f;
    return det;
  } else {
    const double c0 = a[4] * a[8] - a[5] * a[7], c1 = a[5] * a[6] - a[3] * a[8],
                 c2 = a[3] * a[7] - a[4] * a[6];
    const double det = a[0] * c0 + a[1] * c1 + a[2] * c2, f = 1 / det;
    inverse[0] = c0 * f;
    inverse[1] = (a[2] * a[7] - a[1] * a[8]) * f;
    inverse[2] = (a[1] * a[5] - a[2] * a[4]) * f;
    inverse[3] = c1 * f;
    inverse[4] = (a[0] * a[8] - a[2] * a[6]) * f;
    inverse[5] = (a[2] * a[3] - a[0] * a[5]) * f;
    inverse[6] = c2 * f;
    inverse[7] = (a[1] * a[6] - a[0] * a[7]) * f;
    inverse[8] = (a[0] * a[4] - a[1] * a[3]) * f;
    return det;
  }
}

/// A body with n_t translations, all bound by its joint, and n_r free rotations. Its numbers: M̂,
/// G_jk and G_jp as in NodeNumbers, but G_jp becomes H; A⁻¹, N, U_t, D⁻¹U_tᵀ, D⁻¹, C, and of the
/// right-hand side A⁻¹c, θ without the parent, and f = b_t − M̂_tt A⁻¹c − U_t θ.
template <int n_t, int n_r, int n_p>
struct ReducedNode {
  static constexpr int n_x = n_t + n_r;
  /// A = sign · 1, and −sign · 1 for the translations of the parent: the joint lets two points
  /// coincide. Then A⁻¹ and the translations in H need no products. 0: any other joint.
  double sign = 0;
  double *inertia, *joint, *parent;
  double *inverse, *n, *u, *e, *d, *c, *w, *theta, *f;
  ReducedNode(double* p, double* more)
      : inertia(p),
        joint(inertia + n_x * n_x),
        parent(joint + n_t * n_x),
        inverse(more),
        n(inverse + n_t * n_t),
        u(n + n_t * n_r),
        e(u + n_t * n_r),
        d(e + n_r * n_t),
        c(d + n_r * n_r),
        w(c + n_t * n_t),
        theta(w + n_t),
        f(theta + n_r) {}
  static constexpr int size = 2 * n_t * n_t + 3 * n_t * n_r + n_r * n_r + 2 * n_t + n_r;

  /// An entry of M̂, of which only the lower part is filled.
  [[gnu::always_inline]] double m(int i, int j) const {
    return i >= j ? inertia[i * n_x + j] : inertia[j * n_x + i];
  }

  [[gnu::always_inline]] double sign_of_points() const {
    const double s = joint[0];
    bool is_plain = s == 1 || s == -1;
    for (int i = 0; i < n_t; ++i)
      for (int k = 0; k < n_t; ++k) {
        is_plain &= joint[i * n_x + k] == (i == k ? s : 0);
        if constexpr (n_p > 0) is_plain &= parent[i * n_p + k] == (i == k ? -s : 0);
      }
    return is_plain ? s : 0;
  }

  /// A⁻¹ and N; false if A is nearly singular.
  [[gnu::always_inline]] bool find_motion() {
    sign = sign_of_points();
    if (sign != 0) {
      for (int i = 0; i < n_t; ++i) {
        for (int k = 0; k < n_t; ++k) inverse[i * n_t + k] = i == k ? sign : 0;
        for (int j = 0; j < n_r; ++j) n[i * n_r + j] = -sign * joint[i * n_x + n_t + j];
      }
      return true;
    }
    double a[n_t * n_t], bound = 1;
    for (int i = 0; i < n_t; ++i) {
      double square = 0;
      for (int k = 0; k < n_t; ++k) {
        a[i * n_t + k] = joint[i * n_x + k];
        square += a[i * n_t + k] * a[i * n_t + k];
      }
      bound *= square;
    }
    const double det = invert<n_t>(a, inverse);
    if (!(det * det > least_translation * least_translation * bound)) return false;  // also for NaN
    for (int i = 0; i < n_t; ++i)
      for (int j = 0; j < n_r; ++j) {
        double sum = 0;
        for (int k = 0; k < n_t; ++k) sum -= inverse[i * n_t + k] * joint[k * n_x + n_t + j];
        n[i * n_r + j] = sum;
      }
    return true;
  }

  /// D⁻¹ and C, and the part of the parent's M̂; false if D is not safely positive definite.
  [[gnu::always_inline]] bool factor(double* parent_inertia, bool is_first) {
    for (int i = 0; i < n_t; ++i)
      for (int j = 0; j < n_r; ++j) {
        double sum = m(i, n_t + j);
        for (int k = 0; k < n_t; ++k) sum += m(i, k) * n[k * n_r + j];
        u[i * n_r + j] = sum;
      }
    double dense[n_r * n_r], bound = 1;
    for (int i = 0; i < n_r; ++i)
      for (int j = 0; j <= i; ++j) {
        double sum = m(n_t + i, n_t + j);
        for (int k = 0; k < n_t; ++k) sum += n[k * n_r + i] * u[k * n_r + j] + m(n_t + i, k) * n[k * n_r + j];
        dense[i * n_r + j] = dense[j * n_r + i] = sum;
      }
    for (int i = 0; i < n_r; ++i) {
      if (!(dense[i * n_r + i] > 0)) return false;
      bound *= dense[i * n_r + i];
    }
    if (!(invert<n_r>(dense, d) > least_rotation * bound)) return false;  // also for NaN
    for (int i = 0; i < n_r; ++i)
      for (int k = 0; k < n_t; ++k) {
        double sum = 0;
        for (int j = 0; j < n_r; ++j) sum += d[i * n_r + j] * u[k * n_r + j];
        e[i * n_t + k] = sum;
      }
    for (int i = 0; i < n_t; ++i)
      for (int k = 0; k <= i; ++k) {
        double sum = m(i, k);
        for (int j = 0; j < n_r; ++j) sum -= u[i * n_r + j] * e[j * n_t + k];
        c[i * n_t + k] = c[k * n_t + i] = sum;
      }
    if constexpr (n_p > 0) {
      if (sign != 0) {
        add_to_parent(parent_inertia, is_first);
        return true;
      }
      double h[n_t * n_p], ch[n_t * n_p];
      for (int i = 0; i < n_t; ++i)
        for (int k = 0; k < n_p; ++k) {
          double sum = 0;
          for (int j = 0; j < n_t; ++j) sum += inverse[i * n_t + j] * parent[j * n_p + k];
          h[i * n_p + k] = sum;
        }
      for (int i = 0; i < n_t; ++i)
        for (int k = 0; k < n_p; ++k) {
          double sum = 0;
          for (int j = 0; j < n_t; ++j) sum += c[i * n_t + j] * h[j * n_p + k];
          ch[i * n_p + k] = sum;
          parent[i * n_p + k] = h[i * n_p + k];
        }
      for (int i = 0; i < n_p; ++i)
        for (int k = 0; k <= i; ++k) {
          double sum = is_first ? 0 : parent_inertia[i * n_p + k];
          for (int j = 0; j < n_t; ++j) sum += h[j * n_p + i] * ch[j * n_p + k];
          parent_inertia[i * n_p + k] = sum;
        }
    }
    return true;
  }

  /// H = (−1, R) with R = sign · (the parent's rotations), so HᵀC H = [C, −C R; −RᵀC, RᵀC R].
  [[gnu::always_inline]] void add_to_parent(double* parent_inertia, bool is_first) {
    constexpr int n_rp = n_p - n_t;
    double r[n_t * n_rp], cr[n_t * n_rp];
    for (int i = 0; i < n_t; ++i) {
      for (int k = 0; k < n_t; ++k) parent[i * n_p + k] = i == k ? -1 : 0;
      for (int k = 0; k < n_rp; ++k)
        parent[i * n_p + n_t + k] = r[i * n_rp + k] = sign * parent[i * n_p + n_t + k];
    }
    for (int i = 0; i < n_t; ++i)
      for (int k = 0; k < n_rp; ++k) {
        double sum = 0;
        for (int j = 0; j < n_t; ++j) sum += c[i * n_t + j] * r[j * n_rp + k];
        cr[i * n_rp + k] = sum;
      }
    const auto add = [&](int i, int k, double value) {
      double& to = parent_inertia[i * n_p + k];
      to = is_first ? value : to + value;
    };
    for (int i = 0; i < n_t; ++i)
      for (int k = 0; k <= i; ++k) add(i, k, c[i * n_t + k]);
    for (int i = 0; i < n_rp; ++i) {
      for (int k = 0; k < n_t; ++k) add(n_t + i, k, -cr[k * n_rp + i]);
      for (int k = 0; k <= i; ++k) {
        double sum = 0;
        for (int j = 0; j < n_t; ++j) sum += r[j * n_rp + i] * cr[j * n_rp + k];
        add(n_t + i, n_t + k, sum);
      }
    }
  }

  /// For the right-hand sides b and c_j of `rows`; the parent's is changed.
  [[gnu::always_inline]] void eliminate(const double* b, const double* y, const int* rows, double* parent_b) {
    double force[n_x];
    for (int i = 0; i < n_t; ++i) {
      double sum = 0;
      for (int k = 0; k < n_t; ++k) sum += inverse[i * n_t + k] * y[rows[k]];
      w[i] = sum;
    }
    for (int i = 0; i < n_x; ++i) {
      double sum = b[i];
      for (int k = 0; k < n_t; ++k) sum -= m(i, k) * w[k];
      force[i] = sum;
    }
    double moment[n_r];
    for (int j = 0; j < n_r; ++j) {
      double sum = force[n_t + j];
      for (int k = 0; k < n_t; ++k) sum += n[k * n_r + j] * force[k];
      moment[j] = sum;
    }
    for (int i = 0; i < n_r; ++i) {
      double sum = 0;
      for (int j = 0; j < n_r; ++j) sum += d[i * n_r + j] * moment[j];
      theta[i] = sum;
    }
    for (int k = 0; k < n_t; ++k) {
      double sum = force[k];
      for (int j = 0; j < n_r; ++j) sum -= e[j * n_t + k] * moment[j];
      f[k] = sum;
    }
    if constexpr (n_p > 0)
      for (int k = 0; k < n_t; ++k)
        for (int i = 0; i < n_p; ++i) parent_b[i] -= parent[k * n_p + i] * f[k];
  }

  [[gnu::always_inline]] void substitute(double* x, double* y, const int* rows,
                                         const double* parent_x) const {
    double dw[n_t] = {}, angle[n_r];
    if constexpr (n_p > 0)
      for (int i = 0; i < n_t; ++i)
        for (int k = 0; k < n_p; ++k) dw[i] -= parent[i * n_p + k] * parent_x[k];
    for (int i = 0; i < n_r; ++i) {
      double sum = theta[i];
      for (int k = 0; k < n_t; ++k) sum -= e[i * n_t + k] * dw[k];
      angle[i] = x[n_t + i] = sum;
    }
    double rest[n_t];
    for (int i = 0; i < n_t; ++i) {
      double sum = w[i] + dw[i], force = f[i];
      for (int j = 0; j < n_r; ++j) sum += n[i * n_r + j] * angle[j];
      for (int k = 0; k < n_t; ++k) force -= c[i * n_t + k] * dw[k];
      x[i] = sum;
      rest[i] = force;
    }
    for (int i = 0; i < n_t; ++i) {
      double sum = 0;
      for (int k = 0; k < n_t; ++k) sum += inverse[k * n_t + i] * rest[k];
      y[rows[i]] = sum;
    }
  }
};

}  // namespace pleuel

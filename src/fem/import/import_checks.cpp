#include "pleuel/fem/import/import_checks.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/normal_modes.hpp"
#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/linalg/pivot_signs.hpp"

namespace pleuel::fem {
namespace {

using Eigen::Matrix3d, Eigen::Vector3d;

// With unit diagonal: numbers of ten digits make zero eigenvalues of this size, and no lower ones.
constexpr double definite_shift = 1e-9;
// Forces of a rigid motion relative to the terms of which they are sums. Files of five digits pass.
constexpr double held_force = 1e-4;
constexpr double same_mass_everywhere = 1e-3, exactly_same = 1e-6;
// Squared frequency of rigid motions over that of the first elastic one.
constexpr double held_energy = 1e-4, noticeable_energy = 1e-6;
constexpr double mass_tolerance = 0.01;
constexpr double loose_part = 1e-13;  // of the mean of all squared frequencies
constexpr double largest_residual = 1e-6;
// kg/m³ of a bounding box, from foam to solid gold
constexpr double least_density = 1e-2, largest_density = 3e4;
constexpr double few = 0.5;  // of the nodes: below, single nodes are wrong

Vector applied(const FixedMatrix& A, const Vector& x) {
  Vector y = Vector::Zero(A.rows);
  A.multiply_add(1, x.data(), y.data());
  return y;
}

class Checker {
 public:
  Checker(const ImportedBody& body, const ImportData& data) : body_(body), data_(data), D_(body.dimension()) {
    low_ = high_ = body.mesh().nodes[0];
    for (const Vector3d& x : body.mesh().nodes) {
      low_ = low_.cwiseMin(x);
      high_ = high_.cwiseMax(x);
    }
    size_ = (high_ - low_).norm();
    const Vector3d middle = 0.5 * (low_ + high_);
    R_ = body.rigid_motions();
    for (Eigen::Index k = D_; k < R_.cols(); ++k) {
      const Vector3d of_middle = axis(k).cross(middle);
      R_.col(k) = (R_.col(k) - R_.leftCols(D_) * of_middle.head(D_)) / size_;
    }
  }

  ImportReport check(const NodalMass& mass, std::optional<double> expected) && {
    if (body_.mesh().n_nodes() < 2 || !(size_ > 0))
      throw InvalidInput(data_.nodes.path + ": the body has " + std::to_string(body_.mesh().n_nodes()) +
                         " node, or all at one place, but needs several");
    check_masses();
    require_positive_diagonal(body_.mass(), data_.mass, "mass");
    require_positive_diagonal(body_.stiffness(), data_.stiffness, "stiffness");
    require_definite(body_.mass(), data_.mass, "mass matrix is indefinite, but must be positive definite",
                     definite_shift);
    const double force = check_rigid_motions();
    require_definite(body_.stiffness(), data_.stiffness,
                     "stiffness matrix is indefinite, but must be positive semidefinite",
                     std::max(definite_shift, 10 * force));
    check_rigid_mass();
    if (expected) require_mass(report_.mass, *expected, data_.mass.path);
    check_frequencies();
    add_remarks(mass);
    return std::move(report_);
  }

 private:
  Vector3d axis(Eigen::Index k) const { return Vector3d::Unit(D_ == 2 ? 2 : k - D_); }
  std::string place_of(const TextMatrix& text, int dof) const {
    const int row = body_.rows()[static_cast<std::size_t>(dof)];
    return text.place(row, row);
  }
  std::string row_text(int dof) const {
    return "row " + std::to_string(body_.rows()[static_cast<std::size_t>(dof)] + 1) + ", " +
           body_.dof_name(dof);
  }
  static std::string motion_name(Eigen::Index k, int D) {
    const std::string letter(1, "xyz"[D == 2 && k == 2 ? 2 : k % 3]);
    return k < D ? "a translation along " + letter : "a rotation about " + letter;
  }

  void check_masses() {
    const FixedMatrix& M = body_.mass();
    for (int k = 0; k < M.cols; ++k) {
      if (M.value[M.slot(k, k)] != 0) continue;
      report_.is_massless_somewhere = true;
      for (int e = M.start[k]; e < M.start[k + 1]; ++e)
        if (M.value[e] != 0)
          throw InvalidInput(
              place_of(data_.mass, k) + ": the mass of " + row_text(k) +
              " is zero, but it is coupled to others: the mass matrix is indefinite; export it "
              "again");
    }
  }

  void require_positive_diagonal(const FixedMatrix& A, const TextMatrix& text,
                                 const std::string& what) const {
    for (int k = 0; k < A.rows; ++k)
      if (const double diagonal = A.value[A.slot(k, k)]; diagonal < 0)
        throw InvalidInput(place_of(text, k) + ": the " + what + " of " + row_text(k) + " is " +
                           number_text(diagonal) +
                           ", below zero, so that the matrix is indefinite; export it again");
  }

  /// With unit diagonal, A + shift has no negative eigenvalue.
  void require_definite(const FixedMatrix& A, const TextMatrix& text, const std::string& fault,
                        double shift) const {
    Vector scale(A.rows);
    for (int k = 0; k < A.rows; ++k) {
      const double diagonal = A.value[A.slot(k, k)];
      scale[k] = diagonal > 0 ? 1 / std::sqrt(diagonal) : 0;
    }
    FixedMatrix scaled = A;
    for (int j = 0; j < A.cols; ++j) {
      for (int k = A.start[j]; k < A.start[j + 1]; ++k) scaled.value[k] *= scale[A.row[k]] * scale[j];
      scaled.value[scaled.slot(j, j)] = 1 + shift;
    }
    const auto lowest = lowest_pivot(scaled);
    if (lowest && lowest->n_negative == 0) return;
    const int dof = lowest ? lowest->column : 0;
    throw InvalidInput(place_of(text, dof) + ": the " + fault +
                       (lowest ? ": it has " + std::to_string(lowest->n_negative) +
                                     " negative eigenvalues, and elimination finds the lowest pivot in " +
                                     row_text(dof)
                               : std::string()) +
                       "; an entry is wrong or missing, or has too few digits");
  }

  struct Violation {
    double value = 0;
    int dof = 0;
    Eigen::Index motion = 0;
    std::set<int> nodes;  // of all rows beyond the tolerance
  };

  /// Largest |Σ K_ij r_j| / Σ |K_ij r_j| over the rows, for the motions first … end − 1 of R.
  Violation violation_of(const Matrix& R, Eigen::Index first, Eigen::Index end) const {
    const FixedMatrix& K = body_.stiffness();
    Violation worst;
    for (Eigen::Index m = first; m < end; ++m) {
      Vector force = Vector::Zero(K.rows), terms = Vector::Zero(K.rows);
      for (int j = 0; j < K.cols; ++j)
        for (int k = K.start[j]; k < K.start[j + 1]; ++k) {
          force[K.row[k]] += K.value[k] * R(j, m);
          terms[K.row[k]] += std::abs(K.value[k] * R(j, m));
        }
      for (int i = 0; i < K.rows; ++i) {
        if (!(terms[i] > 0)) continue;
        const double relative = std::abs(force[i]) / terms[i];
        if (relative > held_force) worst.nodes.insert(body_.unknowns()[static_cast<std::size_t>(i)].node);
        if (relative <= worst.value) continue;
        worst.value = relative;
        worst.dof = i;
        worst.motion = m;
      }
    }
    return worst;
  }

  /// Returns the largest relative force of a rigid motion.
  double check_rigid_motions() const {
    const Violation t = violation_of(R_, 0, D_), r = violation_of(R_, D_, R_.cols());
    if (t.value > held_force)
      refuse_motion(t, static_cast<double>(t.nodes.size()) > few * body_.mesh().n_nodes()
                           ? translation_advice()
                           : support_advice(t));
    if (r.value > held_force) refuse_motion(r, rotation_advice());
    return std::max(t.value, r.value);
  }

  [[noreturn]] void refuse_motion(const Violation& v, const std::string& advice) const {
    throw InvalidInput(place_of(data_.stiffness, v.dof) + ": the stiffness resists " +
                       motion_name(v.motion, D_) + ": the forces do not cancel in " + row_text(v.dof) + " (" +
                       number_text(100 * v.value, 3) + " % of its terms) and at " +
                       std::to_string(v.nodes.size()) + " of " + std::to_string(body_.mesh().n_nodes()) +
                       " nodes; " + advice);
  }

  /// Tries the other usual order of rows.
  std::string translation_advice() const {
    const auto& rows = data_.unknowns.rows;
    std::vector<std::size_t> order(rows.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = k;
    std::ranges::stable_sort(order, {}, [&](std::size_t k) { return rows[k].which; });
    const auto fits = [&](auto which_of_row) {
      Matrix R = Matrix::Zero(R_.rows(), D_);
      for (Eigen::Index k = 0; k < R.rows(); ++k) {
        const auto which = which_of_row(static_cast<std::size_t>(body_.rows()[static_cast<std::size_t>(k)]));
        if (!is_rotation(which)) R(k, static_cast<int>(which)) = 1;
      }
      return violation_of(R, 0, D_).value <= held_force;
    };
    // Rows by degrees of freedom, where the file names them node by node; and the reverse.
    if (fits([&](std::size_t row) { return rows[order[row]].which; }))
      return "the rows seem to be ordered by degrees of freedom, all x first, but " + data_.unknowns.path +
             " names them node by node; correct the order of its lines";
    const auto n_nodes = static_cast<std::size_t>(body_.mesh().n_nodes());
    const std::size_t per_node = rows.size() / n_nodes;
    if (rows.size() == per_node * n_nodes &&
        fits([&](std::size_t row) { return rows[order[(row % per_node) * n_nodes]].which; }))
      return "the rows seem to be ordered node by node, but " + data_.unknowns.path +
             " names them in another order; correct the order of its lines";
    return "the order of the unknowns in " + data_.unknowns.path +
           " is probably that of another matrix; the matrix of a body with many supports fails too, export "
           "the free body";
  }

  std::string support_advice(const Violation& v) const {
    std::string list;
    int n = 0;
    for (const int node : v.nodes)
      if (n++ < 5) list += (list.empty() ? "" : ", ") + std::to_string(body_.mesh().node_tag(node));
    return "nodes " + list + (v.nodes.size() > 5 ? " …" : "") +
           " seem to be held, by a support, by a spring to the ground, or because their unknowns are "
           "missing; "
           "export the free body with all unknowns";
  }

  std::string rotation_advice() const {
    return std::string("translations are free, so ") +
           (body_.has_rotations()
                ? "the coordinates in " + data_.nodes.path +
                      " have another unit or belong to other nodes, or rotations are missing or in another "
                      "order in " +
                      data_.unknowns.path
                : "rotations of nodes are missing (they must be condensed, not left out), or the coordinates "
                  "in " +
                      data_.nodes.path + ", or the order of the unknowns in " + data_.unknowns.path +
                      ", belong to other nodes");
  }

  /// RᵀMR is [m I, −S̃; S̃, J], with S and J about the middle in units of the size.
  void check_rigid_mass() {
    Matrix MR(R_.rows(), R_.cols());
    for (Eigen::Index k = 0; k < R_.cols(); ++k) MR.col(k) = applied(body_.mass(), R_.col(k));
    const Matrix whole = R_.transpose() * MR;
    const Vector masses = whole.diagonal().head(D_);
    report_.mass = masses.mean();
    const auto fail = [&](const std::string& what) { throw InvalidInput(data_.mass.path + ": " + what); };
    const double spread = (masses.maxCoeff() - masses.minCoeff()) / masses.maxCoeff();
    if (!(spread <= same_mass_everywhere)) {
      std::string list;
      for (Eigen::Index c = 0; c < D_; ++c)
        list += (c == 0 ? "" : ", ") + number_text(masses[c]) + " kg along " + std::string(1, "xyz"[c]);
      fail("the mass is " + list + ", but must be the same; unknowns are missing or exchanged in " +
           data_.unknowns.path + ", or the matrix is reduced");
    }
    if (spread > exactly_same)
      report_.remarks.push_back("has masses that differ by " + number_text(100 * spread, 2) +
                                " % along its axes; the mean is taken");
    Matrix cross = whole.topLeftCorner(D_, D_);
    cross.diagonal().setZero();
    if (cross.cwiseAbs().maxCoeff() > same_mass_everywhere * report_.mass)
      fail("a translation along one axis has momentum along another; unknowns are exchanged in " +
           data_.unknowns.path);
    Vector3d S = Vector3d::Zero();
    if (D_ == 3) {
      const Matrix3d T = whole.bottomLeftCorner<3, 3>();
      if ((T + T.transpose()).cwiseAbs().maxCoeff() > same_mass_everywhere * report_.mass)
        fail("the momenta of rotations do not belong to the coordinates in " + data_.nodes.path +
             "; nodes are exchanged or have another unit");
      S = 0.5 * Vector3d(T(2, 1) - T(1, 2), T(0, 2) - T(2, 0), T(1, 0) - T(0, 1));
    } else {
      S << whole(1, 2), -whole(0, 2), 0;
    }
    const Vector3d centre = S / report_.mass;  // from the middle, in units of the size
    report_.centre = 0.5 * (low_ + high_) + size_ * centre;
    const Vector3d half = 0.5 * (high_ - low_) / size_;
    if ((centre.cwiseAbs() - half).maxCoeff() > 0.5)
      fail("the centre of mass lies far outside of the nodes, at (" + number_text(report_.centre[0]) + ", " +
           number_text(report_.centre[1]) + ", " + number_text(report_.centre[2]) +
           ") m; the mass matrix does not belong to the coordinates in " + data_.nodes.path);
    check_inertia(whole, centre);
  }

  void check_inertia(const Matrix& whole, const Vector3d& centre) const {
    const auto fail = [&](const std::string& what) { throw InvalidInput(data_.mass.path + ": " + what); };
    Matrix J = whole.bottomRightCorner(R_.cols() - D_, R_.cols() - D_) / report_.mass;
    if (D_ == 3)
      J -= centre.squaredNorm() * Matrix3d::Identity() - centre * centre.transpose();
    else
      J(0, 0) -= centre.squaredNorm();
    const Vector moments = symmetric_eigenvalues(0.5 * (J + J.transpose()));
    // Squared radii of gyration over the squared diagonal of the bounding box.
    if (!(moments[0] > 0) || moments[moments.size() - 1] > 1)
      fail("the moments of inertia are not those of a body between the nodes: a radius of gyration is " +
           number_text(size_ * std::sqrt(std::max(moments[moments.size() - 1], 0.0))) +
           " m, the diagonal of the "
           "nodes " +
           number_text(size_) + " m; rotations are missing, or the unit of the coordinates is wrong");
    if (D_ == 3 && moments[2] > (1 + same_mass_everywhere) * (moments[0] + moments[1]))
      fail(
          "the moments of inertia are not those of a body: the largest exceeds the sum of the others; "
          "unknowns are missing or exchanged in " +
          data_.unknowns.path);
  }

  void check_frequencies() {
    const MeanAxes mean(body_);
    Matrix KR(mean.R.rows(), mean.R.cols());
    for (Eigen::Index k = 0; k < KR.cols(); ++k) KR.col(k) = applied(body_.stiffness(), mean.R.col(k));
    const Matrix E = mean.R.transpose() * KR;
    const Vector energies = symmetric_eigenvalues(0.5 * (E + E.transpose()), inverse(mean.inverse_mass));
    const double rigid = energies.cwiseAbs().maxCoeff();
    report_.rigid_omega = std::sqrt(rigid);
    const StaticResponse response(body_.stiffness(), &mean);
    if (response.n_free() < 2) return;
    const NormalModes modes = normal_modes(response, body_.mass(), 1);
    report_.first_omega = modes.omega[0];
    const double first = modes.omega[0] * modes.omega[0];
    Eigen::Index largest = 0;
    modes.shapes.col(0).cwiseAbs().maxCoeff(&largest);
    double K_trace = 0, M_trace = 0;
    for (int k = 0; k < body_.n_dofs(); ++k) {
      K_trace += body_.stiffness().value[body_.stiffness().slot(k, k)];
      M_trace += body_.mass().value[body_.mass().slot(k, k)];
    }
    if (!(first > loose_part * K_trace / M_trace))
      throw InvalidInput(
          data_.stiffness.path + ": the body has a free motion besides its rigid ones, in which " +
          body_.dof_name(static_cast<int>(largest)) +
          " moves most: a part is not connected, or a rotation has no stiffness; connect it, or "
          "leave it out");
    if (rigid > held_energy * first)
      throw InvalidInput(
          data_.stiffness.path + ": the rigid motions of the body have frequencies up to " +
          number_text(report_.rigid_omega) + " rad/s, but must be free; its first elastic one has " +
          number_text(report_.first_omega) +
          " rad/s. A soft spring holds it, or the matrix has too few digits; export the free body "
          "with more digits");
    if (rigid > noticeable_energy * first)
      report_.remarks.push_back("has rigid motions of up to " + number_text(report_.rigid_omega, 3) +
                                " rad/s, and its first frequency is " + number_text(report_.first_omega, 5) +
                                " rad/s: its stiffness has few digits, or a soft spring holds it");
    check_statics(response, mean);
  }

  void check_statics(const StaticResponse& response, const MeanAxes& mean) {
    // Centrifugal loads: of mass rows times the node coordinates along each axis.
    Matrix loads = Matrix::Zero(body_.n_dofs(), D_);
    for (int c = 0; c < D_; ++c) {
      Vector field = Vector::Zero(body_.n_dofs());
      for (int i = 0; i < body_.mesh().n_nodes(); ++i)
        if (const auto dof = body_.dof(i, static_cast<NodalDof>(c)))
          field[*dof] = body_.mesh().nodes[static_cast<std::size_t>(i)][c] - report_.centre[c];
      loads.col(c) = applied(body_.mass(), field);
    }
    const Matrix balanced = mean.balanced(loads), q = response.to(loads);
    for (int c = 0; c < D_; ++c) {
      const double size = balanced.col(c).norm();
      if (!(size > 1e-9 * loads.norm())) continue;
      report_.static_residual = std::max(
          report_.static_residual, (applied(body_.stiffness(), q.col(c)) - balanced.col(c)).norm() / size);
    }
    if (!(report_.static_residual < largest_residual))
      report_.remarks.push_back("fails the static test: K q = b holds to " +
                                number_text(report_.static_residual, 2) +
                                " only for loads of rotation; its stiffness is nearly singular");
  }

  void add_remarks(const NodalMass& mass) {
    const Vector3d extent = high_ - low_;
    if (D_ == 3 && extent.minCoeff() > 1e-3 * size_) {
      const double density = report_.mass / extent.prod();
      if (density < least_density || density > largest_density)
        report_.remarks.push_back("has " + number_text(report_.mass) + " kg within " +
                                  number_text(extent[0], 3) + " × " + number_text(extent[1], 3) + " × " +
                                  number_text(extent[2], 3) + " m, which is " + number_text(density, 3) +
                                  " kg/m³; give 'units' if its files are not in SI");
    }
    if (body_.has_rotations())
      report_.remarks.push_back(
          "has rotations at nodes, whose shape functions are not known: mass matrix, total mass and momenta "
          "are exact, but centrifugal and Coriolis forces on the deformation are estimated from the masses "
          "of "
          "displacements");
    else if (!mass.is_scalar)
      report_.remarks.push_back(
          "has masses that differ by up to " + number_text(100 * mass.disagreement, 2) +
          " % between directions" + (mass.row < 0 ? "" : ", most at " + body_.dof_name(mass.row)) +
          "; centrifugal and Coriolis forces on the deformation are estimated from their means");
  }

  const ImportedBody& body_;
  const ImportData& data_;
  const int D_;
  Vector3d low_, high_;
  double size_;
  Matrix R_;  // rotations about the middle, in units of the size
  ImportReport report_;
};

}  // namespace

ImportReport check_import(const ImportedBody& body, const ImportData& data, const NodalMass& mass,
                          std::optional<double> expected_mass) {
  return Checker(body, data).check(mass, expected_mass);
}

void require_mass(double mass, double expected, const std::string& path) {
  if (std::abs(mass - expected) <= mass_tolerance * expected) return;
  const double power = std::log10(mass / expected), whole = std::round(power);
  std::string advice = "correct the file, or 'expect'";
  if (std::abs(power - whole) < std::log10(1 + mass_tolerance) && whole != 0)
    advice = "the factor of 10^" + number_text(whole) + " is one of units: give 'units', " +
             (whole == -3 ? R"({"length": "mm", "mass": "t"} for a file in N, mm and t)"
                          : R"(such as {"length": "mm", "mass": "t"})");
  throw InvalidInput(path + ": the mass is " + number_text(mass) + " kg, but " + number_text(expected) +
                     " kg are expected; " + advice);
}

}  // namespace pleuel::fem

// The distributed loads of an elastic body.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "pleuel/fem/following_load.hpp"
#include "pleuel/fem/load_field.hpp"
#include "pleuel/linalg/fixed_matrix.hpp"
#include "pleuel/model/flexible/load_data.hpp"
#include "pleuel/model/kinematics/body_motion.hpp"

namespace pleuel {

/// Of a formula of t and the place.
bool depends_on_time(const Expression& formula);
bool depends_on_place(const Expression& formula);

/// One component of a load: f(t, x) along an axis.
struct BodyLoad {
  std::string name;    ///< "the traction on 'right'"
  Expression formula;  ///< of t and the place
  LoadAxes axes = LoadAxes::body_axes;
  int axis = 0;
  /// Of body and ground axes: the integrals of f(x), or of 1 if f depends on t.
  fem::LoadMoments moments = {};
  /// If f depends on t and on the place: where it is integrated at each time.
  std::shared_ptr<const fem::LoadField> field = nullptr;
  /// Of the other axes.
  std::shared_ptr<const fem::FollowingLoad> following = nullptr;
};

/// Adds the forces of loads to the equations of an elastic body. With the integrals s, m, B of f
/// (fem::LoadMoments) and a unit vector e in the axes of the frame, which is constant, or Aᵀe_k for
/// an axis of the ground,
///
///     on y: s A e        on θ: (m + Bᵀq) × e        on q: B e
///
/// Loads that follow the deformed body are those of fem::FollowingLoad.
template <int D>
class BodyLoads {
  using S = Space<D>;

 public:
  /// `pattern` of the body's matrices: S::n full rows and columns, then the deformations. The list
  /// must outlive this object.
  BodyLoads(const std::vector<BodyLoad>& list, const FixedMatrix& pattern);

  bool is_empty() const { return list_->empty(); }

  /// Scratch memory: use one instance per thread.
  struct Workspace {
    struct Item {
      double t = std::numeric_limits<double>::quiet_NaN();  // of the values below
      double size = 1;                                      // factor of the moments
      Vector f;                                             // at the points
      fem::LoadMoments moments;
    };
    std::vector<Item> items;
    fem::FollowingLoad::Workspace following;
    Eigen::Matrix3Xd F_q, moment_q;
  };
  Workspace make_workspace() const;

  /// Adds to the forces f on (y, θ, q) for coordinates x.
  void add(double t, const Vector& x, Vector& f, Workspace& work) const;
  /// Subtracts their derivatives by (y, θ, q) from a matrix of the pattern.
  void linearize(double t, const Vector& x, FixedMatrix& by_x, Workspace& work) const;

 private:
  void update(const BodyLoad& load, double t, typename Workspace::Item& item) const;
  /// Component of a moment that belongs to the j-th rotation, and its axis.
  static int axis_of(int j) { return D == 2 ? 2 : j; }

  const std::vector<BodyLoad>* list_;
  std::vector<std::vector<int>> slots_;  // of each load that follows
};

extern template class BodyLoads<2>;
extern template class BodyLoads<3>;

}  // namespace pleuel

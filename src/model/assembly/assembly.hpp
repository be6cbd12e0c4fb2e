// Bodies, rows and forces of a multibody system, as its elements add them.
#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "pleuel/mechanics/system_info.hpp"
#include "pleuel/model/assembly/force_term.hpp"
#include "pleuel/model/assembly/load_term.hpp"
#include "pleuel/model/assembly/measures.hpp"
#include "pleuel/model/assembly/row_term.hpp"
#include "pleuel/model/built_description.hpp"
#include "pleuel/model/flexible/flexible_parts.hpp"
#include "pleuel/model/force/bushing_force.hpp"

namespace pleuel {

/// The bodies of a system at one state; number −1 is the ground.
template <int D>
class BodyMotions {
 public:
  explicit BodyMotions(int n_bodies) : list_(n_bodies + 1) {}
  int size() const { return static_cast<int>(list_.size()) - 1; }
  const BodyMotion<D>& operator[](int body) const { return list_[body + 1]; }
  BodyMotion<D>& operator[](int body) { return list_[body + 1]; }

  /// What counted angle k is nearest to.
  double reference(int k) const { return references[k]; }
  std::vector<double> references;

 private:
  std::vector<BodyMotion<D>> list_;
};

/// m and J of a rigid body about its centre of mass.
template <int D>
struct RigidBody {
  double mass = 0;
  typename Space<D>::Twice inertia = Space<D>::Twice::Zero();
};

/// A marker as elements need it: u is its place from the centre of mass, in the axes of the body;
/// the columns of `axes` are its own.
template <int D>
struct Attachment {
  int body = ground;
  typename Space<D>::Point u = Space<D>::Point::Zero();
  typename Space<D>::Rotation axes = Space<D>::Rotation::Identity();
  double turns = 0;  ///< planar: whole turns of its x axis beyond the angle in (−π, π]
  int marker = -1;   ///< its number
};

/// An angle between two bodies.
template <int D>
struct PairAngle {
  BodyPair bodies;
  Angle<D> angle;
};

/// φ(t) in a constraint … − φ(t) = 0.
struct RowDrive {
  int row = 0;
  Expression phi;
};

/// What a multibody system consists of. Terms are stored by type; each joint is a list of rows,
/// each row a sum of scalars.
template <int D>
class Assembly {
  using S = Space<D>;

 public:
  template <template <int> class... Scalars>
  struct Lists {
    using Rows = std::tuple<std::vector<RowTerm<D, Scalars<D>>>...>;
    using Forces = std::tuple<std::vector<ForceTerm<D, Scalars<D>>>...>;
  };
  using ByScalar = Lists<Gap, Cosine, Offset, Distance, Angle>;

  /// The bodies of a description, at their start; elements are added by their types.
  explicit Assembly(const BuiltDescription& description);

  const BuiltDescription& description() const { return *description_; }
  Attachment<D> marker(int number) const;
  /// Throws InvalidInput where the element that is added needs the axes of a marker that has no
  /// rotation.
  void require_rotation(const Attachment<D>& at) const;
  const BodyMotions<D>& start() const { return start_; }
  /// Moves the bodies at the start to q, where the joints are closed; elements added from now on
  /// see them there.
  void move_start(ConstVec q) {
    for (int k = 0; k < start_.size(); ++k) place_body(q.data() + k * S::n_q, start_[k]);
  }
  /// What an element took from the start, for the user.
  void add_note(std::string sentence) { notes.push_back(std::move(sentence)); }

  /// The element to which what is added next belongs.
  void begin(const Element& element) {
    element_ = element.name;
    place_ = element.place;
    markers_ = element.markers;
  }

  /// A constraint 0 = (sum of terms): its label ("x") and the multiplier's unit. Returns its
  /// number.
  int add_row(const std::string& label, const std::string& unit);
  template <class Scalar>
  void add_term(int row, double factor, const BodyPair& pair, const Scalar& scalar) {
    std::get<std::vector<RowTerm<D, Scalar>>>(rows).emplace_back(row, factor, pair, scalar);
  }
  /// Adds a number to a constraint.
  void add_constant(int row, double value) { constants[row] += value; }
  /// The constraint holds up to multiples of a period: whole turns.
  void make_periodic(int row, double period) { periods[row] = period; }
  /// Subtracts φ(t).
  void add_drive(int row, const Expression& phi) { drives.push_back({row, phi}); }
  template <class Scalar>
  double at_start(const BodyPair& pair, const Scalar& scalar) const {
    return motion_at<D>(scalar, pair, start_).value;
  }

  /// An angle that the element reads: in space its turns are counted along a run, from
  /// start_angle() of the element's markers on. `kind` is "force" or "measure".
  void count(const BodyPair& pair, Angle<D>& angle, const char* kind);
  /// The same from a given start on, for `who`.
  void count_from(double start, const BodyPair& pair, Angle<D>& angle, std::string who);

  template <class Scalar>
  void add_force(const BodyPair& pair, Scalar scalar, const ForceLaw& law) {
    if constexpr (std::is_same_v<Scalar, Angle<D>>)
      if (std::visit([](const auto& l) { return std::decay_t<decltype(l)>::reads_value; }, law))
        count(pair, scalar, "force");
    const bool has_state =
        std::visit([](const auto& l) { return std::decay_t<decltype(l)>::has_state; }, law);
    const int state = has_state ? info.add_state(element_ + ".s", "1") : -1;
    std::get<std::vector<ForceTerm<D, Scalar>>>(forces).emplace_back(element_, pair, scalar, law, state,
                                                                     measures);
  }
  void add_load(const LoadTerm<D>& load) { loads.push_back(load); }
  void add_bushing(const BushingTerm<D>& bushing) { bushings.push_back(bushing); }

  SystemInfo info;
  std::vector<RigidBody<D>> bodies;
  Measures<D> measures;
  typename ByScalar::Rows rows;
  std::vector<double> constants, periods;  ///< by row; period 0: none
  std::vector<RowDrive> drives;
  typename ByScalar::Forces forces;
  std::vector<LoadTerm<D>> loads;
  std::vector<BushingTerm<D>> bushings;
  FlexibleParts<D> flexible;
  std::vector<PairAngle<D>> angles;  ///< those whose turns are counted; none in the plane
  std::vector<std::string> remarks;  ///< on their start
  std::vector<std::string> notes;
  std::vector<std::string> about_inertia;  ///< of each body of the description, see BodyDescription

 private:
  void add_flexible_parts();

  const BuiltDescription* description_;
  BodyMotions<D> start_;
  std::map<int, int> marker_bodies_;  // of markers on elastic bodies, by the marker's number
  std::string element_, place_;       // of the element
  std::vector<int> markers_;          // of the element
};

/// Unknowns are those of the bodies, of the markers of elastic bodies, which are bodies without
/// mass, and then all deformations. Where q and v of a description are at the start, before the
/// constraints are looked at.
struct StartCoordinates {
  Vector q, v;
};
template <int D>
StartCoordinates start_coordinates(const BuiltDescription& description);

extern template class Assembly<2>;
extern template class Assembly<3>;

}  // namespace pleuel

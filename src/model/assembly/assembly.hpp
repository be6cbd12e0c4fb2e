// Bodies, constraint rows and forces of a multibody system.
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
#include "pleuel/model/force/beam_force.hpp"
#include "pleuel/model/force/bushing_force.hpp"

namespace pleuel {

/// The bodies of a system at one state; index −1 is the ground.
template <int D>
class BodyMotions {
 public:
  explicit BodyMotions(int n_bodies) : list_(n_bodies + 1) {}
  int size() const { return static_cast<int>(list_.size()) - 1; }
  const BodyMotion<D>& operator[](int body) const { return list_[body + 1]; }
  BodyMotion<D>& operator[](int body) { return list_[body + 1]; }
  /// All bodies except the ground.
  BodyMotion<D>* data() { return list_.data() + 1; }

  /// The value to which counted angle k is nearest.
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

/// A marker as used by elements: u is its position relative to the centre of mass in body axes; the
/// columns of `axes` are its axes.
template <int D>
struct Attachment {
  int body = ground;
  typename Space<D>::Point u = Space<D>::Point::Zero();
  typename Space<D>::Rotation axes = Space<D>::Rotation::Identity();
  double revolutions = 0;  ///< planar: of its x axis, in addition to the angle in (−π, π]
  int marker = -1;         ///< index of the marker
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

/// Axes of the two markers of a joint in space whose equations also hold where they point
/// differently.
struct PairedAxes {
  enum class Meaning {
    same,     ///< the joint is another one if they do not point the same way
    parallel  ///< they may point against each other
  };
  std::string joint;  ///< "weld 'w'"
  char axis;
  Meaning meaning;
  BodyPair bodies;
  Cosine<3> cosine;
};

/// The parts of a multibody system. Terms are stored by type; each joint is a list of rows, each
/// row a sum of scalars.
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

  /// Takes the bodies of a description at their start; element types add the elements.
  explicit Assembly(const BuiltDescription& description);

  const BuiltDescription& description() const { return *description_; }
  Attachment<D> marker(int number) const;
  /// Throws InvalidInput if the current element needs the axes of a marker without rotation.
  void require_rotation(const Attachment<D>& at) const;
  const BodyMotions<D>& start() const { return start_; }
  /// Moves the bodies at the start to q, where the joints are closed. Elements added later use this
  /// position.
  void move_start(ConstVec q) {
    for (int k = 0; k < start_.size(); ++k) place_body(q.data() + k * S::n_q, start_[k]);
  }
  /// Adds a note for the user on a value that an element took from the start.
  void add_note(std::string sentence) { notes.push_back(std::move(sentence)); }

  /// Sets the element to which subsequent additions belong.
  void begin(const Element& element) {
    element_ = element.name;
    type_ = element.type->name;
    place_ = element.place;
    markers_ = element.markers;
  }

  /// The markers of a joint take the place of the element's own, which has none.
  void act_in(const Element& joint) { markers_ = joint.markers; }

  /// Adds a constraint 0 = (sum of terms) with a label ("x") and the unit of its multiplier.
  /// Returns its number.
  int add_row(const std::string& label, const std::string& unit);
  template <class Scalar>
  void add_term(int row, double factor, const BodyPair& pair, const Scalar& scalar) {
    std::get<std::vector<RowTerm<D, Scalar>>>(rows).emplace_back(row, factor, pair, scalar);
  }
  /// Adds a constant to a constraint.
  void add_constant(int row, double value) { constants[row] += value; }
  /// The constraint holds up to multiples of a period (full revolutions).
  void make_periodic(int row, double period) { periods[row] = period; }
  /// Axis k of both markers, which the rows alone do not make point the same way.
  void pair_axes(int k, PairedAxes::Meaning meaning, const BodyPair& pair, const Cosine<3>& cosine) {
    paired_axes.push_back({type_ + " '" + element_ + "'", "xyz"[k], meaning, pair, cosine});
  }
  /// Subtracts φ(t).
  void add_drive(int row, const Expression& phi) { drives.push_back({row, phi}); }
  template <class Scalar>
  double at_start(const BodyPair& pair, const Scalar& scalar) const {
    return motion_at<D>(scalar, pair, start_).value;
  }

  /// Registers an angle that the element reads. In space its revolutions are counted during a run,
  /// from start_angle() of the element's markers. `kind` is "force" or "measure".
  void count(const BodyPair& pair, Angle<D>& angle, const char* kind);
  /// The same from a given start, for `who`.
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
  void add_beam(const BeamTerm<D>& beam) { beams.push_back(beam); }

  SystemInfo info;
  std::vector<RigidBody<D>> bodies;
  Measures<D> measures;
  typename ByScalar::Rows rows;
  std::vector<double> constants, periods;  ///< by row; period 0: none
  std::vector<RowDrive> drives;
  typename ByScalar::Forces forces;
  std::vector<LoadTerm<D>> loads;
  std::vector<BushingTerm<D>> bushings;
  std::vector<BeamTerm<D>> beams;
  FlexibleParts<D> flexible;
  std::vector<PairedAxes> paired_axes;  ///< none in the plane
  std::vector<PairAngle<D>> angles;     ///< counted angles; none in the plane
  std::vector<std::string> remarks;     ///< on the start of counted angles
  std::vector<std::string> notes;
  std::vector<std::string> about_inertia;  ///< per body of the description, see BodyDescription

 private:
  void add_flexible_parts();
  void add_conditions(const std::string& body, int first_q, int first_v,
                      const std::shared_ptr<const fem::LinearConditions>& conditions);

  const BuiltDescription* description_;
  BodyMotions<D> start_;
  std::map<int, int> marker_bodies_;    // bodies of markers on elastic bodies, by marker index
  std::string element_, type_, place_;  // of the current element
  std::vector<int> markers_;            // of the current element
};

/// Initial q and v of a description before the constraints are considered. The unknowns are those
/// of the bodies, of the markers on elastic bodies (massless bodies), and all deformations.
struct StartCoordinates {
  Vector q, v;
};
template <int D>
StartCoordinates start_coordinates(const BuiltDescription& description);

extern template class Assembly<2>;
extern template class Assembly<3>;

}  // namespace pleuel

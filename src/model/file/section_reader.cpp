#include "pleuel/model/file/section_reader.hpp"

namespace pleuel {
namespace {

constexpr Dimension area_unit = dimension::length * dimension::length;

/// Reads one section.
class Section {
 public:
  Section(const SourceLocation& place, const SectionKind& kind, ValueReader& reader)
      : place_(place), kind_(kind), reader_(reader) {}

  std::optional<SectionShape> read() {
    if (place_.value().kind != JsonValue::Kind::object) {
      reader_.object(place_, {});
      return std::nullopt;
    }
    const auto n_faults = reader_.faults().size();
    reader_.object(place_, allowed());
    if (is_round())
      read_circle();
    else if (is_rectangle())
      read_rectangle();
    else
      read_areas();
    if (has("shear_y")) shape_.shear_y = positive("shear_y", dimension::none, "shear factor");
    if (is_spatial() && has("shear_z")) shape_.shear_z = positive("shear_z", dimension::none, "shear factor");
    if (is_spatial() && has("J")) shape_.J = positive("J", area_unit * area_unit, "torsion constant");
    if (reader_.faults().size() > n_faults) return std::nullopt;
    return shape_;
  }

 private:
  bool has(const char* key) const { return place_.value().find(key) != nullptr; }
  bool is_spatial() const { return kind_.dimension == 3; }
  bool is_round() const { return has("radius"); }
  bool is_rectangle() const { return has("height") || has("width"); }

  std::vector<std::string> allowed() const {
    std::vector<std::string> keys = is_round()       ? std::vector<std::string>{"radius", "inner_radius"}
                                    : is_rectangle() ? std::vector<std::string>{"height", "width"}
                                                     : std::vector<std::string>{"area", kind_.about_z};
    if (is_spatial() && !is_round() && !is_rectangle()) keys.emplace_back("Iy");
    keys.emplace_back("shear_y");
    if (is_spatial()) keys.insert(keys.end(), {"shear_z", "J"});
    keys.insert(keys.end(), kind_.others.begin(), kind_.others.end());
    return keys;
  }

  /// 1 where it is missing, which is a fault.
  double positive(const char* key, const Dimension& unit, const char* meaning) {
    if (!reader_.has(place_, key, meaning)) return 1;
    return reader_.number(place_.member(key), {.dimension = unit, .minimum = 0, .is_above_minimum = true})
        .value_or(1);
  }

  void read_circle() {
    const double radius = positive("radius", dimension::length, "of the section");
    double inner = 0;
    if (has("inner_radius")) {
      const auto at = place_.member("inner_radius");
      inner = reader_.number(at, {.dimension = dimension::length, .minimum = 0}).value_or(0);
      if (inner >= radius)
        reader_.faults().add(at, "is " + shortest_text(inner) + " m, but must be below the radius of " +
                                     shortest_text(radius) + " m");
    }
    shape_ = round_section(radius, inner, kind_.poisson);
  }

  void read_rectangle() {
    const double height = positive("height", dimension::length, "along the section's y axis");
    const double width = positive("width", dimension::length,
                                  is_spatial() ? "along the section's z axis" : "across the plane");
    shape_ = rectangular_section(height, width, kind_.poisson);
  }

  void read_areas() {
    shape_.area = positive("area", area_unit, "of the section; or give 'height' and 'width', or 'radius'");
    shape_.Iz = positive(kind_.about_z, area_unit * area_unit, "second moment of area about z");
    if (is_spatial()) {
      shape_.Iy = positive("Iy", area_unit * area_unit, "second moment of area about y");
      reader_.has(place_, "J", "torsion constant of the section");
    }
    add_outline(shape_);
    shape_.is_by_areas = true;
  }

  const SourceLocation& place_;
  const SectionKind& kind_;
  ValueReader& reader_;
  SectionShape shape_;
};

}  // namespace

std::optional<SectionShape> read_section_shape(const SourceLocation& place, const SectionKind& kind,
                                               ValueReader& reader) {
  return Section(place, kind, reader).read();
}

}  // namespace pleuel

#include "pleuel/model/file/fibre_reader.hpp"

#include <array>

namespace pleuel {
namespace {

using Counts = std::array<int, 2>;

constexpr int most_fibres_along = 200;

/// What the two numbers of a kind of section count, their least values and their defaults.
struct FibreKind {
  bool is_single;  ///< one number alone is meant
  const char* text;
  Counts least, usual;
};

FibreKind kind_of(const SectionShape& shape, int dimension) {
  if (shape.is_round && dimension == 2)
    return {false, "[rings, angles of half a ring], each from 1 and 2", {1, 2}, {4, 12}};
  if (shape.is_round) return {false, "[rings, angles], each from 1 and 3", {1, 3}, {4, 16}};
  if (dimension == 2) return {true, "a whole number from 2, along the height", {2, 1}, {12, 1}};
  return {false, "[along the height, along the width], each from 2, or one number for both", {2, 2}, {8, 8}};
}

std::optional<Counts> read_counts(const SourceLocation& place, const SectionShape& shape,
                                  const FibreKind& kind, ValueReader& reader) {
  const auto count = [&](const SourceLocation& at, int least) {
    const auto n = reader.whole(at, {.minimum = static_cast<double>(least)});
    if (!n || *n <= most_fibres_along) return n;
    reader.faults().add(at, "is " + std::to_string(*n) + ", but at most " +
                                std::to_string(most_fibres_along) + " are allowed; take fewer");
    return std::optional<int>();
  };
  const JsonValue& value = place.value();
  if (value.kind == JsonValue::Kind::list && value.items.size() == 2 && !kind.is_single) {
    const auto first = count(place.item(0), kind.least[0]), second = count(place.item(1), kind.least[1]);
    if (!first || !second) return std::nullopt;
    return Counts{*first, *second};
  }
  if (value.kind == JsonValue::Kind::list || shape.is_round) {
    reader.faults().add(place, "is " + value.shown() + ", but must be " + kind.text);
    return std::nullopt;
  }
  const auto n = count(place, kind.least[0]);
  if (!n) return std::nullopt;
  return kind.is_single ? Counts{*n, 1} : Counts{*n, *n};
}

}  // namespace

std::optional<std::vector<fem::Fibre>> read_fibres(const SourceLocation& section, const SectionShape& shape,
                                                   int dimension, ValueReader& reader) {
  if (shape.is_by_areas) {
    reader.faults().add(section,
                        "has only areas, but a material with a 'law' needs the places of fibres; give "
                        "'height' and 'width', or 'radius'");
    return std::nullopt;
  }
  const FibreKind kind = kind_of(shape, dimension);
  Counts n = kind.usual;
  if (section.value().find("fibres") != nullptr) {
    const auto given = read_counts(section.member("fibres"), shape, kind, reader);
    if (!given) return std::nullopt;
    n = *given;
  }
  if (!shape.is_round) return fem::rectangle_fibres(shape.height, shape.width, n[0], n[1]);
  const double radius = shape.height / 2;
  return dimension == 2 ? fem::half_ring_fibres(radius, shape.inner_radius, n[0], n[1])
                        : fem::ring_fibres(radius, shape.inner_radius, n[0], n[1]);
}

}  // namespace pleuel

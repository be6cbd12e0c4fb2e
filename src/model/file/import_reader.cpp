#include "pleuel/model/file/import_reader.hpp"

#include "pleuel/base/error.hpp"
#include "pleuel/fem/import/dmig.hpp"
#include "pleuel/fem/import/matrix_market.hpp"
#include "pleuel/model/output_dimension.hpp"

namespace pleuel {
namespace {

using Kind = JsonValue::Kind;

constexpr const char* stress_name = "stress";
constexpr Dimension stress_dimension_of_file = dimension::force / (dimension::length * dimension::length);

constexpr InputKind matrix_file{"file of a body", 256 * megabyte};

double factor_of(const std::vector<std::pair<std::string, double>>& units, const std::string& name) {
  for (const auto& [unit, factor] : units)
    if (unit == name) return factor;
  return 1;
}

std::vector<std::string> names_in(const std::vector<std::pair<std::string, double>>& units) {
  std::vector<std::string> names;
  for (const auto& [unit, factor] : units) names.push_back(unit);
  return names;
}

}  // namespace

template <class Parse>
auto ImportReader::file(const SourceLocation& at, Parse parse)
    -> std::optional<decltype(parse(std::string(), std::string()))> {
  const auto name = reader_.text(at);
  if (!name) return std::nullopt;
  const std::string path = reader_.beside_model(*name).string();
  return reader_.guarded(at, [&] { return parse(reader_.file_text(path, matrix_file), path); });
}

const std::map<std::string, std::vector<std::string>>& ImportReader::keys() {
  static const std::map<std::string, std::vector<std::string>> all = {
      {"matrices",
       {"mass", "stiffness", "damping", "nodes", "unknowns", "units", "sets", "expect", "recovery"}},
      {"dmig", {"file", "mass", "stiffness", "damping", "nodes", "units", "sets", "expect", "recovery"}},
      {"sid", {"file", "sets", "expect", "recovery"}}};
  return all;
}

bool ImportReader::is_sid(const SourceLocation& place) {
  return place.value().kind == Kind::object && place.has("type") &&
         place.member("type").value().kind == Kind::text && place.member("type").value().text == "sid";
}

std::shared_ptr<const ImportChoice> ImportReader::read(const SourceLocation& place) {
  if (place.value().kind != Kind::object) {
    reader_.object(place, {});
    return nullptr;
  }
  if (!reader_.has(place, "type", "matrices, dmig or sid")) return nullptr;
  const auto type = reader_.choice(place.member("type"), {"matrices", "dmig", "sid"});
  if (!type) return nullptr;
  auto allowed = keys().at(*type);
  allowed.emplace_back("type");
  if (!reader_.object(place, allowed)) return nullptr;
  const auto n_faults = reader_.faults().size();
  auto choice = *type == "matrices" ? read_matrices(place)
                : *type == "dmig"   ? read_dmig(place)
                                    : read_sid(place);
  if (choice) read_rest(place, *choice);
  if (!choice || reader_.faults().size() > n_faults) return nullptr;
  return std::make_shared<ImportChoice>(std::move(*choice));
}

std::optional<ImportChoice> ImportReader::read_matrices(const SourceLocation& place) {
  const auto matrix = [&](const char* key) { return file(place.member(key), fem::parse_matrix_market); };
  const auto table = [&](const std::string& text, const std::string& path) {
    return fem::parse_node_table(text, path, dimension_);
  };
  std::optional<fem::TextMatrix> mass, stiffness, damping;
  std::optional<fem::NodeTable> nodes;
  if (reader_.has(place, "mass", "the file of the mass matrix")) mass = matrix("mass");
  if (reader_.has(place, "stiffness", "the file of the stiffness matrix")) stiffness = matrix("stiffness");
  if (place.has("damping")) damping = matrix("damping");
  if (reader_.has(place, "nodes", "the file of the nodes and their coordinates"))
    nodes = file(place.member("nodes"), table);
  std::optional<fem::UnknownTable> unknowns;
  if (place.has("unknowns"))
    unknowns = file(place.member("unknowns"), fem::parse_unknown_table);
  else if (nodes && mass)
    unknowns = reader_.guarded(
        place, [&] { return fem::unknowns_in_order(*nodes, mass->rows, dimension_, mass->path); });
  if (!mass || !stiffness || !nodes || !unknowns || (place.has("damping") && !damping)) return std::nullopt;
  return ImportChoice{fem::ImportData{.dimension = dimension_,
                                      .nodes = std::move(*nodes),
                                      .unknowns = std::move(*unknowns),
                                      .mass = std::move(*mass),
                                      .stiffness = std::move(*stiffness),
                                      .damping = std::move(damping)}};
}

std::optional<ImportChoice> ImportReader::read_dmig(const SourceLocation& place) {
  if (!reader_.has(place, "file", "the file of DMIG cards")) return std::nullopt;
  const auto cards = file(place.member("file"), fem::parse_dmig);
  std::optional<fem::NodeTable> nodes;
  if (place.has("nodes"))
    nodes = file(place.member("nodes"), [&](const std::string& text, const std::string& path) {
      return fem::parse_node_table(text, path, dimension_);
    });
  else if (cards && !cards->grid.nodes.empty())
    nodes = cards->grid;
  else if (cards)
    reader_.has(place, "nodes", "the file of the nodes and their coordinates; the cards hold no GRID");
  const auto name = [&](const char* key, const char* standard) {
    return place.has(key) ? reader_.text(place.member(key)).value_or(standard) : std::string(standard);
  };
  const std::string mass = name("mass", "MAAX"), stiffness = name("stiffness", "KAAX"),
                    damping = place.has("damping") ? name("damping", "") : "";
  if (!cards || !nodes) return std::nullopt;
  return reader_.guarded(place.member("file"), [&] {
    std::vector<std::string> names = {mass, stiffness};
    if (!damping.empty()) names.push_back(damping);
    fem::ImportData data{.dimension = dimension_,
                         .nodes = std::move(*nodes),
                         .unknowns = fem::unknowns_of(*cards, names),
                         .mass = {},
                         .stiffness = {}};
    data.mass = fem::text_matrix_of(*cards, mass, data.unknowns);
    data.stiffness = fem::text_matrix_of(*cards, stiffness, data.unknowns);
    if (!damping.empty()) data.damping = fem::text_matrix_of(*cards, damping, data.unknowns);
    return ImportChoice{std::move(data)};
  });
}

std::optional<ImportChoice> ImportReader::read_sid(const SourceLocation& place) {
  if (dimension_ == 2) {
    reader_.faults().add(place.member("type"),
                         "is 'sid', but standard input data describe bodies in space; set 'dimension' 3, or "
                         "import matrices");
    return std::nullopt;
  }
  if (!reader_.has(place, "file", "the file of standard input data")) return std::nullopt;
  auto sid = file(place.member("file"), fem::parse_sid);
  if (!sid) return std::nullopt;
  return ImportChoice{std::move(*sid)};
}

void ImportReader::read_rest(const SourceLocation& place, ImportChoice& choice) {
  auto* const nodal = std::get_if<fem::ImportData>(&choice.from);
  if (place.has("units") && nodal != nullptr) nodal->units = read_units(place.member("units"));
  if (place.has("sets")) (nodal != nullptr ? nodal->sets : choice.sets) = read_sets(place.member("sets"));
  if (place.has("expect")) {
    const auto at = place.member("expect");
    if (reader_.object(at, {"mass"}))
      choice.expected_mass = reader_.positive(at, "mass", dimension::mass, "the mass of the whole body");
  }
  if (place.has("recovery")) read_recovery(place.member("recovery"), choice);
}

fem::ImportUnits ImportReader::read_units(const SourceLocation& place) {
  static const std::vector<std::pair<std::string, double>> lengths = {{"m", 1},       {"cm", 1e-2},
                                                                      {"mm", 1e-3},   {"um", 1e-6},
                                                                      {"in", 0.0254}, {"ft", 0.3048}},
                                                           masses = {{"kg", 1},
                                                                     {"g", 1e-3},
                                                                     {"t", 1e3},
                                                                     {"lb", 0.45359237}};
  fem::ImportUnits units;
  if (!reader_.object(place, {"length", "mass"})) return units;
  if (place.has("length"))
    if (const auto name = reader_.choice(place.member("length"), names_in(lengths)))
      units.length = factor_of(lengths, *name);
  if (place.has("mass"))
    if (const auto name = reader_.choice(place.member("mass"), names_in(masses)))
      units.mass = factor_of(masses, *name);
  return units;
}

std::map<std::string, std::vector<long long>> ImportReader::read_sets(const SourceLocation& list) {
  std::map<std::string, std::vector<long long>> sets;
  if (list.value().kind != Kind::object) {
    reader_.faults().add(list, "is " + list.value().shown() +
                                   ", but must be an object of names and lists of nodes, {\"left\": [1, 2]}");
    return sets;
  }
  for (std::size_t k = 0; k < list.value().keys.size(); ++k) {
    const auto numbers = list.member(k);
    auto& set = sets[list.value().keys[k].text];
    if (!reader_.list(numbers)) continue;
    for (std::size_t i = 0; i < numbers.value().items.size(); ++i)
      if (const auto number = reader_.whole(numbers.item(i), {.minimum = 0})) set.push_back(*number);
  }
  return sets;
}

void ImportReader::read_recovery(const SourceLocation& list, ImportChoice& choice) {
  if (list.value().kind != Kind::object) {
    reader_.faults().add(list,
                         "is " + list.value().shown() +
                             ", but must be an object of names and files, {\"stress\": \"rod.stress.mtx\"}");
    return;
  }
  for (std::size_t k = 0; k < list.value().keys.size(); ++k) {
    const auto at = list.member(k);
    const std::string& name = list.value().keys[k].text;
    if (!is_element_name(name)) {
      reader_.faults().add(at,
                           "the name '" + name +
                               "' of this quantity must begin with a letter and hold letters, digits, '_' "
                               "and '-' only; change it");
      continue;
    }
    RecoveryChoice recovery{.name = name, .unit = "1", .matrix = {}, .place = at.text()};
    const bool is_object = at.value().kind == Kind::object;
    if (is_object && (!reader_.object(at, {"file", "unit"}) ||
                      !reader_.has(at, "file", "the file of the recovery matrix")))
      continue;
    // Without a unit, a stress is in those of the mass matrix.
    double factor = 1;
    if (is_object && at.has("unit")) {
      const auto place = at.member("unit");
      const auto text = reader_.text(place);
      if (!text) continue;
      const auto unit = reader_.guarded(place, [&] { return parse_unit(name, *text); });
      if (!unit) continue;
      recovery.unit = output_unit(unit->dimension);
      factor = unit->factor;
      if (name == stress_name && !fits(unit->dimension, stress_dimension_of_file)) {
        reader_.faults().add(place, "is " + *text + ", but a stress has the unit of a pressure, such as MPa");
        continue;
      }
    }
    if (name == stress_name) {
      recovery.unit = "Pa";
      const auto* const nodal = std::get_if<fem::ImportData>(&choice.from);
      if (nodal != nullptr && !(is_object && at.has("unit")))
        factor = nodal->units.mass / nodal->units.length;  // per s²
    }
    auto matrix = file(is_object ? at.member("file") : at, fem::parse_matrix_market);
    if (!matrix) continue;
    for (auto& entry : matrix->entries) entry.value *= factor;
    recovery.matrix = std::move(*matrix);
    choice.recovery.push_back(std::move(recovery));
  }
}

}  // namespace pleuel

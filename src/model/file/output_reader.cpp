#include "pleuel/model/file/output_reader.hpp"

#include <algorithm>
#include <functional>

#include "pleuel/base/names.hpp"
#include "pleuel/model/file/formula_reader.hpp"
#include "pleuel/model/force/beam_force.hpp"

namespace pleuel {
namespace {

const std::vector<std::string> energies = {"kinetic", "potential", "total"};

bool is_one_of(const std::vector<std::string>& all, const std::string& name) {
  return std::find(all.begin(), all.end(), name) != all.end();
}

class OutputReader {
 public:
  OutputReader(ValueReader& reader, const ModelNames& names, ModelDescription& model)
      : reader_(reader), names_(names), model_(model) {}

  /// The item must outlive this object.
  void read(const ListItem& item) {
    item_ = &item;
    const auto place = item.place(reader_.file());
    switch (place.value().kind) {
      case JsonValue::Kind::text:
        return read_text(place);
      case JsonValue::Kind::object:
        return read_object(place);
      default:
        reader_.faults().add(
            place,
            "is " + place.value().shown() +
                ", but must be a name such as \"crank.phi\" or an object such as {\"marker\": \"rod.tip\"}");
    }
  }

  /// Reads the formulas; all other outputs are known by now.
  void read_formulas() {
    FormulaReader formulas(reader_, model_, shown_, [this](const std::string& name, IfMissing missing) {
      return find(name, missing);
    });
    for (const auto& [output, item] : formulas_) formulas.add(output, *item);
    formulas.read();
  }

 private:
  using Kind = OutputDescription::Kind;

  void read_text(const SourceLocation& place) {
    const auto name = reader_.name(place);
    if (!name) return;
    FoundOutput found = find(*name, IfMissing::nothing);
    if (found.output) return add(place, std::move(*found.output));
    if (reader_.faults().is_settled(place)) return;
    found = find(*name, IfMissing::say_why);
    reader_.faults().add(place, (found.is_of_part ? "is " + place.value().shown() + ", but "
                                 : name->find('.') != std::string::npos ? "shows a part of "
                                                                        : std::string()) +
                                    found.fault);
  }

  FoundOutput find(const std::string& name, IfMissing missing) const {
    const auto dot = name.rfind('.');
    const auto whole = name.substr(0, dot), part = dot == std::string::npos ? "" : name.substr(dot + 1);
    if (dot == std::string::npos) {
      const auto measure = names_.measures.find(name);
      if (measure != names_.measures.end())
        return {.output = OutputDescription{.name = name, .kind = Kind::measure, .item = measure->second}};
      if (missing == IfMissing::nothing) return {};
      return {.fault = unknown_name("output", shortened(name), names_of(names_.measures)) +
                       "; write \"body.coordinate\", \"body.marker.part\", \"joint.part\", "
                       "\"force.part\", \"driver.part\", a measure or \"energy.total\""};
    }
    const auto part_of = [&](Kind kind, int item, const std::vector<std::string>& valid) -> FoundOutput {
      if (!is_one_of(valid, part) && missing == IfMissing::nothing) return {};
      if (!is_one_of(valid, part)) return {.fault = fault_of_part(part, valid), .is_of_part = true};
      return {.output = OutputDescription{.name = name, .kind = kind, .item = item, .part = part}};
    };
    if (whole == "energy") return part_of(Kind::energy, 0, energies);
    if (const auto it = names_.bodies.find(whole); it != names_.bodies.end()) {
      const bool is_unknown = is_one_of(unknown_parts(model_.dimension), part);
      auto valid = unknown_parts(model_.dimension);
      for (const auto& other : body_parts(model_.dimension)) valid.push_back(other);
      FoundOutput found = part_of(is_unknown ? Kind::unknown : Kind::body, it->second, valid);
      if (found.output && is_unknown) found.output->unknown = name;
      return found;
    }
    if (const auto it = names_.markers.find(whole); it != names_.markers.end())
      return part_of(Kind::marker, it->second, marker_parts(model_.dimension));
    if (const auto it = names_.joints.find(whole); it != names_.joints.end()) {
      auto valid = parts_of(Kind::joint, it->second);
      const Kind kind = is_one_of(valid, part) ? Kind::joint : Kind::reaction;
      for (const auto& other : parts_of(Kind::reaction, it->second)) valid.push_back(other);
      return part_of(kind, it->second, valid);
    }
    if (const auto it = names_.measures.find(whole); it != names_.measures.end())
      return part_of(Kind::measure, it->second, {"rate"});
    for (const auto& [kind, index] :
         {std::pair(Kind::driver, &names_.drivers), {Kind::force, &names_.forces}})
      if (const auto it = index->find(whole); it != index->end())
        return part_of(kind, it->second, parts_of(kind, it->second));
    if (missing == IfMissing::nothing) return {};
    std::vector<std::string> valid;
    for (const auto* index : {&names_.bodies, &names_.joints, &names_.measures, &names_.markers,
                              &names_.drivers, &names_.forces}) {
      const auto more = names_of(*index);
      valid.insert(valid.end(), more.begin(), more.end());
    }
    return {.fault = unknown_name("body, marker or element", shortened(whole), valid)};
  }

  /// The parts of an element that outputs may show.
  std::vector<std::string> parts_of(Kind kind, int item) const {
    auto parts = reaction_parts(model_.dimension);
    parts.insert(parts.end(), {"f", "m"});
    if (kind == Kind::reaction) return parts;
    if (kind == Kind::joint) return joint_parts(model_.joints[item].type);
    const Element& e = kind == Kind::driver ? model_.drivers[item] : model_.forces[item];
    if (e.type == nullptr) return load_parts();  // its own fault is stated
    parts.emplace_back("power");
    if (e.type->has_section)
      for (const auto& part : section_parts(model_.dimension)) parts.push_back(part);
    const Dimension scalar = scalar_of(e, model_);
    if (scalar == dimension::any) return parts;
    parts.insert(parts.begin(), {scalar == dimension::angle ? "torque" : "force", "value", "rate"});
    return parts;
  }

  static std::string fault_of_part(const std::string& part, const std::vector<std::string>& valid) {
    std::string all;
    for (const auto& name : valid) all += (all.empty() ? "" : ", ") + name;
    const auto near = nearest_names(shortened(part), valid);
    return "the part '" + shortened(part) + "' is none of " + all +
           (near.empty() ? "" : "; did you mean '" + near.front() + "'?");
  }

  bool part_or_fault(const SourceLocation& place, const std::string& part,
                     const std::vector<std::string>& valid) {
    if (is_one_of(valid, part)) return true;
    reader_.faults().add(place, "is " + place.value().shown() + ", but " + fault_of_part(part, valid));
    return false;
  }

  void read_object(const SourceLocation& place) {
    static const std::vector<std::string> kinds = {"unknown", "marker",  "reaction", "joint", "driver",
                                                   "force",   "measure", "energy",   "field", "formula"};
    auto keys = kinds;
    keys.insert(keys.end(), {"parts", "at", "name"});
    reader_.object(place, keys);
    std::vector<std::string> given;
    std::string all;
    for (const auto& kind : kinds) {
      all += (all.empty() ? "'" : kind == kinds.back() ? "' and '" : "', '") + kind;
      if (place.value().find(kind) != nullptr) given.push_back(kind);
    }
    if (given.size() != 1) {
      reader_.faults().add(
          place, "must hold one of the keys " + all + "', but holds " + std::to_string(given.size()));
      return;
    }
    if (given[0] != "field" && place.value().find("at") != nullptr)
      reader_.faults().add(place.member("at"), "belongs to 'field' only; remove it");
    if (given[0] == "formula") return take_formula(place);
    const auto at = place.member(given[0]);
    const auto what = reader_.name(at);
    std::string shown = what.value_or("");
    const bool is_named = place.value().find("name") != nullptr;
    if (is_named) {
      const auto key = place.member("name");
      shown = reader_.name(key).value_or(shown);
    }
    if (!what) return;
    if (given[0] == "field") return read_field(place, at, *what);
    if (given[0] == "unknown") {
      if (has_no_parts(place)) add(place, {.name = shown, .kind = Kind::unknown, .unknown = *what});
    } else if (given[0] == "energy") {
      if (has_no_parts(place) && part_or_fault(at, *what, energies))
        add(place, {.name = is_named ? shown : "energy." + *what, .kind = Kind::energy, .part = *what});
    } else {
      read_parts(place, {at, *what, shown, given[0]});
    }
  }

  struct Item {
    const SourceLocation& at;
    const std::string& what;
    const std::string& shown;
    const std::string& kind;
  };

  /// An item of which several parts may be shown.
  void read_parts(const SourceLocation& place, const Item& item) {
    if (item.kind == "marker") {
      const auto all = marker_parts(model_.dimension);
      const std::vector<std::string> position(all.begin(), all.begin() + model_.dimension);
      return add_parts(place, item, Kind::marker, names_.markers, [&](int) { return Parts{all, position}; });
    }
    if (item.kind == "measure")
      return add_parts(place, item, Kind::measure, names_.measures, [](int) {
        return Parts{{"value", "rate"}, {"value"}};
      });
    const auto loads = reaction_parts(model_.dimension);
    if (item.kind == "reaction")
      return add_parts(place, item, Kind::reaction, names_.joints, [&](int k) {
        return Parts{parts_of(Kind::reaction, k), loads};
      });
    if (item.kind == "joint")
      return add_parts(place, item, Kind::joint, names_.joints, [&](int k) {
        const auto all = parts_of(Kind::joint, k);
        return Parts{all, all};
      });
    const Kind kind = item.kind == "driver" ? Kind::driver : Kind::force;
    add_parts(place, item, kind, kind == Kind::driver ? names_.drivers : names_.forces, [&](int k) {
      auto all = parts_of(kind, k);
      const bool has_scalar = is_one_of(all, "value");
      auto standard = has_scalar ? std::vector{all.front()} : loads;
      return Parts{std::move(all), std::move(standard)};
    });
  }

  /// {"field": "bolt.von_mises", "at": "max" | "min" | [element, point]}
  void read_field(const SourceLocation& place, const SourceLocation& at, const std::string& what) {
    const auto dot = what.find('.');
    const auto body = names_.bodies.find(what.substr(0, dot));
    if (dot == std::string::npos || body == names_.bodies.end()) {
      if (!reader_.faults().is_settled(at))
        reader_.faults().add(
            at, "is " + at.value().shown() + ", but must be a body and a field of it, \"rod.von_mises\"" +
                    (dot == std::string::npos ? std::string()
                                              : "; " + unknown_name("body", shortened(what.substr(0, dot)),
                                                                    names_of(names_.bodies))));
      return;
    }
    if (!has_no_parts(place)) return;
    OutputDescription output{.name = what,
                             .kind = OutputDescription::Kind::field,
                             .item = body->second,
                             .part = what.substr(dot + 1)};
    std::string where = "max";
    if (place.value().find("at") != nullptr) {
      const auto spot = place.member("at");
      if (spot.value().kind == JsonValue::Kind::list && spot.value().items.size() == 2) {
        const auto element = reader_.whole(spot.item(0), {.minimum = 0});
        const auto point = reader_.whole(spot.item(1), {.minimum = 1});
        if (!element || !point) return;
        output.where = OutputDescription::Where::point;
        output.element = *element;
        output.point = *point;
        where = "e" + std::to_string(*element) + ".g" + std::to_string(*point);
      } else if (spot.value().kind == JsonValue::Kind::text) {
        const auto extreme = reader_.choice(spot, {"max", "min"});
        if (!extreme) return;
        where = *extreme;
        if (where == "min") output.where = OutputDescription::Where::min;
      } else {
        reader_.faults().add(
            spot, "is " + spot.value().shown() + ", but must be \"max\", \"min\" or [element, point of it]");
        return;
      }
    }
    output.name = what + "." + where;
    if (place.value().find("name") != nullptr) {
      const auto key = place.member("name");
      output.name = reader_.name(key).value_or(output.name);
    }
    add(place, std::move(output));
  }

  bool has_no_parts(const SourceLocation& place) {
    if (place.value().find("parts") == nullptr) return true;
    reader_.faults().add(place.member("parts"),
                         "belongs to markers, joints, drivers, forces and measures only; remove it");
    return false;
  }

  struct Parts {
    std::vector<std::string> valid, standard;
  };

  void add_parts(const SourceLocation& place, const Item& item, Kind kind, const NameIndex& index,
                 const std::function<Parts(int)>& parts_of_item) {
    const auto found = index.find(item.what);
    if (found == index.end()) {
      if (reader_.faults().is_settled(item.at)) return;
      const std::string what = item.kind == "reaction" ? "joint" : item.kind;
      reader_.faults().add(item.at, unknown_name(what, shortened(item.what), names_of(index)));
      return;
    }
    const Parts parts = parts_of_item(found->second);
    if (parts.valid.empty()) {
      reader_.faults().add(item.at, "is " + item.at.value().shown() +
                                        ", a joint without one angle or displacement; measure it instead, "
                                        "or show its reaction");
      return;
    }
    auto wanted = parts.standard;
    if (place.value().find("parts") != nullptr) {
      const auto list = place.member("parts");
      if (!reader_.list(list)) return;
      wanted.clear();
      for (std::size_t i = 0; i < list.value().items.size(); ++i) {
        if (const auto part = reader_.choice(list.item(i), parts.valid)) wanted.push_back(*part);
      }
    }
    for (const auto& part : wanted) {
      const bool is_value = part == "value" && kind == Kind::measure;
      add(place, {.name = is_value ? item.shown : item.shown + "." + part,
                  .kind = kind,
                  .item = found->second,
                  .part = is_value ? "" : part});
    }
  }

  void add(const SourceLocation& place, OutputDescription output) {
    if (!shown_.emplace(output.name, model_.outputs.size()).second) {
      reader_.faults().add(
          place, "shows '" + shortened(output.name) + "' a second time; remove it or give it a 'name'");
      return;
    }
    output.place = place.text();
    model_.outputs.push_back(std::move(output));
  }

  /// {"name": "P", "formula": "M.torque*M.rate"} takes its place in the list and is read later.
  void take_formula(const SourceLocation& place) {
    if (!has_no_parts(place) || !reader_.has(place, "name", "what the formula's value is called")) return;
    const auto key = place.member("name");
    const auto name = reader_.name(key);
    if (!name) return;
    std::string fault;
    if (!is_formula_name(*name))
      fault = "must begin with a letter and hold letters, digits and '_' only";
    else if (*name == "t" || is_reserved_in_expressions(*name))
      fault = "has a meaning in formulas already";
    else if (names_.taken.contains(*name) || reader_.parameters().find(*name) != nullptr)
      fault = "is a name of the file already";
    if (!fault.empty()) {
      reader_.faults().add(key, "the name '" + shortened(*name) + "' " + fault + "; choose another");
      return;
    }
    const auto n_outputs = model_.outputs.size();
    add(place, {.name = *name, .kind = Kind::formula});
    if (model_.outputs.size() > n_outputs) formulas_.emplace_back(n_outputs, item_);
  }

  ValueReader& reader_;
  const ModelNames& names_;
  ModelDescription& model_;
  std::map<std::string, std::size_t> shown_;  // outputs by name
  const ListItem* item_ = nullptr;
  std::vector<std::pair<std::size_t, const ListItem*>> formulas_;  // by output
};

}  // namespace

std::vector<std::string> unknown_parts(int dimension) {
  if (dimension == 2) return {"x", "y", "phi", "vx", "vy", "vphi", "ax", "ay", "aphi"};
  return {"x",  "y",  "z",  "p0", "p1", "p2", "p3",      "vx",      "vy",     "vz",
          "wx", "wy", "wz", "ax", "ay", "az", "alpha_x", "alpha_y", "alpha_z"};
}

std::vector<std::string> marker_parts(int dimension) {
  if (dimension == 2) return {"x", "y", "vx", "vy", "ax", "ay", "ux", "uy"};
  return {"x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az", "ux", "uy", "uz"};
}

std::vector<std::string> body_parts(int dimension) {
  if (dimension == 2) return {};
  return {"ground_wx", "ground_wy", "ground_wz"};
}

std::vector<std::string> joint_parts(const ElementType* type) {
  std::vector<std::string> parts;
  if (type == nullptr || type->rotates) parts.insert(parts.end(), {"angle", "rate"});
  if (type == nullptr || type->slides) parts.insert(parts.end(), {"position", "velocity"});
  return parts;
}

std::vector<std::string> load_parts() {
  std::vector<std::string> parts = {"force", "torque", "value", "rate", "power", "f", "m"};
  for (const auto& part : reaction_parts(3)) parts.push_back(part);
  for (const auto& part : section_parts(3)) parts.push_back(part);
  for (const char* part : {"Q", "M"}) parts.emplace_back(part);
  return parts;
}

std::vector<std::string> reaction_parts(int dimension) {
  if (dimension == 2) return {"fx", "fy", "mz"};
  return {"fx", "fy", "fz", "mx", "my", "mz"};
}

void read_outputs(const SourceLocation& place, ValueReader& reader, const ModelNames& names,
                  ModelDescription& model) {
  OutputReader outputs(reader, names, model);
  const auto items = list_items(place, reader);
  for (const auto& item : items) outputs.read(item);
  outputs.read_formulas();
}

}  // namespace pleuel

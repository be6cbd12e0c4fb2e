#include "pleuel/model/file/output_reader.hpp"

#include <algorithm>
#include <set>

#include "pleuel/base/names.hpp"

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

  void read(const SourceLocation& place) {
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

 private:
  void read_text(const SourceLocation& place) {
    const auto name = reader_.name(place);
    if (!name) return;
    const auto dot = name->rfind('.');
    const auto whole = name->substr(0, dot), part = dot == std::string::npos ? "" : name->substr(dot + 1);
    if (dot == std::string::npos) {
      const auto measure = names_.measures.find(*name);
      if (measure != names_.measures.end())
        return add(place, {.name = *name, .kind = OutputDescription::Kind::measure, .item = measure->second});
      if (reader_.faults().is_settled(place)) return;
      reader_.faults().add(place, unknown_name("output", shortened(*name), names_of(names_.measures)) +
                                      "; write \"body.coordinate\", \"body.marker.part\", \"joint.part\", a "
                                      "measure or \"energy.total\"");
    } else if (whole == "energy") {
      part_or_fault(place, part, energies) ? add_energy(place, part, {}) : void();
    } else if (names_.bodies.contains(whole)) {
      if (part_or_fault(place, part, unknown_parts(model_.dimension)))
        add(place, {.name = *name, .kind = OutputDescription::Kind::unknown, .unknown = *name});
    } else if (const auto marker = names_.markers.find(whole); marker != names_.markers.end()) {
      if (part_or_fault(place, part, marker_parts(model_.dimension)))
        add(place,
            {.name = *name, .kind = OutputDescription::Kind::marker, .item = marker->second, .part = part});
    } else if (const auto joint = names_.joints.find(whole); joint != names_.joints.end()) {
      if (part_or_fault(place, part, reaction_parts(model_.dimension)))
        add(place,
            {.name = *name, .kind = OutputDescription::Kind::reaction, .item = joint->second, .part = part});
    } else if (const auto measure = names_.measures.find(whole); measure != names_.measures.end()) {
      if (part_or_fault(place, part, {"rate"}))
        add(place,
            {.name = *name, .kind = OutputDescription::Kind::measure, .item = measure->second, .part = part});
    } else if (!reader_.faults().is_settled(place)) {
      std::vector<std::string> valid;
      for (const auto* index : {&names_.bodies, &names_.joints, &names_.measures, &names_.markers}) {
        const auto more = names_of(*index);
        valid.insert(valid.end(), more.begin(), more.end());
      }
      reader_.faults().add(place, "shows a part of " + unknown_name("body, marker, joint or measure",
                                                                    shortened(whole), valid));
    }
  }

  bool part_or_fault(const SourceLocation& place, const std::string& part,
                     const std::vector<std::string>& valid) {
    if (is_one_of(valid, part)) return true;
    std::string all;
    for (const auto& name : valid) all += (all.empty() ? "" : ", ") + name;
    const auto near = nearest_names(shortened(part), valid);
    reader_.faults().add(place, "is " + place.value().shown() + ", but the part '" + shortened(part) +
                                    "' is none of " + all +
                                    (near.empty() ? "" : "; did you mean '" + near.front() + "'?"));
    return false;
  }

  void read_object(const SourceLocation& place) {
    static const std::vector<std::string> kinds = {"unknown", "marker", "reaction",
                                                   "measure", "energy", "field"};
    auto keys = kinds;
    keys.emplace_back("parts");
    keys.emplace_back("at");
    keys.emplace_back("name");
    reader_.object(place, keys);
    std::vector<std::string> given;
    for (const auto& kind : kinds) {
      if (place.value().find(kind) != nullptr) given.push_back(kind);
    }
    if (given.size() != 1) {
      reader_.faults().add(
          place,
          "must hold one of the keys 'unknown', 'marker', 'reaction', 'measure', 'energy' and 'field', but "
          "holds " +
              std::to_string(given.size()));
      return;
    }
    const auto at = place.member(given[0]);
    const auto what = reader_.name(at);
    std::string shown = what.value_or("");
    if (place.value().find("name") != nullptr) {
      const auto key = place.member("name");
      shown = reader_.name(key).value_or(shown);
    }
    if (!what) return;
    if (given[0] == "field") return read_field(place, at, *what);
    if (place.value().find("at") != nullptr)
      reader_.faults().add(place.member("at"), "belongs to 'field' only; remove it");
    if (given[0] == "unknown") {
      if (has_no_parts(place))
        add(place, {.name = shown, .kind = OutputDescription::Kind::unknown, .unknown = *what});
    } else if (given[0] == "energy") {
      if (has_no_parts(place) && part_or_fault(at, *what, energies))
        add_energy(place, *what, place.value().find("name") != nullptr ? shown : "");
    } else if (given[0] == "marker") {
      const auto all = marker_parts(model_.dimension);
      const std::vector<std::string> position(all.begin(), all.begin() + model_.dimension);
      add_parts(place, {at, *what, shown, OutputDescription::Kind::marker}, names_.markers, {all, position});
    } else if (given[0] == "reaction") {
      const auto all = reaction_parts(model_.dimension);
      add_parts(place, {at, *what, shown, OutputDescription::Kind::reaction}, names_.joints, {all, all});
    } else {
      add_parts(place, {at, *what, shown, OutputDescription::Kind::measure}, names_.measures,
                {{"value", "rate"}, {"value"}});
    }
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
                         "belongs to 'marker', 'reaction' and 'measure' only; remove it");
    return false;
  }

  struct Item {
    const SourceLocation& at;
    const std::string& what;
    const std::string& shown;
    OutputDescription::Kind kind;
  };
  struct Parts {
    std::vector<std::string> valid, standard;
  };

  void add_parts(const SourceLocation& place, const Item& item, const NameIndex& index, const Parts& parts) {
    const auto found = index.find(item.what);
    if (found == index.end()) {
      if (reader_.faults().is_settled(item.at)) return;
      const char* const kind = item.kind == OutputDescription::Kind::marker     ? "marker"
                               : item.kind == OutputDescription::Kind::reaction ? "joint"
                                                                                : "measure";
      reader_.faults().add(item.at, unknown_name(kind, shortened(item.what), names_of(index)));
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
      const bool is_value = part == "value";
      add(place, {.name = is_value ? item.shown : item.shown + "." + part,
                  .kind = item.kind,
                  .item = found->second,
                  .part = is_value ? "" : part});
    }
  }

  void add_energy(const SourceLocation& place, const std::string& part, const std::string& shown) {
    add(place, {.name = shown.empty() ? "energy." + part : shown,
                .kind = OutputDescription::Kind::energy,
                .part = part});
  }

  void add(const SourceLocation& place, OutputDescription output) {
    if (!shown_.insert(output.name).second) {
      reader_.faults().add(
          place, "shows '" + shortened(output.name) + "' a second time; remove it or give it a 'name'");
      return;
    }
    output.place = place.text();
    model_.outputs.push_back(std::move(output));
  }

  ValueReader& reader_;
  const ModelNames& names_;
  ModelDescription& model_;
  std::set<std::string> shown_;
};

}  // namespace

std::vector<std::string> unknown_parts(int dimension) {
  if (dimension == 2) return {"x", "y", "phi", "vx", "vy", "vphi", "ax", "ay", "aphi"};
  return {"x",  "y",  "z",  "p0", "p1", "p2", "p3",      "vx",      "vy",     "vz",
          "wx", "wy", "wz", "ax", "ay", "az", "alpha_x", "alpha_y", "alpha_z"};
}

std::vector<std::string> marker_parts(int dimension) {
  if (dimension == 2) return {"x", "y", "vx", "vy", "ax", "ay", "ux", "uy"};
  return {"x", "y", "z", "vx", "vy", "vz", "ax", "ay", "az"};
}

std::vector<std::string> reaction_parts(int dimension) {
  if (dimension == 2) return {"fx", "fy", "mz"};
  return {"fx", "fy", "fz", "mx", "my", "mz"};
}

void read_outputs(const SourceLocation& place, ValueReader& reader, const ModelNames& names,
                  ModelDescription& model) {
  OutputReader outputs(reader, names, model);
  for (const auto& item : list_items(place, reader)) outputs.read(item.place(reader.file()));
}

}  // namespace pleuel

#include "pleuel/model/file/model_reader.hpp"

#include <algorithm>

#include "pleuel/base/error.hpp"
#include "pleuel/mechanics/smooth_start.hpp"
#include "pleuel/model/built_description.hpp"
#include "pleuel/model/file/beam_reader.hpp"
#include "pleuel/model/file/body_reader.hpp"
#include "pleuel/model/file/element_reader.hpp"
#include "pleuel/model/file/geometry_reader.hpp"
#include "pleuel/model/file/json_text.hpp"
#include "pleuel/model/file/output_reader.hpp"

namespace pleuel {
namespace {

constexpr int first_version = 1, last_version = 2;
constexpr std::size_t most_parameters = 100'000, most_breakpoints = 100'000;
const std::vector<std::string> top_keys = {
    "pleuel", "$schema",  "name",   "title",   "dimension", "gravity", "parameters", "ground",    "bodies",
    "beams",  "measures", "joints", "drivers", "forces",    "start",   "outputs",    "simulation"};

const NumberRule positive{.minimum = 0, .is_above_minimum = true};
const NumberRule any_time{.dimension = dimension::time};
const NumberRule positive_time{.dimension = dimension::time, .minimum = 0, .is_above_minimum = true};

const ElementType* find_type(const std::vector<ElementType>& types, const std::string& name) {
  const auto found = std::find_if(types.begin(), types.end(), [&](const auto& t) { return t.name == name; });
  return found != types.end() ? &*found : nullptr;
}

class ModelReader {
 public:
  ModelReader(const SourceLocation& root, NamedFiles& named, const ModelCatalogue& catalogue,
              const Settings& settings)
      : root_(root), catalogue_(catalogue), settings_(settings), reader_(root.file(), named, faults_) {}

  /// Nothing where it has faults.
  std::optional<ModelHead> head() {
    if (is_model()) {
      read_head();
      read_parameters();
      read_simulation();
    }
    if (faults_.size() > 0) return std::nullopt;
    return ModelHead{model_.name, model_.title, reader_.parameters().descriptions(), model_.simulation};
  }

  ModelDescription read() {
    if (is_model()) {
      read_head();
      read_parameters();
      if (is_known_dimension_) read_content();
      read_simulation();
      refuse_idle_sweeps();
    }
    // A file that is refused is told all its faults, those of its elastic bodies too.
    if (faults_.size() > 0) (void)build_bodies(std::move(model_), faults_);
    faults_.throw_if_any();
    model_.parameters = reader_.parameters().descriptions();
    model_.files = reader_.files();
    const auto remarks = reader_.remarks().all();
    model_.remarks.insert(model_.remarks.end(), remarks.begin(), remarks.end());
    return std::move(model_);
  }

 private:
  // Without the version it may be any JSON, of which nothing is told.
  bool is_model() {
    return (root_.value().kind != JsonValue::Kind::object ||
            reader_.has(root_, "pleuel", "the version of this format, " + std::to_string(last_version))) &&
           reader_.object(root_, top_keys);
  }

  bool is_given(const char* key) const { return root_.value().find(key) != nullptr; }

  void read_head() {
    const auto version = root_.member("pleuel");
    const auto number = reader_.whole(version);
    if (number && (*number < first_version || *number > last_version))
      faults_.add(version, "is " + std::to_string(*number) + ", but this program reads the versions " +
                               std::to_string(first_version) + " and " + std::to_string(last_version));
    else if (number)
      reader_.set_version(*number);
    if (reader_.has(root_, "name", "what the model is called")) {
      const auto at = root_.member("name");
      model_.name = reader_.text(at).value_or("");
      if (at.value().kind == JsonValue::Kind::text && (model_.name.empty() || model_.name.size() > 100))
        faults_.add(at,
                    "has " + std::to_string(model_.name.size()) + " letters, but must have from 1 to 100");
    }
    if (is_given("title")) model_.title = reader_.text(root_.member("title")).value_or("");
    if (reader_.has(root_, "dimension", "2 for planar, 3 for spatial models")) {
      const auto at = root_.member("dimension");
      const auto given = reader_.whole(at);
      is_known_dimension_ = given == 2 || given == 3;
      if (is_known_dimension_)
        model_.dimension = *given;
      else if (given)
        faults_.add(at, "is " + std::to_string(*given) + ", but must be 2 or 3");
    }
  }

  void read_parameters() {
    if (!is_given("parameters")) return;
    const auto list = root_.member("parameters");
    if (list.value().kind != JsonValue::Kind::object) {
      faults_.add(list, "is " + list.value().shown() +
                            ", but must be an object of names and values, {\"l\": \"300 mm\"}");
      return;
    }
    if (list.value().keys.size() > most_parameters) {
      faults_.add(list, "has " + std::to_string(list.value().keys.size()) + " parameters, but may have " +
                            std::to_string(most_parameters));
      return;
    }
    for (std::size_t i = 0; i < list.value().keys.size(); ++i)
      read_parameter(list.member(i), list.value().keys[i].text);
  }

  void read_parameter(const SourceLocation& place, const std::string& name) {
    if (!is_formula_name(name) || name.size() > 100) {
      faults_.add(place, "the name '" + shortened(name) +
                             "' of this parameter must begin with a letter and hold letters, digits and '_' "
                             "only; change it");
      return;
    }
    if (name == "t" || is_reserved_in_expressions(name)) {
      faults_.add(place, "the name '" + name +
                             "' of this parameter has a meaning in formulas already; choose another");
      return;
    }
    auto entry = reader_.quantity(place);
    std::string text =
        place.value().kind == JsonValue::Kind::text ? place.value().text : place.value().shown();
    if (const auto set = settings_.find(name); set != settings_.end()) {
      text = set->second;
      JsonValue given = place.value();
      given.kind = JsonValue::Kind::text;
      given.text = text;
      const SourceLocation at(root_.file(), given, place.path() + ", set to '" + shortened(text) + "'",
                              nullptr);
      const auto other = reader_.quantity(at);
      if (entry && other && entry->dimension.is_known() && other->dimension.is_known() &&
          !fits(other->dimension, entry->dimension.dimension))
        faults_.add(at, "is in " + unit_text(other->dimension.dimension) + ", but the file has it in " +
                            unit_text(entry->dimension.dimension));
      if (entry && other && other->dimension.is_bare()) {
        reader_.remark_on_degrees(at, other->value, other->dimension, entry->dimension.dimension);
        entry->value = other->value;
      } else {
        entry = other;
      }
    }
    // A bad parameter is known nevertheless, so that its uses are not faults too.
    const ParameterTable::Entry unknown{1.0, NodeDimension::open(), NodeDimension::open()};
    reader_.parameters().add(name, entry.value_or(unknown), text);
  }

  void read_content() {
    if (is_given("gravity"))
      model_.gravity = read_point(root_.member("gravity"), model_.dimension, dimension::acceleration, reader_)
                           .value_or(model_.gravity);
    static const JsonValue nothing;
    BodyReader bodies(reader_, model_, names_);
    if (is_given("ground"))
      bodies.read_ground(root_.member("ground"));
    else
      bodies.read_ground(root_.with("ground", nothing));
    const bool has_beams = is_given("beams");
    if (is_given("bodies") || (!has_beams && reader_.has(root_, "bodies", "the list of bodies"))) {
      const auto at = root_.member("bodies");
      bodies.read_bodies(at);
      if (at.value().kind == JsonValue::Kind::list && at.value().items.empty() && !has_beams)
        faults_.add(at, "is empty, but a model has at least one body");
    }
    BeamReader beams(reader_, model_, names_);
    if (has_beams) {
      const auto at = root_.member("beams");
      beams.read(at);
      if (at.value().kind == JsonValue::Kind::list && at.value().items.empty() && model_.bodies.empty())
        faults_.add(at, "is empty, but a model has at least one body or beam");
    }
    ElementReader measures("measure", catalogue_.measures, reader_, model_, names_);
    ElementReader joints("joint", catalogue_.joints, reader_, model_, names_);
    ElementReader drivers("driver", catalogue_.drivers, reader_, model_, names_);
    ElementReader forces("force", catalogue_.forces, reader_, model_, names_);
    ElementReader start("driver", catalogue_.drivers, reader_, model_, names_);
    if (is_given("measures")) measures.take_names(root_.member("measures"), &names_.measures);
    if (is_given("joints")) joints.take_names(root_.member("joints"), &names_.joints);
    if (is_given("drivers")) drivers.take_names(root_.member("drivers"), &names_.drivers);
    if (is_given("forces")) forces.take_names(root_.member("forces"), &names_.forces);
    if (is_given("start")) start.take_optional_names(root_.member("start"), "start");
    check_measure_names();
    model_.measures = measures.read();
    std::vector<Dimension> dimensions;
    for (const Element& e : model_.measures)
      dimensions.push_back(e.type != nullptr ? e.type->scalar : dimension::any);
    reader_.set_measures(std::move(dimensions));
    model_.joints = joints.read();
    model_.drivers = drivers.read();
    refuse_rates_of_drivers();
    model_.forces = forces.read();
    beams.add_forces(find_type(catalogue_.forces, "beam"));
    model_.start = start.read();
    if (is_given("outputs")) read_outputs(root_.member("outputs"), reader_, names_, model_);
  }

  // The rate of a driver is that of its value; one that is given beside it would be ignored.
  void refuse_rates_of_drivers() {
    for (const Element& e : model_.drivers)
      if (e.is_given("value") && e.is_given("rate"))
        faults_.add_text(root_, e.place + ": driver '" + e.name +
                                    "' has 'value' and 'rate', but moves at the rate of its value; remove "
                                    "'rate', or move the element to \"start\" if it holds there only");
  }

  // Formulas use measures and parameters alike.
  void check_measure_names() {
    for (const auto& name : names_of(names_.measures)) {
      std::string sentence;
      if (!is_formula_name(name))
        sentence = "must be made of letters, digits and '_', so that formulas can use it";
      else if (is_reserved_in_expressions(name))
        sentence = "has a meaning in formulas already";
      else if (reader_.parameters().find(name) != nullptr)
        sentence = "is a parameter too";
      if (!sentence.empty())
        faults_.add_text(root_, names_.taken.at(name) + ": the name '" + name + "' of this measure " +
                                    sentence + "; choose another");
    }
  }

  void read_simulation() {
    if (!is_given("simulation")) return;
    const auto place = root_.member("simulation");
    if (!reader_.object(place, {"begin", "until", "formulation", "method", "rtol", "atol", "every",
                                "breakpoints", "redundant", "sweeps"}))
      return;
    auto& run = model_.simulation;
    run.place = place.text();
    const auto has = [&](const char* key) { return place.value().find(key) != nullptr; };
    if (has("begin")) run.t_begin = reader_.number(place.member("begin"), any_time).value_or(0);
    run.until = run.t_begin + 1;
    if (has("until")) {
      const auto at = place.member("until");
      run.until = reader_.number(at, any_time).value_or(run.until);
      if (run.until <= run.t_begin)
        faults_.add(at, "is " + shortest_text(run.until) + " s, but must be after the begin at " +
                            shortest_text(run.t_begin) + " s");
    }
    const auto name = [&](const char* key, std::optional<std::string>& value, std::string& where) {
      if (!has(key)) return;
      const auto at = place.member(key);
      value = reader_.text(at);
      where = at.text();
    };
    name("formulation", run.formulation, run.formulation_place);
    name("method", run.method, run.method_place);
    if (has("rtol")) run.rtol = reader_.number(place.member("rtol"), positive);
    if (has("atol")) run.atol = reader_.number(place.member("atol"), positive);
    if (has("every")) run.every = reader_.number(place.member("every"), positive_time);
    if (has("redundant")) {
      const auto choice = reader_.choice(place.member("redundant"), {"refuse", "minimum-norm"});
      run.is_redundant = choice == "minimum-norm";
    }
    if (has("sweeps")) {
      const auto at = place.member("sweeps");
      run.sweeps = reader_.whole(at).value_or(0);
      if (run.sweeps < 0 || run.sweeps > SmoothStartRequest::most_sweeps)
        faults_.add(at, "is " + std::to_string(run.sweeps) + ", but must be from 0 to " +
                            std::to_string(SmoothStartRequest::most_sweeps) +
                            "; 2 leave little of the oscillations of elastic bodies");
    }
    if (!has("breakpoints")) return;
    const auto list = place.member("breakpoints");
    if (!reader_.list(list)) return;
    if (list.value().items.size() > most_breakpoints) {
      faults_.add(list, "has " + std::to_string(list.value().items.size()) + " times, but may have " +
                            std::to_string(most_breakpoints));
      return;
    }
    for (std::size_t i = 0; i < list.value().items.size(); ++i) {
      if (const auto t = reader_.number(list.item(i), any_time)) run.breakpoints.push_back(*t);
    }
  }

  void refuse_idle_sweeps() {
    const int sweeps = model_.simulation.sweeps;
    const bool is_elastic = std::any_of(model_.bodies.begin(), model_.bodies.end(),
                                        [](const BodyDescription& b) { return b.flexible != nullptr; });
    if (sweeps == 0 || is_elastic || faults_.size() > 0) return;
    const auto simulation = root_.member("simulation");
    faults_.add(simulation.member("sweeps"),
                "is " + std::to_string(sweeps) +
                    ", but the model has no elastic body whose deformation a smooth start could "
                    "compute; remove it");
  }

  SourceLocation root_;
  const ModelCatalogue& catalogue_;
  const Settings& settings_;
  Diagnostics faults_;
  ValueReader reader_;
  ModelNames names_;
  ModelDescription model_;
  bool is_known_dimension_ = false;
};

}  // namespace

ModelFile::ModelFile(std::string path, std::string text)
    : path_(std::move(path)),
      text_(std::make_shared<const std::string>(std::move(text))),
      root_(std::make_shared<const JsonValue>(parse_json(path_, *text_))),
      named_(std::make_shared<NamedFiles>()) {}

ModelHead ModelFile::head(const ModelCatalogue& catalogue) const {
  const Settings none;
  if (auto head = ModelReader({path_, *root_}, *named_, catalogue, none).head()) return std::move(*head);
  ModelDescription model = read(catalogue);
  return {model.name, model.title, std::move(model.parameters), model.simulation};
}

ModelDescription ModelFile::read(const ModelCatalogue& catalogue, const Settings& settings) const {
  ModelDescription model = ModelReader({path_, *root_}, *named_, catalogue, settings).read();
  model.files.insert(model.files.begin(), {path_, content_hash(*text_)});
  return model;
}

ModelDescription read_model(const std::string& file, const std::string& text, const ModelCatalogue& catalogue,
                            const Settings& settings) {
  return ModelFile(file, text).read(catalogue, settings);
}

ModelDescription read_model_file(const std::string& path, const ModelCatalogue& catalogue,
                                 const Settings& settings) {
  return read_model(path, read_input_file(path, model_file), catalogue, settings);
}

}  // namespace pleuel

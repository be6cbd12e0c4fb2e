#include "pleuel/problem/model_problem.hpp"

#include <stdexcept>

#include "pleuel/base/error.hpp"
#include "pleuel/base/input_file.hpp"
#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"
#include "pleuel/model/file/model_reader.hpp"
#include "pleuel/model/flexible/elastic_data.hpp"
#include "pleuel/model/model.hpp"
#include "pleuel/model/model_drawing.hpp"
#include "pleuel/model/model_time_functions.hpp"
#include "pleuel/problem/embedded_model.hpp"

namespace pleuel {
namespace {

/// Reduced bodies with more modes and the static responses to inertia, to estimate what those of
/// the file leave out.
void refine(ModelDescription& description) {
  constexpr int factor = 2, more = 4;
  for (BodyDescription& body : description.bodies) {
    if (!body.flexible || !body.flexible->dynamics.reduction) continue;
    auto data = std::make_shared<ElasticData>(*body.flexible);
    data->dynamics.reduction->modes = factor * data->dynamics.reduction->modes + more;
    data->dynamics.reduction->has_inertia_shapes = true;
    body.flexible = std::move(data);
  }
}

Case case_of(ModelDescription plain) {
  const BuiltDescription description = build_bodies(std::move(plain));
  const Model model = build_model(description);
  Case c;
  c.name = description.name;
  c.content = content_text(description.files);
  c.system = model.system;
  c.t_begin = description.simulation.t_begin;
  c.t_end = description.simulation.until;
  c.q0 = model.q0;
  c.v0 = model.v0;
  c.q_given = model.q_given;
  c.v_given = model.v_given;
  c.start_metric = model.start_metric;
  c.validity = model.validity;
  c.s0 = model.s0;
  c.deformation = model.deformation;
  c.is_redundant = description.simulation.is_redundant;
  c.sweeps = description.simulation.sweeps;
  c.motion_outputs = model.outputs;
  c.drawing = model_drawing(description, model);
  c.breakpoints = description.simulation.breakpoints;
  const auto time_functions = std::make_shared<ModelTimeFunctions>(description);
  c.time_functions = time_functions;
  c.outputs = model.unknown_outputs;
  for (const auto& [number, body] : description.flexible_bodies)
    if (body->reduction) {
      c.reductions.push_back(*body->reduction);
      c.reductions.back().body = description.bodies[static_cast<std::size_t>(number)].name;
    }
  c.remarks = description.remarks;
  c.remarks.insert(c.remarks.end(), model.remarks.begin(), model.remarks.end());
  const auto& switching = time_functions->remarks();
  c.remarks.insert(c.remarks.end(), switching.begin(), switching.end());
  c.remarks.insert(c.remarks.end(), model.notes.begin(), model.notes.end());
  c.reference = [](double) { return std::optional<Reference>(); };
  c.table_norm = [](double) { return std::optional<TableNorm>(); };
  return c;
}

// A file that requests equilibria has no motion.
std::vector<std::string> made_for(const std::optional<std::string>& asked) {
  for (const Formulation& formulation : formulation_catalogue())
    if (formulation.name == asked && !formulation.has_motion()) return {*asked};
  return {};
}

// The parsed file is shared: each case is read from it.
Problem problem_of(const std::string& path, std::string bytes, const ModelCatalogue& elements) {
  const auto file = std::make_shared<const ModelFile>(path, std::move(bytes));
  const ModelHead head = file->head(elements);
  Problem problem;
  problem.name = path;
  problem.title = head.title.empty() ? head.name : head.title;
  problem.source = path;
  for (const ParameterDescription& p : head.parameters)
    problem.options.push_back(
        {.name = p.name, .default_value = p.text, .help = "parameter of the model", .is_text = true});
  const SimulationDescription& s = head.simulation;
  problem.preferences = {.formulation = s.formulation,
                         .method = s.method,
                         .rtol = s.rtol,
                         .atol = s.atol,
                         .every = s.every,
                         .place = s.place,
                         .formulation_place = s.formulation_place,
                         .method_place = s.method_place};
  problem.formulations = made_for(s.formulation);
  const auto description = [file, &elements](const OptionValues& options) {
    Settings settings;
    for (const OptionSpec& spec : options.specs())
      if (const auto& given = options.text(spec.name); given != spec.default_value)
        settings[spec.name] = given;
    return file->read(elements, settings);
  };
  problem.build = [description](const OptionValues& options) { return case_of(description(options)); };
  problem.build_refined = [description](const OptionValues& options) {
    ModelDescription refined = description(options);
    refine(refined);
    return case_of(std::move(refined));
  };
  return problem;
}

}  // namespace

Problem model_problem(const std::string& path, const ModelCatalogue& elements) {
  return problem_of(path, read_input_file(path, model_file), elements);
}

Problem model_problem_from(const std::string& text, const ModelCatalogue& elements) {
  Problem problem = problem_of("standard input", text, elements);
  problem.name = standard_input_name;
  return problem;
}

Problem shipped_model(const std::string& name) {
  const std::string file = name + ".json", text(embedded_model(file));
  if (text.empty()) throw std::logic_error("shipped_model: models/" + file + " is not embedded");
  Problem problem = problem_of("models/" + file, text, standard_model_catalogue());
  problem.name = name;
  problem.source = "this package";
  return problem;
}

}  // namespace pleuel

#include "pleuel/cli/listing.hpp"

#include <algorithm>
#include <sstream>

#include "pleuel/cli/element_listing.hpp"
#include "pleuel/cli/material_text.hpp"
#include "pleuel/cli/report_builder.hpp"
#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/file/schema.hpp"
#include "pleuel/run/run_request.hpp"
#include "pleuel/run/support_matrix.hpp"

namespace pleuel::cli {
namespace {

template <class Entry>
std::string all(const std::vector<Entry>& entries, const Style& style) {
  std::size_t width = 0;
  for (const auto& entry : entries) width = std::max(width, entry.name.size());
  std::string text;
  for (const auto& entry : entries) {
    text += style.strong(entry.name) + std::string(width - entry.name.size() + 2, ' ') + entry.title + "\n";
  }
  return text;
}

std::string domain(const OptionSpec& spec) {
  if (spec.is_text) return "text";
  std::string text;
  for (const auto& choice : spec.choices) text += (text.empty() ? "" : "|") + choice;
  const std::string number = spec.is_whole ? "whole number" : "number";
  if (text.empty()) return number;
  return spec.number_allowed ? text + "|" + number : text;
}

std::string options(const OptionSpecs& specs, const std::string& heading, const Style& style) {
  if (specs.empty()) return "";
  std::string text = "\n" + heading + "\n";
  for (const auto& spec : specs) {
    text += "  " + style.strong(spec.name + "=" + spec.default_value) + "  (" + domain(spec) + ")\n      " +
            spec.help + "\n";
  }
  return text;
}

const char* own_options = "Options (--set name=value), with their defaults:";
const char* common_options = "Options of every run:";

std::string heading(const std::string& name, const std::string& title, const Style& style) {
  return style.strong(name) + ": " + title + "\n";
}

// The formulations that a method takes, those that it does not with a number, and the reasons as
// footnotes.
std::string taken(const Catalogue& catalogue, const std::vector<RefusedFormulation>& refused,
                  std::vector<std::string>& footnotes) {
  if (refused.empty()) return "all formulations";
  std::string text, not_taken;
  for (const auto& formulation : catalogue.formulations) {
    const auto it = std::find_if(refused.begin(), refused.end(),
                                 [&](const auto& r) { return r.formulation == formulation.name; });
    if (it == refused.end()) {
      text += (text.empty() ? "" : " ") + formulation.name;
      continue;
    }
    footnotes.push_back(it->reason);
    not_taken +=
        (not_taken.empty() ? "" : " ") + formulation.name + " [" + std::to_string(footnotes.size()) + "]";
  }
  return (text.empty() ? "none" : text) + "; not " + not_taken;
}

const std::string own_equations = "mechanisms, with equations of its own in place of a formulation";

std::string methods(const Catalogue& catalogue, const Style& style) {
  const Compatibility compatibility(catalogue);
  std::vector<std::string> footnotes;
  std::string text;
  for (const Method& method : catalogue.methods) {
    text += heading(method.name, method.title, style);
    text += "    takes " +
            (method.is_mechanical() ? own_equations
                                    : taken(catalogue, compatibility.refused_by(method), footnotes)) +
            "\n";
  }
  for (std::size_t i = 0; i < footnotes.size(); ++i)
    text += (i == 0 ? "\n[" : "[") + std::to_string(i + 1) + "] " + footnotes[i] + "\n";
  for (const AbsentMethod& absent : catalogue.absent_methods) text += "\n" + absent.remedy + "\n";
  return text;
}

}  // namespace

std::string listing(const Catalogue& catalogue, const ListCommand& command, const Style& style) {
  const std::string common = options(run_options(), common_options, style);
  if (command.kind == "problems") {
    if (!command.name) return all(catalogue.problems, style);
    const Problem& problem = catalogue.problem(*command.name);
    std::string own;
    for (const auto& name : problem.formulations) own += (own.empty() ? "Made for: " : ", ") + name;
    return heading(problem.name, problem.title, style) + "Source: " + problem.source + "\n" +
           (own.empty() ? "" : own + "\n") + options(problem.options, own_options, style) + common;
  }
  if (command.kind == "formulations") {
    if (!command.name) return all(catalogue.formulations, style);
    const Formulation& formulation = catalogue.formulation(*command.name);
    return heading(formulation.name, formulation.title, style) + indented(formulation.equations) +
           options(formulation.options, own_options, style);
  }
  const ModelCatalogue& model = standard_model_catalogue();
  if (command.kind == "joints") return element_listing("joint", model.joints, command.name, style);
  if (command.kind == "drivers") return element_listing("driver", model.drivers, command.name, style);
  if (command.kind == "forces") return element_listing("force", model.forces, command.name, style);
  if (command.kind == "materials") return material_listing(command.name, style);
  if (command.kind == "schema") return model_schema(model);
  if (command.kind == "measures") return element_listing("measure", model.measures, command.name, style);
  if (!command.name) return methods(catalogue, style);
  const Method& method = catalogue.method(*command.name);
  std::vector<std::string> footnotes;
  std::string takes =
      "Takes " +
      (method.is_mechanical() ? own_equations
                              : taken(catalogue, Compatibility(catalogue).refused_by(method), footnotes)) +
      "\n";
  for (std::size_t i = 0; i < footnotes.size(); ++i)
    takes += "[" + std::to_string(i + 1) + "] " + footnotes[i] + "\n";
  return heading(method.name, method.title, style) + "Source: " + method.source + "\n" + takes +
         options(method.options, own_options, style) + common;
}

}  // namespace pleuel::cli

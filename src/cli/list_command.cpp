// The command list: prints the catalogues.
#include <algorithm>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/base/printable.hpp"
#include "pleuel/cli/command_line.hpp"
#include "pleuel/cli/manual_page.hpp"
#include "pleuel/cli/report_builder.hpp"
#include "pleuel/cli/shell_completion.hpp"
#include "pleuel/io/format_catalogue.hpp"
#include "pleuel/lab/material_study.hpp"
#include "pleuel/linalg/sparse_solver.hpp"
#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/file/schema.hpp"
#include "pleuel/model/unit/unit.hpp"
#include "pleuel/run/run_request.hpp"
#include "pleuel/run/standard_catalogue.hpp"
#include "pleuel/run/support_matrix.hpp"
#include "pleuel/sweep/study_reader.hpp"

namespace pleuel::cli {
namespace {

// The name after the kind, if given.
using Wanted = std::optional<std::string>;

template <class Entry>
std::string all_of(const std::vector<Entry>& entries, const Style& style) {
  std::size_t width = 0;
  for (const auto& entry : entries) width = std::max(width, entry.name.size());
  std::string text;
  for (const auto& entry : entries) {
    text += style.strong(entry.name) + std::string(width - entry.name.size() + 2, ' ') + entry.title + "\n";
  }
  return text;
}

std::string domain_of(const OptionSpec& spec) {
  if (spec.is_text) return "text";
  std::string text;
  for (const auto& choice : spec.choices) text += (text.empty() ? "" : "|") + choice;
  const std::string number = spec.is_whole ? "whole number" : "number";
  if (text.empty()) return number;
  return spec.number_allowed ? text + "|" + number : text;
}

std::string options_text(const OptionSpecs& specs, const std::string& heading, const Style& style) {
  if (specs.empty()) return "";
  std::string text = "\n" + heading + "\n";
  for (const auto& spec : specs) {
    text += "  " + style.strong(spec.name + "=" + spec.default_value) + "  (" + domain_of(spec) +
            ")\n      " + spec.help + "\n";
  }
  return text;
}

const char* own_options = "Options (--set name=value), with their defaults:";
const char* common_options = "Options of every run:";

std::string entry_heading(const std::string& name, const std::string& title, const Style& style) {
  return style.strong(name) + ": " + title + "\n";
}

// The supported formulations of a method; others with a number and the reasons as footnotes.
std::string taken_by(const Catalogue& catalogue, const std::vector<RefusedFormulation>& refused,
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

const std::string own_equations = "mechanisms, with its own equations instead of a formulation";

// The formulations that a method supports, with footnote numbers starting at `footnotes`.
std::string takes_text(const Catalogue& catalogue, const Method& method,
                       std::vector<std::string>& footnotes) {
  if (method.is_mechanical()) return own_equations;
  return taken_by(catalogue, Compatibility(catalogue).refused_by(method), footnotes);
}

std::string case_listing(const Wanted& name, const Style& style) {
  const Catalogue catalogue = standard_catalogue();
  if (!name)
    return all_of(catalogue.problems, style) +
           "\nA model file is a case too: pleuel run FILE.json (docs/model-file.md).\n";
  const Problem& problem = catalogue.problem(*name);
  std::string own;
  for (const auto& formulation : problem.formulations)
    own += (own.empty() ? "Made for: " : ", ") + formulation;
  return entry_heading(problem.name, problem.title, style) + "Source: " + problem.source + "\n" +
         (own.empty() ? "" : own + "\n") + options_text(problem.options, own_options, style) +
         options_text(run_options(), common_options, style);
}

std::string formulation_listing(const Wanted& name, const Style& style) {
  const Catalogue catalogue = standard_catalogue();
  if (!name) return all_of(catalogue.formulations, style);
  const Formulation& formulation = catalogue.formulation(*name);
  return entry_heading(formulation.name, formulation.title, style) + indented(formulation.equations) +
         options_text(formulation.options, own_options, style);
}

std::string all_methods(const Catalogue& catalogue, const Style& style) {
  std::vector<std::string> footnotes;
  std::string text;
  for (const Method& method : catalogue.methods)
    text += entry_heading(method.name, method.title, style) + "    takes " +
            takes_text(catalogue, method, footnotes) + "\n";
  for (std::size_t i = 0; i < footnotes.size(); ++i)
    text += (i == 0 ? "\n[" : "[") + std::to_string(i + 1) + "] " + footnotes[i] + "\n";
  for (const AbsentMethod& absent : catalogue.absent_methods) text += "\n" + absent.remedy + "\n";
  return text;
}

std::string method_listing(const Wanted& name, const Style& style) {
  const Catalogue catalogue = standard_catalogue();
  if (!name) return all_methods(catalogue, style);
  const Method& method = catalogue.method(*name);
  std::vector<std::string> footnotes;
  std::string takes = "Takes " + takes_text(catalogue, method, footnotes) + "\n";
  for (std::size_t i = 0; i < footnotes.size(); ++i)
    takes += "[" + std::to_string(i + 1) + "] " + footnotes[i] + "\n";
  return entry_heading(method.name, method.title, style) + "Source: " + method.source + "\n" + takes +
         options_text(method.options, own_options, style) +
         options_text(run_options(), common_options, style);
}

std::string dimension_text(const ElementType& type) {
  if (type.is_in(2) && type.is_in(3)) return "plane and space";
  return type.is_in(2) ? "plane" : "space";
}

std::string kind_text(const ParameterSpec& p) {
  switch (p.kind) {
    case ValueKind::number:
      return p.dimension == dimension::none || p.dimension == dimension::any ? "number"
                                                                             : unit_text(p.dimension);
    case ValueKind::whole:
      return "whole number";
    case ValueKind::choice: {
      std::string all;
      for (const auto& choice : p.choices) all += (all.empty() ? "" : "|") + choice;
      return all;
    }
    case ValueKind::vector:
      return "vector";
    case ValueKind::matrix:
      return "matrix";
    case ValueKind::function: {
      std::string of = p.instead_of_measures.empty() ? "t, measures" : "t";
      for (const auto& variable : p.variables) of += ", " + variable.name;
      const std::string unit = p.dimension == dimension::none || p.dimension == dimension::any
                                   ? ""
                                   : ", " + unit_text(p.dimension);
      return "function of " + of + unit;
    }
    case ValueKind::curve:
      return "pairs, or a table with units and beyond";
    case ValueKind::marker:
      return "marker";
    case ValueKind::joint:
      return "joint";
    case ValueKind::measure:
      return "measure";
  }
  return "";
}

std::string keys_text(const ElementType& type, const Style& style) {
  std::string text;
  const auto line = [&](const std::string& name, const std::string& kind, const std::string& help) {
    text += "  " + style.strong(name) + "  (" + kind + ")\n      " + help + "\n";
  };
  if (type.n_markers == 1) line("marker", "marker", "where it acts");
  if (type.n_markers == 2) {
    line("a", "marker", "first marker");
    line("b", "marker", "second marker");
  }
  for (const ParameterSpec& p : type.parameters) {
    const std::string value = p.default_text  ? "=" + *p.default_text
                              : p.is_optional ? " [may be left out]"
                                              : "";
    line(p.name + value, kind_text(p), p.help);
  }
  return text.empty() ? "" : "\nKeys in the model file, with their defaults:\n" + text;
}

// All types of a kind, one per line; or one of them with its equations and parameters.
std::string element_listing(const std::string& kind, const std::vector<ElementType>& types,
                            const Wanted& name, const Style& style) {
  std::vector<std::string> names;
  std::size_t width = 0;
  for (const ElementType& type : types) {
    names.push_back(type.name);
    width = std::max(width, type.name.size());
  }
  if (!name) {
    std::string text;
    for (const ElementType& type : types)
      text += style.strong(type.name) + std::string(width - type.name.size() + 2, ' ') + type.title + " (" +
              dimension_text(type) + ")\n";
    return text;
  }
  const auto it = std::find(names.begin(), names.end(), *name);
  if (it == names.end()) throw InvalidInput(unknown_name(kind, *name, names));
  const ElementType& type = types[it - names.begin()];
  return style.strong(type.name) + ": " + type.title + " (" + dimension_text(type) + ")\n  " +
         type.equations + "\n" + keys_text(type, style);
}

std::string parameter_text(const material::Parameter& p, const Style& style) {
  std::string text =
      "  " + style.strong(p.name) + "  (" + (p.unit == "1" ? "number" : p.unit) + ", " + p.domain.text();
  if (p.default_value) text += ", default " + formatted("%g", *p.default_value);
  return text + ")\n      " + p.help + "\n";
}

std::string law_text(const material::MaterialLaw& law, const Style& style) {
  std::string states;
  for (const material::StressState state : law.states) states += (states.empty() ? "" : ", ") + name(state);
  std::string text = style.strong(law.name) + ": " + law.title + "\n" + indented(law.equations) +
                     "Source: " + law.source + "\nStress states: " + states +
                     "\n\nParameters (--set name=value, without unit in SI):\n";
  for (const material::Parameter& p : law.parameters) text += parameter_text(p, style);
  if (!law.options.empty()) text += "\nOptions (--set name=value), with their defaults:\n";
  for (const OptionSpec& option : law.options) {
    std::string choices;
    for (const std::string& choice : option.choices) choices += (choices.empty() ? "" : "|") + choice;
    text += "  " + style.strong(option.name + "=" + option.default_value) + "  (" + choices + ")\n      " +
            option.help + "\n";
  }
  return text;
}

std::string set_text(const MaterialSet& set, const Style& style) {
  std::string text = style.strong(set.name) + ": " + printable(set.title) + "\n";
  if (!set.caution.empty()) text += "Caution: " + set.caution + "\n";
  if (!set.provenance.empty()) text += "Provenance: " + set.provenance + "\n";
  text += "Law: " + set.law + " (see: pleuel list materials " + set.law + ")\n\nParameters:\n";
  for (const material::Parameter& p : material::law(set.law).parameters) {
    const auto given = set.written.find(p.name);
    if (given != set.written.end())
      text += "  " + style.strong(padded(p.name, 9)) + padded(given->second, 14) + p.help + "\n";
  }
  return text;
}

// All laws and parameter sets, or one of them with its parameters.
std::string material_listing(const Wanted& wanted, const Style& style) {
  if (wanted) {
    for (const material::MaterialLaw& law : material::laws())
      if (law.name == *wanted) return law_text(law, style);
    return set_text(material_set(*wanted), style);
  }
  std::string text = "Laws:\n";
  for (const material::MaterialLaw& law : material::laws())
    text += "  " + style.strong(padded(law.name, 22)) + law.title + "\n";
  text += "\nParameter sets:\n";
  for (const MaterialSet& set : material_sets()) {
    text += "  " + style.strong(padded(set.name, 22)) + set.title + "\n";
    text += std::string(24, ' ') + style.faint(set.caution) + "\n";
  }
  return text + "\nA set of your own is a JSON file (docs/materials.md).\n";
}

std::string format_listing(const Wanted& wanted, const Style& style) {
  std::vector<std::string> names;
  std::string text;
  for (const Format& format : format_catalogue()) {
    const std::string absent = format.is_available() ? "" : "    " + format.remedy + "\n";
    const std::string entry =
        entry_heading(format.name, format.title, style) + "    writes " + format.files + "\n" + absent;
    if (wanted == format.name) return entry;
    names.push_back(format.name);
    text += entry;
  }
  if (wanted) throw InvalidInput(unknown_name("format", *wanted, names));
  return text + "\nGiven to run: --out DIR --format csv,hdf5\n";
}

std::string solver_listing(const Wanted& wanted, const Style& style) {
  std::vector<std::string> names;
  std::string text;
  for (const SparseSolver& solver : sparse_solvers()) {
    const std::string absent = solver.is_built() ? "" : "    " + solver.remedy + "\n";
    const std::string entry = entry_heading(solver.name, solver.title, style) + absent;
    if (wanted == solver.name) return entry;
    names.push_back(solver.name);
    text += entry;
  }
  if (wanted) throw InvalidInput(unknown_name("solver", *wanted, names));
  return text + "\nGiven to run, statics and modes: --set solver=NAME\n";
}

std::string schema_listing(const Wanted& name, const Style&) {
  if (!name || *name == "model") return model_schema(standard_model_catalogue());
  if (*name == "study") return sweep::study_schema();
  throw InvalidInput(unknown_name("schema", *name, {"model", "study"}));
}

std::string manual_listing(const Wanted& name, const Style&) {
  if (name) throw InvalidInput("there is one manual page; leave '" + *name + "' out");
  return manual_page(CommandLine(commands()));
}

std::string completion_listing(const Wanted& name, const Style&) {
  const auto& shells = completed_shells();
  if (!name) throw InvalidInput("completion of which shell? Give bash or zsh");
  if (std::ranges::find(shells, *name) == shells.end())
    throw InvalidInput(unknown_name("shell", *name, shells));
  return shell_completion(CommandLine(commands()), *name);
}

// What can be listed. A list throws InvalidInput for an unknown name.
struct ListKind {
  const char* name;
  std::string (*text)(const Wanted& name, const Style& style);
};
const ListKind list_kinds[] = {
    {"cases", case_listing},
    {"problems", case_listing},  // the older word
    {"formulations", formulation_listing},
    {"methods", method_listing},
    {"joints",
     [](const Wanted& name, const Style& style) {
       return element_listing("joint", standard_model_catalogue().joints, name, style);
     }},
    {"drivers",
     [](const Wanted& name, const Style& style) {
       return element_listing("driver", standard_model_catalogue().drivers, name, style);
     }},
    {"forces",
     [](const Wanted& name, const Style& style) {
       return element_listing("force", standard_model_catalogue().forces, name, style);
     }},
    {"measures",
     [](const Wanted& name, const Style& style) {
       return element_listing("measure", standard_model_catalogue().measures, name, style);
     }},
    {"materials", material_listing},
    {"formats", format_listing},
    {"solvers", solver_listing},
    {"schema", schema_listing},
    {"completion", completion_listing},
    {"manual", manual_listing},
};

Candidates kind_candidates() {
  Candidates candidates;
  for (const ListKind& kind : list_kinds) candidates.words.emplace_back(kind.name);
  return candidates;
}

struct ListWords {
  std::string kind, name;
};

void declare_list(Options& options, ListWords& words) {
  std::string kinds;
  for (const ListKind& kind : list_kinds) kinds += (kinds.empty() ? "" : ", ") + std::string(kind.name);
  options.required("KIND", &words.kind, kinds).candidates = kind_candidates;
  Argument& name = options.optional("NAME", &words.name,
                                    "show this one with its options; of completion: bash or zsh; of "
                                    "schema: model or study");
  name.refuses_empty = true;
  name.candidates = [] { return Candidates{completed_shells()}; };
  options.footer(
      "schema is that of model files (or, with study, of studies), completion a script for the shell, "
      "manual the page pleuel(1).\n"
      "Examples: pleuel list methods radau5; source <(pleuel list completion bash); pleuel list manual | man "
      "-l -");
}

int list(const ListWords& words) {
  const auto* const kind = std::ranges::find(list_kinds, words.kind, &ListKind::name);
  if (kind == std::end(list_kinds))
    throw InvalidInput(unknown_name("list", words.kind, kind_candidates().words));
  return show(kind->text(words.name.empty() ? Wanted() : words.name, Style::of_stdout()), done);
}

}  // namespace

Command list_command() {
  return make_command("list", "List what is available; with a name, show its options", declare_list, list);
}

}  // namespace pleuel::cli

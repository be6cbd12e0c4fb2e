#include "pleuel/cli/options.hpp"

#include "pleuel/cli/case_catalogue.hpp"

namespace pleuel::cli {
namespace {

template <class Entries>
Candidates names_in(const Entries& entries) {
  Candidates candidates;
  for (const auto& entry : entries) candidates.words.push_back(entry.name);
  return candidates;
}

Candidates formulation_candidates() { return names_in(catalogue_for({}).formulations); }

Candidates method_candidates() { return names_in(catalogue_for({}).methods); }

Candidates case_candidates() {
  Candidates candidates = problem_candidates();
  candidates.files = "*.json";
  return candidates;
}

}  // namespace

Options::Options() { answered("-h,--help", "Print this help message and exit"); }

Argument& Options::required(const std::string& name, Argument::Target target, const std::string& help) {
  Argument& argument = optional(name, target, help);
  argument.is_required = true;
  return argument;
}

Argument& Options::optional(const std::string& name, Argument::Target target, const std::string& help) {
  return arguments_.emplace_back(Argument{.name = name, .help = help, .placeholder = "", .target = target});
}

Argument& Options::flag(const std::string& name, bool& is_given, const std::string& help) {
  return arguments_.emplace_back(
      Argument{.name = name, .help = help, .placeholder = "", .target = &is_given});
}

Argument& Options::word(const std::string& name, std::string& word, const std::string& help,
                        const std::string& placeholder) {
  return arguments_.emplace_back(Argument{
      .name = name, .help = help, .placeholder = placeholder, .target = &word, .refuses_empty = true});
}

Argument& Options::list(const std::string& name, std::vector<std::string>& words, const std::string& help,
                        const std::string& placeholder) {
  return arguments_.emplace_back(Argument{
      .name = name, .help = help, .placeholder = placeholder, .target = &words, .refuses_empty = true});
}

void Options::answered(const std::string& name, const std::string& help) {
  arguments_.emplace_back(Argument{.name = name, .help = help, .placeholder = ""});
}

void add_case(Options& options, std::string& word, NeedOfCase need) {
  Argument& argument = need == NeedOfCase::required ? options.required("CASE", &word, case_help)
                                                    : options.optional("CASE", &word, case_help);
  argument.is_case = true;
  argument.candidates = case_candidates;
}

void add_case(Options& options, std::vector<std::string>& words) {
  options.required("CASE", &words, case_help).candidates = case_candidates;
}

void add_set(Options& options, std::vector<std::string>& words, const std::string& help) {
  options.list("--set", words, help, "NAME=VALUE");
}

void add_formulation(Options& options, std::string& word) {
  options.word("--formulation", word, "the equations (see: pleuel list formulations); default: chosen", "F")
      .candidates = formulation_candidates;
}

void add_formulations(Options& options, std::vector<std::string>& words, const std::string& help) {
  options.list("--formulations", words, help, "F1,F2,…").candidates = formulation_candidates;
}

void add_method(Options& options, std::string& word, const std::string& help) {
  options.word("--method", word, help, "M").candidates = method_candidates;
}

void add_methods(Options& options, std::vector<std::string>& words, const std::string& help) {
  options.list("--methods", words, help, "M1,M2,…").candidates = method_candidates;
}

void add_report(Options& options, ReportWords& words, const std::string& quiet_help) {
  options.flag("--json", words.json, "one JSON object on standard output and nothing else");
  options.flag("--quiet", words.quiet, quiet_help).excludes = "--json";
}

void OutWords::open(std::optional<OutputFolder>& opened, const std::string& command) const {
  if (!is_given() || opened) return;
  opened.emplace(folder, command, force ? OutputFolder::Foreign::leave : OutputFolder::Foreign::refuse);
}

void add_jobs(Options& options, std::string& word) {
  options.word(
      "--jobs", word,
      "runs made at once, each in a process on a core of its own; default 1; rows do not depend on it", "N");
}

void add_out(Options& options, OutWords& words, const std::string& help) {
  options.word("--out", words.folder, help, "DIR").candidates = folder_candidates;
  options.flag(
      "--force", words.force,
      "write into a directory with other files (they stay) or another command's result (it is replaced)");
}

Candidates folder_candidates() { return {.has_folders = true}; }

}  // namespace pleuel::cli

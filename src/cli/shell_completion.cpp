#include "pleuel/cli/shell_completion.hpp"

#include <CLI/CLI.hpp>

#include "pleuel/cli/arguments.hpp"
#include "pleuel/model/material_set.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel::cli {
namespace {

using NameList = std::vector<std::string>;

template <class Entries>
NameList names_of(const Entries& entries) {
  NameList names;
  for (const auto& entry : entries) names.push_back(entry.name);
  return names;
}

std::string joined(const NameList& words, const std::string& separator) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

// What a shell offers for the value of an option or for a word without one.
struct Candidates {
  NameList words = {};
  std::string files = {};  // a pattern such as *.json
  bool has_folders = false;

  bool is_empty() const { return words.empty() && files.empty() && !has_folders; }
};

// By the name of the option, or of the positional argument of a command.
Candidates candidates_for(const Catalogue& catalogue, const std::string& command, const std::string& name) {
  if (name == "--formulation" || name == "--formulations") return {names_of(catalogue.formulations)};
  if (name == "--method" || name == "--methods") return {names_of(catalogue.methods)};
  if (name == "--outputs") return {output_groups()};
  if (name == "--format") return {trajectory_formats()};
  if (name == "--out" || name == "RESULT") return {.has_folders = true};
  if (name == "--path") return {.files = "*.csv"};
  if (name == "KIND") return {list_kinds()};
  if (name == "CASE" && command == "verify") return {names_of(catalogue.problems)};
  if (name == "CASE") return {names_of(catalogue.problems), "*.json"};
  if (name == "NAME" && command == "table") return {table_names()};
  if (name == "NAME" && command == "material") return {names_of(material_sets()), "*.json"};
  if (name == "NAME" && command == "list") return {completed_shells()};
  return {};
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App*) { return true; });
}

bool is_flag(const CLI::Option& option) { return option.get_items_expected_max() == 0; }

std::string long_name(const CLI::Option& option) {
  return option.get_lnames().empty() ? option.get_name() : "--" + option.get_lnames().front();
}

// "--rtol", not "CASE".
bool is_option(const CLI::Option& option) { return !option.get_positional(); }

NameList option_names(const CLI::App& command) {
  NameList names;
  for (const CLI::Option* option : command.get_options())
    if (is_option(*option)) names.push_back(long_name(*option));
  return names;
}

std::string bash_actions(const Candidates& candidates) {
  std::string text;
  if (!candidates.words.empty()) text += " _pleuel_words \"" + joined(candidates.words, " ") + "\";";
  if (!candidates.files.empty()) text += " _pleuel_files '" + candidates.files + "';";
  if (candidates.has_folders) text += " _pleuel_folders;";
  return text;
}

// Lines of a case of "COMMAND PREVIOUS": values of the options of one command.
std::string bash_values(const Catalogue& catalogue, const CLI::App& command) {
  std::string text;
  for (const CLI::Option* option : command.get_options()) {
    if (!is_option(*option) || is_flag(*option)) continue;
    const std::string name = long_name(*option);
    text += "    '" + command.get_name() + " " + name + "')" +
            bash_actions(candidates_for(catalogue, command.get_name(), name)) + " return ;;\n";
  }
  return text;
}

std::string bash_words(const Catalogue& catalogue, const CLI::App& app, const CLI::App& command) {
  std::string actions;
  for (const CLI::Option* option : command.get_options())
    if (!is_option(*option)) {
      Candidates candidates = candidates_for(catalogue, command.get_name(), option->get_name());
      if (command.get_name() == "help")
        for (const CLI::App* other : commands_of(app)) candidates.words.push_back(other->get_name());
      actions += bash_actions(candidates);
    }
  return "    " + command.get_name() + ") _pleuel_words \"" + joined(option_names(command), " ") + "\";" +
         actions + " ;;\n";
}

std::string bash(const Catalogue& catalogue, const CLI::App& app) {
  NameList commands;
  std::string values, words;
  for (const CLI::App* command : commands_of(app)) {
    commands.push_back(command->get_name());
    values += bash_values(catalogue, *command);
    words += bash_words(catalogue, app, *command);
  }
  const NameList first = option_names(app);
  commands.insert(commands.end(), first.begin(), first.end());
  return R"(# Completion of pleuel in bash. Made by: pleuel list completion bash
_pleuel_words() {  # after the last comma of a list
  local head=
  [[ $current == *,* ]] && head=${current%,*},
  COMPREPLY+=($(compgen -P "$head" -W "$1" -- "${current##*,}"))
}
_pleuel_folders() {
  local IFS=$'\n'
  compopt -o filenames
  COMPREPLY+=($(compgen -d -- "$current"))
}
_pleuel_files() {
  local IFS=$'\n'
  _pleuel_folders
  COMPREPLY+=($(compgen -f -X "!$1" -- "$current"))
}
_pleuel() {
  local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
  COMPREPLY=()
  if ((COMP_CWORD == 1)); then
    _pleuel_words ")" +
         joined(commands, " ") + R"("
    return
  fi
  case "$command $previous" in
)" + values +
         R"(  esac
  case $command in
)" + words +
         R"(  esac
}
complete -F _pleuel pleuel ./pleuel
)";
}

// Inside '…' of a specification: brackets and colons mean something to _arguments.
std::string zsh_text(const std::string& text) {
  std::string quoted;
  for (const char c : text) {
    if (c == '\'') {
      quoted += "'\\''";
      continue;
    }
    if (c == '[' || c == ']' || c == ':') quoted += '\\';
    quoted += c;
  }
  return quoted;
}

std::string zsh_action(const Candidates& candidates, const std::string& what) {
  const std::string words = "(" + joined(candidates.words, " ") + ")";
  const std::string files = candidates.has_folders ? "_files -/" : "_files -g \"" + candidates.files + "\"";
  if (candidates.is_empty()) return " ";
  if (candidates.files.empty() && !candidates.has_folders) return words;
  if (candidates.words.empty()) return files;
  // The blank before it keeps _arguments from adding words of its own.
  return " _alternative \"names\\:" + what + "\\:" + words + "\" \"files\\:file\\:" +
         (candidates.has_folders ? "_files -/" : "_files -g \\\"" + candidates.files + "\\\"") + "\"";
}

std::string zsh_command(const Catalogue& catalogue, const CLI::App& app, const CLI::App& command) {
  std::string text = "    " + command.get_name() + ") _arguments -s :";
  int place = 0;
  for (const CLI::Option* option : command.get_options()) {
    const std::string name = long_name(*option), help = zsh_text(option->get_description());
    Candidates candidates = candidates_for(catalogue, command.get_name(), name);
    if (command.get_name() == "help")
      for (const CLI::App* other : commands_of(app)) candidates.words.push_back(other->get_name());
    const std::string action = zsh_action(candidates, name);
    const bool is_many = option->get_items_expected_max() > 1;
    text += " \\\n      '";
    if (!is_option(*option)) {
      text += (is_many ? "*" : std::to_string(++place)) + ":" + name + ":" + action + "'";
    } else {
      text += (is_many ? "*" : "") + name + "[" + help + "]" +
              (is_flag(*option) ? "" : ":" + zsh_text(option->get_type_name()) + ":" + action) + "'";
    }
  }
  return text + " ;;\n";
}

std::string zsh(const Catalogue& catalogue, const CLI::App& app) {
  std::string names, commands;
  for (const CLI::App* command : commands_of(app)) {
    names += "\n    '" + command->get_name() + ":" + zsh_text(command->get_description()) + "'";
    commands += zsh_command(catalogue, app, *command);
  }
  return "#compdef pleuel\n# Completion of pleuel in zsh. Made by: pleuel list completion zsh\n"
         "_pleuel() {\n  local -a commands=(" +
         names +
         ")\n  if ((CURRENT == 2)); then\n    _describe command commands\n    return\n  fi\n"
         "  shift words\n  ((CURRENT--))\n  case $words[1] in\n" +
         commands + "  esac\n}\n_pleuel \"$@\"\n";
}

}  // namespace

const std::vector<std::string>& completed_shells() {
  static const NameList shells = {"bash", "zsh"};
  return shells;
}

std::string shell_completion(const CLI::App& app, const std::string& shell) {
  const Catalogue catalogue = standard_catalogue();
  return shell == "zsh" ? zsh(catalogue, app) : bash(catalogue, app);
}

}  // namespace pleuel::cli

#include "pleuel/cli/shell_completion.hpp"

namespace pleuel::cli {
namespace {

using NameList = std::vector<std::string>;

std::string joined(const NameList& words, const std::string& separator) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

Candidates candidates_of(const Argument& argument) {
  return argument.candidates == nullptr ? Candidates() : argument.candidates();
}

NameList option_names(const Options& options) {
  NameList names;
  for (const Argument& argument : options.arguments())
    if (argument.is_option()) names.push_back(argument.long_name());
  return names;
}

std::string bash_actions(const Candidates& candidates) {
  std::string text;
  if (!candidates.words.empty()) text += " _pleuel_words \"" + joined(candidates.words, " ") + "\";";
  if (!candidates.files.empty()) text += " _pleuel_files '" + candidates.files + "';";
  if (candidates.has_folders) text += " _pleuel_folders;";
  return text;
}

// Lines of a `case` over "COMMAND PREVIOUS": option values of one command.
std::string bash_values(const CommandLine::Entry& entry) {
  std::string text;
  for (const Argument& argument : entry.options.arguments()) {
    if (!argument.is_option() || !argument.has_value()) continue;
    text += "    '" + entry.command.name + " " + argument.long_name() + "')" +
            bash_actions(candidates_of(argument)) + " return ;;\n";
  }
  return text;
}

std::string bash_words(const CommandLine::Entry& entry) {
  std::string actions;
  for (const Argument& argument : entry.options.arguments())
    if (!argument.is_option()) actions += bash_actions(candidates_of(argument));
  return "    " + entry.command.name + ") _pleuel_words \"" + joined(option_names(entry.options), " ") +
         "\";" + actions + " ;;\n";
}

std::string bash(const CommandLine& line) {
  NameList commands;
  std::string values, words;
  for (const auto& entry : line.entries()) {
    commands.push_back(entry.command.name);
    values += bash_values(entry);
    words += bash_words(entry);
  }
  const NameList first = option_names(line.options());
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

// Inside '…' of a specification, brackets and colons have a meaning for _arguments.
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
  // The leading space prevents _arguments from adding words.
  return " _alternative \"names\\:" + what + "\\:" + words + "\" \"files\\:file\\:" +
         (candidates.has_folders ? "_files -/" : "_files -g \\\"" + candidates.files + "\\\"") + "\"";
}

std::string zsh_command(const CommandLine::Entry& entry) {
  std::string text = "    " + entry.command.name + ") _arguments -s :";
  int place = 0;
  for (const Argument& argument : entry.options.arguments()) {
    const std::string name = argument.long_name();
    const std::string action = zsh_action(candidates_of(argument), name);
    text += " \\\n      '";
    if (!argument.is_option()) {
      text += (argument.is_list() ? "*" : std::to_string(++place)) + ":" + name + ":" + action + "'";
    } else {
      text += (argument.is_list() ? "*" : "") + name + "[" + zsh_text(argument.help) + "]" +
              (argument.has_value() ? ":" + zsh_text(argument.placeholder) + ":" + action : "") + "'";
    }
  }
  return text + " ;;\n";
}

std::string zsh(const CommandLine& line) {
  std::string names, commands;
  for (const auto& entry : line.entries()) {
    names += "\n    '" + entry.command.name + ":" + zsh_text(entry.command.help) + "'";
    commands += zsh_command(entry);
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

std::string shell_completion(const CommandLine& line, const std::string& shell) {
  return shell == "zsh" ? zsh(line) : bash(line);
}

}  // namespace pleuel::cli

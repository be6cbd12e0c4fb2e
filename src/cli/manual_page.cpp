#include "pleuel/cli/manual_page.hpp"

#include <CLI/CLI.hpp>
#include <sstream>

#include "pleuel/cli/exit_code.hpp"

namespace pleuel::cli {
namespace {

// A dot or an apostrophe at the beginning of a line would be a request, a backslash an escape.
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if ((c == '.' || c == '\'') && (result.empty() || result.back() == '\n')) result += "\\&";
    if (c == '\\')
      result += "\\e";
    else if (c == '-')
      result += "\\-";
    else
      result += c;
  }
  return result;
}

std::string spelled(const CLI::Option& option) {
  if (option.get_positional()) return option.get_name();
  std::string text;
  for (const auto& name : option.get_snames()) text += (text.empty() ? "-" : ", -") + name;
  for (const auto& name : option.get_lnames()) text += (text.empty() ? "--" : ", --") + name;
  return text;
}

std::string option_text(const CLI::Option& option) {
  const std::string value = option.get_positional() ? "" : option.get_type_name();
  return ".TP\n\\fB" + escaped(spelled(option)) + "\\fR" +
         (value.empty() ? "" : " \\fI" + escaped(value) + "\\fR") + "\n" + escaped(option.get_description()) +
         "\n";
}

// Each line of a footer is a paragraph.
std::string footer_text(const CLI::App& command) {
  std::string text;
  std::istringstream lines(command.get_footer());
  for (std::string line; std::getline(lines, line);) text += ".PP\n" + escaped(line) + "\n";
  return text;
}

std::string synopsis(const CLI::App& command) {
  std::string text = ".B pleuel " + escaped(command.get_name()) + "\n";
  for (const CLI::Option* option : command.get_options()) {
    if (!option->get_positional()) continue;
    const std::string name = option->get_name() + (option->get_items_expected_max() > 1 ? " …" : "");
    text += ".I " + escaped(option->get_required() ? name : "[" + name + "]") + "\n";
  }
  return text + "[options]\n";
}

std::string command_text(const CLI::App& command) {
  std::string text = ".SS " + escaped(command.get_name()) + "\n" + escaped(command.get_description()) + ".\n";
  for (const CLI::Option* option : command.get_options()) text += option_text(*option);
  return text + footer_text(command);
}

}  // namespace

std::string manual_page(const CLI::App& app) {
  const auto commands = app.get_subcommands([](const CLI::App*) { return true; });
  std::string text =
      ".\\\" Made by: pleuel list manual\n.TH PLEUEL 1 \"\" \"pleuel " PLEUEL_VERSION
      "\" \"User Commands\"\n.SH NAME\npleuel \\- simulate mechanisms and their differential\\-algebraic "
      "equations\n.SH SYNOPSIS\n";
  for (std::size_t i = 0; i < commands.size(); ++i) text += (i == 0 ? "" : ".br\n") + synopsis(*commands[i]);
  text += ".SH DESCRIPTION\n" + escaped(app.get_description()) + "\n.SH COMMANDS\n";
  for (const CLI::App* command : commands) text += command_text(*command);
  text += ".SH OPTIONS\n";
  for (const CLI::Option* option : app.get_options()) text += option_text(*option);
  text += ".SH EXIT STATUS\n";
  for (const ExitCodeMeaning& exit : exit_code_meanings)
    text += ".TP\n.B " + std::to_string(exit.code) + "\n" + escaped(exit.meaning) + "\n";
  return text;
}

}  // namespace pleuel::cli

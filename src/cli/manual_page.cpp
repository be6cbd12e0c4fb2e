#include "pleuel/cli/manual_page.hpp"

#include <sstream>

#include "pleuel/cli/exit_code.hpp"

namespace pleuel::cli {
namespace {

// A dot or an apostrophe at the start of a line would be a request, a backslash an escape.
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

std::string option_text(const Argument& argument) {
  std::string spelled = argument.name;  // "-h,--help" with a space after the comma
  if (const auto comma = spelled.find(','); comma != std::string::npos) spelled.insert(comma + 1, " ");
  return ".TP\n\\fB" + escaped(spelled) + "\\fR" +
         (argument.placeholder.empty() ? "" : " \\fI" + escaped(argument.placeholder) + "\\fR") + "\n" +
         escaped(argument.help) + "\n";
}

// Each line of a footer is a paragraph.
std::string footer_text(const std::string& footer) {
  std::string text;
  std::istringstream lines(footer);
  for (std::string line; std::getline(lines, line);) text += ".PP\n" + escaped(line) + "\n";
  return text;
}

std::string synopsis(const CommandLine::Entry& entry) {
  std::string text = ".B pleuel " + escaped(entry.command.name) + "\n";
  for (const Argument& argument : entry.options.arguments()) {
    if (argument.is_option()) continue;
    const std::string name = argument.name + (argument.is_list() ? " …" : "");
    text += ".I " + escaped(argument.is_required ? name : "[" + name + "]") + "\n";
  }
  return text + "[options]\n";
}

std::string command_text(const CommandLine::Entry& entry) {
  std::string text = ".SS " + escaped(entry.command.name) + "\n" + escaped(entry.command.help) + ".\n";
  for (const Argument& argument : entry.options.arguments()) text += option_text(argument);
  return text + footer_text(entry.options.footer());
}

}  // namespace

std::string manual_page(const CommandLine& line) {
  const auto& entries = line.entries();
  std::string text =
      ".\\\" Made by: pleuel list manual\n.TH PLEUEL 1 \"\" \"pleuel " PLEUEL_VERSION
      "\" \"User Commands\"\n.SH NAME\npleuel \\- simulate mechanisms and their differential\\-algebraic "
      "equations\n.SH SYNOPSIS\n";
  for (std::size_t i = 0; i < entries.size(); ++i) text += (i == 0 ? "" : ".br\n") + synopsis(entries[i]);
  text += ".SH DESCRIPTION\n" + escaped(CommandLine::description()) + "\n.SH COMMANDS\n";
  for (const auto& entry : entries) text += command_text(entry);
  text += ".SH OPTIONS\n";
  for (const Argument& argument : line.options().arguments()) text += option_text(argument);
  text += ".SH EXIT STATUS\n";
  for (const ExitCodeMeaning& exit : exit_code_meanings)
    text += ".TP\n.B " + std::to_string(exit.code) + "\n" + escaped(exit.meaning) + "\n";
  return text;
}

}  // namespace pleuel::cli

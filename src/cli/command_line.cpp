#include "pleuel/cli/command_line.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <sstream>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"

namespace pleuel::cli {
namespace {

// One argument for CLI11.
CLI::Option& added_option(CLI::App& app, const Argument& argument) {
  if (bool* const* flag = std::get_if<bool*>(&argument.target))
    return *app.add_flag(argument.name, **flag, argument.help);
  if (std::string* const* word = std::get_if<std::string*>(&argument.target))
    return *app.add_option(argument.name, **word, argument.help)->type_name(argument.placeholder);
  auto& words = *std::get<std::vector<std::string>*>(argument.target);
  CLI::Option& option = *app.add_option(argument.name, words, argument.help);
  option.type_name(argument.placeholder);
  return argument.is_option() ? *option.allow_extra_args(false)->take_all() : option;
}

void add_to(CLI::App& app, const Options& options) {
  for (const Argument& argument : options.arguments()) {
    if (std::holds_alternative<std::monostate>(argument.target)) continue;
    CLI::Option& option = added_option(app, argument);
    option.required(argument.is_required);
    if (!argument.excludes.empty()) option.excludes(app.get_option(argument.excludes));
    if (argument.refuses_empty)
      option.check([](const std::string& word) {
        return word.empty() ? std::string("is empty; give a value, or leave it out") : std::string();
      });
  }
  app.footer(options.footer());
}

std::unique_ptr<CLI::App> app_of(const CommandLine& line) {
  auto app = std::make_unique<CLI::App>(CommandLine::description(), "pleuel");
  app->set_version_flag("-V,--version", std::string("pleuel ") + PLEUEL_VERSION);
  app->require_subcommand(0, 1);
  app->footer(line.options().footer());
  for (const auto& [command, options] : line.entries())
    add_to(*app->add_subcommand(command.name, command.help), options);
  return app;
}

// The message for words that no command or option accepts; otherwise the parser's own message.
std::string fault_of(const CLI::App& app, const CLI::ParseError& error,
                     const std::vector<std::string>& command_names) {
  const auto selected = app.get_subcommands();
  const CLI::App& active = selected.empty() ? app : *selected.back();
  const auto extra = active.remaining();
  if (extra.empty()) {
    const std::string text = error.what();  // "--until: 1 required T missing"
    if (dynamic_cast<const CLI::ArgumentMismatch*>(&error) == nullptr) return text;
    const auto* const option = active.get_option_no_throw(text.substr(0, text.find(':')));
    if (option == nullptr) return text;
    return option->get_name() + " needs a value: " + option->get_name() + " " + option->get_type_name();
  }
  const std::string typed = extra.front().substr(0, extra.front().find('='));
  if (typed.front() == '-') {
    std::vector<std::string> valid;
    for (const auto* option : active.get_options()) {
      for (const auto& name : option->get_lnames()) valid.push_back("--" + name);
    }
    return unknown_name("option", typed, valid);
  }
  if (!selected.empty()) return "unexpected argument '" + typed + "'";
  return unknown_name("command", typed, command_names);
}

}  // namespace

CommandLine::CommandLine(std::vector<Command> commands) {
  options_.answered("-V,--version", "Display program version information and exit");
  options_.footer("Example: pleuel run pendulum --rtol 1e-8 --out result");
  for (Command& command : commands) {
    Entry& entry = entries_.emplace_back(Entry{std::move(command), {}});
    entry.options.footer(options_.footer());  // unless the command has its own
    entry.command.add_options(entry.options);
  }
}

std::function<int()> CommandLine::parse(int argc, const char* const* argv) const {
  const auto app = app_of(*this);
  try {
    app->parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() != 0) throw InvalidInput(fault_of(*app, error, names()));
    std::ostringstream text;
    app->exit(error, text, text);
    return [shown = text.str()] { return show(shown, done); };
  }
  for (const Entry& entry : entries_)
    if (app->got_subcommand(entry.command.name)) return entry.command.run;
  return [shown = app->help()] { return show(shown, done); };
}

Reporting CommandLine::guess(int argc, const char* const* argv) const {
  Reporting guessed;
  const std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  if (words.empty()) return guessed;
  if (std::ranges::find(words, "--json") != words.end()) guessed.report = Report::json;
  if (words.size() < 2 || words[1].starts_with('-')) return guessed;
  for (const Entry& entry : entries_)
    if (entry.command.name == words.front() &&
        std::ranges::any_of(entry.options.arguments(), &Argument::is_case))
      guessed.case_name = words[1];
  return guessed;
}

std::string CommandLine::help_line(int argc, const char* const* argv) const {
  const auto all = names();
  const std::string first = argc > 1 ? argv[1] : "";
  const bool is_command = std::ranges::find(all, first) != all.end();
  return is_command ? "pleuel " + first + " --help" : "pleuel --help";
}

std::string CommandLine::help(const std::string& name) const {
  const auto app = app_of(*this);
  if (name.empty()) return app->help();
  const auto all = names();
  if (std::ranges::find(all, name) == all.end()) throw InvalidInput(unknown_name("command", name, all));
  return app->get_subcommand(name)->help(app->get_name());
}

std::string CommandLine::description() {
  return "Pleuel simulates mechanisms and the differential-algebraic equations they lead to.";
}

std::vector<std::string> CommandLine::names() const {
  std::vector<std::string> all;
  for (const Entry& entry : entries_) all.push_back(entry.command.name);
  return all;
}

}  // namespace pleuel::cli

// What a command declares of its line.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "pleuel/cli/session.hpp"
#include "pleuel/io/output_folder.hpp"

namespace pleuel::cli {

/// What a shell offers for a word.
struct Candidates {
  std::vector<std::string> words = {};
  std::string files = {};  ///< a pattern such as *.json
  bool has_folders = false;

  bool is_empty() const { return words.empty() && files.empty() && !has_folders; }
};

/// An option ("--rtol") or a word without one ("CASE"), and where what is typed goes. Numbers stay
/// text here. ArgumentParser reads them later, so that all faults come together.
struct Argument {
  /// The first: the parser of the line answers by itself, as to --help.
  using Target = std::variant<std::monostate, bool*, std::string*, std::vector<std::string>*>;

  std::string name;  ///< "--rtol", "-h,--help" or "CASE"
  std::string help;
  std::string placeholder;  ///< of the value of an option: "DIR"
  Target target = {};
  bool is_required = false;
  bool is_case = false;        ///< names what the command looks at; reports of failures repeat it
  bool refuses_empty = false;  ///< an empty word would be taken for one that was not given
  std::string excludes = {};   ///< an option declared before
  Candidates (*candidates)() = nullptr;

  bool is_option() const { return name.front() == '-'; }
  bool has_value() const { return is_list() || std::holds_alternative<std::string*>(target); }
  /// May be given several times.
  bool is_list() const { return std::holds_alternative<std::vector<std::string>*>(target); }
  /// "--help" of "-h,--help".
  std::string long_name() const {
    return name.substr(name.find("--") == std::string::npos ? 0 : name.find("--"));
  }
};

/// The arguments of one command in the order of its help, where --help stands first.
class Options {
 public:
  Options();

  /// A word without option.
  Argument& required(const std::string& name, Argument::Target target, const std::string& help);
  Argument& optional(const std::string& name, Argument::Target target, const std::string& help);

  Argument& flag(const std::string& name, bool& is_given, const std::string& help);
  Argument& word(const std::string& name, std::string& word, const std::string& help,
                 const std::string& placeholder);
  /// May be given again and again, one word each time.
  Argument& list(const std::string& name, std::vector<std::string>& words, const std::string& help,
                 const std::string& placeholder);
  /// Answered by the parser of the line.
  void answered(const std::string& name, const std::string& help);
  void footer(std::string text) { footer_ = std::move(text); }

  const std::deque<Argument>& arguments() const { return arguments_; }
  const std::string& footer() const { return footer_; }

 private:
  std::deque<Argument> arguments_;  // a deque: references stay valid
  std::string footer_;
};

// Groups of options that several commands have.

/// CASE.
void add_case(Options& options, std::string& word);
void add_case(Options& options, std::vector<std::string>& words);

/// --set NAME=VALUE.
void add_set(Options& options, std::vector<std::string>& words, const std::string& help);

/// --formulation, --formulations, --method and --methods, whose names are those of the catalogues.
void add_formulation(Options& options, std::string& word);
void add_formulations(Options& options, std::vector<std::string>& words, const std::string& help);
void add_method(Options& options, std::string& word, const std::string& help);
void add_methods(Options& options, std::vector<std::string>& words, const std::string& help);

/// --json and --quiet.
struct ReportWords {
  bool json = false, quiet = false;

  Report report() const { return json ? Report::json : quiet ? Report::quiet : Report::summary; }
};
void add_report(Options& options, ReportWords& words, const std::string& quiet_help = "no summary");

/// --out DIR and --force.
struct OutWords {
  std::string folder;
  bool force = false;

  bool is_given() const { return !folder.empty(); }
  /// Opens the folder for the result of `command`, where one was given and is not open yet. Throws
  /// DirectoryError.
  void open(std::optional<OutputFolder>& opened, const std::string& command) const;
};
/// `help` says what is written.
void add_out(Options& options, OutWords& words, const std::string& help);

Candidates folder_candidates();

}  // namespace pleuel::cli

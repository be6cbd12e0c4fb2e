// Declares the options of a command.
#pragma once

#include <deque>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "pleuel/cli/session.hpp"
#include "pleuel/io/output_folder.hpp"

namespace pleuel::cli {

/// Suggestions of a shell for a word.
struct Candidates {
  std::vector<std::string> words = {};
  std::string files = {};  ///< a pattern such as *.json
  bool has_folders = false;

  bool is_empty() const { return words.empty() && files.empty() && !has_folders; }
};

/// An option ("--rtol") or a positional argument ("CASE") and its target. Numbers stay text here;
/// ArgumentParser reads them later, so that all faults are reported together.
struct Argument {
  /// monostate: the command-line parser answers it itself, like --help.
  using Target = std::variant<std::monostate, bool*, std::string*, std::vector<std::string>*>;

  std::string name;  ///< "--rtol", "-h,--help" or "CASE"
  std::string help;
  std::string placeholder;  ///< of the option's value: "DIR"
  Target target = {};
  bool is_required = false;
  bool is_case = false;        ///< names the case of the command; failure reports repeat it
  bool refuses_empty = false;  ///< an empty word would count as not given
  std::string excludes = {};   ///< an option declared earlier
  Candidates (*candidates)() = nullptr;

  bool is_option() const { return name.front() == '-'; }
  bool has_value() const { return is_list() || std::holds_alternative<std::string*>(target); }
  /// True if it may be given several times.
  bool is_list() const { return std::holds_alternative<std::vector<std::string>*>(target); }
  /// "--help" of "-h,--help".
  std::string long_name() const {
    return name.substr(name.find("--") == std::string::npos ? 0 : name.find("--"));
  }
};

/// The arguments of one command in the order of its help, --help first.
class Options {
 public:
  Options();

  /// A positional argument.
  Argument& required(const std::string& name, Argument::Target target, const std::string& help);
  Argument& optional(const std::string& name, Argument::Target target, const std::string& help);

  Argument& flag(const std::string& name, bool& is_given, const std::string& help);
  Argument& word(const std::string& name, std::string& word, const std::string& help,
                 const std::string& placeholder);
  /// May be repeated, with one word each time.
  Argument& list(const std::string& name, std::vector<std::string>& words, const std::string& help,
                 const std::string& placeholder);
  /// Answered by the command-line parser.
  void answered(const std::string& name, const std::string& help);
  void footer(std::string text) { footer_ = std::move(text); }

  const std::deque<Argument>& arguments() const { return arguments_; }
  const std::string& footer() const { return footer_; }

 private:
  std::deque<Argument> arguments_;  // a deque: references stay valid
  std::string footer_;
};

// Groups of options that several commands share.

/// CASE.
enum class NeedOfCase { required, optional };
void add_case(Options& options, std::string& word, NeedOfCase need = NeedOfCase::required);
void add_case(Options& options, std::vector<std::string>& words);

/// --set NAME=VALUE.
void add_set(Options& options, std::vector<std::string>& words, const std::string& help);

/// --formulation, --formulations, --method and --methods with the names of the catalogues.
void add_formulation(Options& options, std::string& word);
void add_formulations(Options& options, std::vector<std::string>& words, const std::string& help);
void add_method(Options& options, std::string& word, const std::string& help);
void add_methods(Options& options, std::vector<std::string>& words, const std::string& help);

/// --jobs N.
void add_jobs(Options& options, std::string& word);

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
  /// Opens the folder for the result of `command`, if one was given and is not open yet. Throws
  /// DirectoryError.
  void open(std::optional<OutputFolder>& opened, const std::string& command) const;
};
/// `help` describes what is written.
void add_out(Options& options, OutWords& words, const std::string& help);

Candidates folder_candidates();

}  // namespace pleuel::cli

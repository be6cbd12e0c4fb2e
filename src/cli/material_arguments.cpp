#include "pleuel/cli/material_arguments.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "pleuel/base/error.hpp"
#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/model/material_set.hpp"

namespace pleuel::cli {
namespace {

using Faults = std::vector<std::string>;

template <class Work>
void collecting(Faults& faults, Work work) {
  try {
    work();
  } catch (const InvalidInput& error) {
    faults.insert(faults.end(), error.faults().begin(), error.faults().end());
  }
}

// Words of a quantity, apart by commas. A stress without unit could be meant in MPa or in
// Pa.
std::vector<double> quantities(ArgumentParser& read, const std::string& place, const std::string& unit,
                               const std::vector<std::string>& words, Faults& faults) {
  std::vector<double> all;
  for (const std::string& word : read.names(words))
    collecting(faults, [&] {
      const bool is_bare = word.find_first_not_of("0123456789+-.eE") == std::string::npos;
      if (is_bare && unit == "Pa")
        throw InvalidInput(place + " is '" + word + "', which has no unit; write for instance " + word +
                           "MPa");
      all.push_back(parse_quantity(place, unit, word));
    });
  return all;
}

}  // namespace

MaterialArguments::MaterialArguments(CLI::App& app)
    : app_(app.add_subcommand(
          "material", "Tests of a material at one point: tension, creep, relaxation, cycles, paths")) {
  app_->add_option("NAME", name_,
                   "a parameter set, a file NAME.json, or a law with --set (see: pleuel list materials)")
      ->required()
      ->type_name("");
  add_word(*app_, "--test", test_, "tension, creep, relaxation, cyclic or path; default tension", "T");
  add_repeatable(*app_, "--rate", rate_, "strain rate in 1/s, a curve each; default 1e-3", "R1,R2,…");
  add_word(*app_, "--strain", strain_, "to which it is pulled, or between whose ± it cycles; default 0.01",
           "E");
  add_repeatable(*app_, "--stress", stress_, "of creep, with unit, a curve each; default 100MPa", "S1,S2,…");
  add_word(*app_, "--hold", hold_, "time of creep and relaxation, in s or with unit; default 1e4", "T");
  add_word(*app_, "--cycles", cycles_, "of the test cyclic, also fractions; default 3", "N");
  add_word(*app_, "--path", path_, "of the test path: a table t,eps11,gamma12,sigma22,… in s, 1 and MPa",
           "FILE.csv");
  add_word(*app_, "--state", state_, "uniaxial, plane-stress, plane-strain or solid; default uniaxial", "S");
  add_repeatable(*app_, "--set", set_,
                 "a parameter (Z0=300MPa) or option of the law, an option of the method", "NAME=VALUE");
  add_word(*app_, "--method", method_, "the integrator (see: pleuel list methods); default radau5", "M");
  add_word(*app_, "--rtol", rtol_, "relative tolerance; default 1e-8", "R");
  add_word(*app_, "--atol", atol_, "absolute tolerance; default: rtol/1000, for strains are small", "A");
  add_word(*app_, "--step", step_, "constant steps of this size, without error control", "H");
  add_word(*app_, "--samples", samples_, "points of a curve; default 200", "N");
  add_repeatable(*app_, "--at", at_, "points at these times instead", "T1,T2,…");
  add_word(*app_, "--timeout", timeout_, "give up a curve after so much wall time; default 86400", "SECONDS");
  add_out(*app_, out_, force_, "write curve.csv, curve.svg and material.json into this directory");
  auto* json = app_->add_flag("--json", json_, "one JSON object on standard output and nothing else");
  app_->add_flag("--quiet", quiet_, "no table")->excludes(json);
  app_->footer(
      "Exit code 3: the parameters make no material of this law.\n"
      "Example: pleuel material SS316-S-600C --test tension --rate 1e-3,1e-5 --strain 0.03 --out curves");
}

std::optional<MaterialCommand> MaterialArguments::material() const {
  if (!app_->parsed()) return std::nullopt;
  Faults faults;
  ArgumentParser read(faults);
  MaterialCommand command;
  MaterialTest& test = command.test;
  command.name = name_;
  if (!test_.empty()) collecting(faults, [&] { test.kind = material_test_kind(test_); });
  if (!state_.empty()) command.state = state_;
  const auto single = [&](const char* place, const char* unit, const std::string& word, double& value) {
    if (!word.empty()) collecting(faults, [&] { value = parse_quantity(place, unit, word); });
  };
  single("--strain", "1", strain_, test.strain);
  single("--hold", "s", hold_, test.hold);
  single("--cycles", "1", cycles_, test.cycles);
  const auto rates = quantities(read, "--rate", "1/s", rate_, faults);
  const auto stresses = quantities(read, "--stress", "Pa", stress_, faults);
  command.family = test.kind == MaterialTestKind::creep ? stresses : rates;
  command.path_file = path_;
  if (!method_.empty()) command.method = method_;
  if (!rtol_.empty()) command.rtol = read.number("--rtol", rtol_).value_or(command.rtol);
  if (!atol_.empty()) command.atol = read.number("--atol", atol_);
  if (!step_.empty()) command.step = read.number("--step", step_).value_or(0);
  if (!samples_.empty()) command.samples = read.count("--samples", samples_);
  if (!timeout_.empty()) command.timeout = read.number("--timeout", timeout_);
  command.at = read.numbers("--at", at_);
  command.settings = read.settings(set_);
  if (!out_.empty()) command.out = out_;
  command.force = force_;
  if (json_) command.report = Report::json;
  if (quiet_) command.report = Report::quiet;

  // What the test does not look at was meant for another one.
  using enum MaterialTestKind;
  const auto belongs = [&](const char* option, bool is_given, const std::vector<MaterialTestKind>& to) {
    if (!is_given || std::ranges::find(to, test.kind) != to.end()) return;
    std::string tests;
    for (const MaterialTestKind kind : to) tests += (tests.empty() ? "" : " or ") + name(kind);
    faults.push_back(std::string(option) + " is no part of the test " + name(test.kind) +
                     "; leave it out, or take --test " + tests);
  };
  belongs("--rate", !rate_.empty(), {tension, relaxation, cyclic});
  belongs("--strain", !strain_.empty(), {tension, relaxation, cyclic});
  belongs("--stress", !stress_.empty(), {creep});
  belongs("--hold", !hold_.empty(), {creep, relaxation});
  belongs("--cycles", !cycles_.empty(), {cyclic});
  belongs("--path", !path_.empty(), {path});
  if (test.kind == path && path_.empty())
    faults.push_back("--test path needs the table of the path; give --path FILE.csv");
  if (!faults.empty()) throw InvalidInput(std::move(faults));
  return command;
}

}  // namespace pleuel::cli

// The command verify: compares problems with their reference digits.
#include <algorithm>
#include <cmath>

#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/command.hpp"
#include "pleuel/cli/report_builder.hpp"
#include "pleuel/cli/status_line.hpp"
#include "pleuel/lab/verification.hpp"

namespace pleuel::cli {
namespace {

// columns
constexpr std::size_t case_width = 23, settings_width = 52, pair_width = 12;

struct VerifyWords {
  std::vector<std::string> cases, methods;
  std::string rtol, timeout, jobs;
  ReportWords report;
};

void declare_verify(Options& options, VerifyWords& words) {
  options.optional("CASE", &words.cases, "only these cases; default: all that have reference digits")
      .candidates = problem_candidates;
  add_methods(options, words.methods, "with these; default radau5");
  options.word("--rtol", words.rtol, "tolerance; default 1e-9", "R");
  options.word("--timeout", words.timeout, "wall-time limit of one run; default 60", "SECONDS");
  add_jobs(options, words.jobs);
  add_report(options, words.report);
  options.footer(
      "Exit code 6: at least one run has fewer digits than wanted (docs/lab.md says how many are).");
}

VerificationRequest verification_request(const VerifyWords& words) {
  std::vector<std::string> faults;
  ArgumentParser read(faults);
  VerificationRequest request;
  request.cases = words.cases;
  if (!words.methods.empty()) request.methods = read.names(words.methods);
  if (!words.rtol.empty()) request.rtol = read.number("--rtol", words.rtol).value_or(0.5);
  if (!words.timeout.empty()) request.timeout = read.number("--timeout", words.timeout).value_or(1);
  request.jobs = read.jobs(words.jobs);
  throw_if_any(std::move(faults));
  return request;
}

std::string verification_heading(const Style& style) {
  return style.faint(to_left("case", case_width) + to_left("settings", settings_width) +
                     to_left("formulation", pair_width) + to_left("method", pair_width) +
                     to_right("rtol", 7) + to_right("of", 5) + to_right("wanted", 8) + to_right("got", 7)) +
         "\n";
}

std::string verification_line(const VerificationLine& line, const Style& style) {
  const std::string end =
      (line.is_met ? style.good("ok") : style.bad("short") + " " + first_line(line.message)) +
      (line.remarks.empty() ? "" : " remark: " + first_line(line.remarks));
  return to_left(line.case_name, case_width) + to_left(line.settings, settings_width) +
         to_left(line.formulation, pair_width) + to_left(line.method, pair_width) +
         to_right(formatted("%.0e", line.rtol), 7) + to_right(line.digits_of, 5) +
         to_right(formatted("%.2f", line.wanted), 8) +
         to_right(std::isnan(line.got) ? "-" : formatted("%.2f", line.got), 7) + "  " + end + "\n";
}

std::string verification_end(const Verification& verification, const Style& style) {
  const auto n_met = std::ranges::count_if(verification.lines, [](const auto& line) { return line.is_met; });
  const std::string text = std::to_string(n_met) + " of " + std::to_string(verification.lines.size()) +
                           " runs have the digits wanted" +
                           (verification.is_interrupted ? "; interrupted" : "");
  return (verification.is_met() ? style.good(text) : style.bad(text)) + "\n";
}

int verify_digits(const VerificationRequest& request, Report report) {
  remark_on_tolerance(request.rtol, report);
  const Style style = Style::of_stdout();
  StatusLine status(report);
  int written = done;
  const auto write = [&](const std::string& text) {
    if (report == Report::summary) written = show(text, written);
  };
  VerificationWatch watch;
  watch.stop = &stop_requested;
  bool is_headed = false;
  watch.begin = [&](int n_done, int n_all, const VerificationLine& next) {
    listen_for_signals();
    if (!is_headed) write(verification_heading(style));
    is_headed = true;
    status.draw(n_done, n_all,
                next.case_name + " " + next.settings + " " + next.formulation + " " + next.method);
  };
  watch.line = [&](const VerificationLine& line) {
    status.wipe();
    write(verification_line(line, style));
  };
  const Verification verification = pleuel::verify(standard_catalogue(), request, watch);
  status.wipe();
  write(verification_end(verification, style));
  const int code = verification.is_interrupted ? interrupt_code()
                   : verification.is_met()     ? written
                                               : verification_short;
  return report == Report::json ? show(verification_json(verification) + "\n", code) : code;
}

int verify(const VerifyWords& words) {
  const VerificationRequest request = verification_request(words);
  const Report report = words.report.report();
  return guarded({.report = report}, [&] { return verify_digits(request, report); });
}

}  // namespace

Command verify_command() {
  return make_command("verify", "Compare every case with its reference digits on this machine",
                      declare_verify, verify);
}

}  // namespace pleuel::cli

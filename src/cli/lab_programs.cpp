#include "pleuel/cli/lab_programs.hpp"

#include <unistd.h>

#include <cstdio>

#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/lab_text.hpp"
#include "pleuel/cli/session.hpp"
#include "pleuel/cli/status_line.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/io/whole_file.hpp"
#include "pleuel/lab/bench_page.hpp"
#include "pleuel/lab/study_files.hpp"

namespace pleuel::cli {
namespace {

std::string text_of(const RunKey& key) {
  char tolerance[32];
  std::snprintf(tolerance, sizeof tolerance, "%.3g", key.rtol);
  return key.case_name + " " + key.formulation + " " + key.method + " " + tolerance;
}

int exit_code_of(StudyEnd end) { return end == StudyEnd::interrupted ? interrupted : done; }

}  // namespace

int bench(const BenchCommand& command) {
  const Catalogue catalogue = catalogue_for(command.request.cases);
  listen_for_signals();
  std::vector<StudyRow> known;
  if (command.resume == Resume::yes) known = read_study(*command.out, this_environment());
  StatusLine status(command.report);
  StudyWatch watch;
  watch.stop = &stop_requested;
  watch.reference = [&](const std::string& next) { status.draw("reference  " + next); };
  watch.progress = [&](int n_done, int n_all, const RunKey& next) {
    // Here the request is known to be right; a place that cannot be written to shows before the first run.
    if (command.out) make_directory(*command.out);
    status.draw(n_done, n_all, text_of(next));
  };
  // What is there is written after each pair: whatever ends the program, little is lost.
  watch.pair_done = [&](const Study& so_far) {
    if (!command.out) return;
    make_directory(*command.out);
    write_study(*command.out, so_far, summarize(catalogue, so_far.rows));
  };
  const Study study = run_study(catalogue, command.request, watch, std::move(known));
  status.wipe();
  const auto summaries = summarize(catalogue, study.rows);
  if (command.out) {
    write_study(*command.out, study, summaries);
    if (has_pages()) {
      write_bench_page(*command.out / "report.html", catalogue, command.request, study, summaries);
    } else if (command.report == Report::summary) {
      (void)print(STDERR_FILENO, "pleuel: no report.html: " + page_remedy() + "\n");
    }
  }
  const int code = exit_code_of(study.end);
  if (command.report == Report::json) return show(study_json(study, summaries) + "\n", code);
  if (command.report == Report::quiet) return code;
  return show(study_text(study, summaries, Style::of_descriptor(STDOUT_FILENO)), code);
}

int table(const TableCommand& command) {
  listen_for_signals();
  if (command.request.extent == TableExtent::quick && command.report != Report::quiet)
    (void)print(STDERR_FILENO, "pleuel: --quick takes at most " + time_text(*command.request.budget) +
                                   "; runs for which that is too short are shown as ?\n");
  StatusLine status(command.report);
  TableWatch watch;
  watch.stop = &stop_requested;
  watch.progress = [&](int n_done, int n_all, const std::string& next) { status.draw(n_done, n_all, next); };
  const TableReport report = published_table(standard_catalogue(), command.request, watch);
  status.wipe();
  if (command.out) {
    make_directory(*command.out);
    write_whole_file(*command.out / (report.name + ".json"), table_json(report) + "\n");
    write_whole_file(*command.out / (report.name + ".txt"), table_text(report, Style::plain()));
  }
  const int code = exit_code_of(report.end);
  if (command.report == Report::json) return show(table_json(report) + "\n", code);
  if (command.report == Report::quiet) return code;
  return show(table_text(report, Style::of_descriptor(STDOUT_FILENO)), code);
}

int verify(const VerifyCommand& command) {
  listen_for_signals();
  const Style style = Style::of_descriptor(STDOUT_FILENO);
  StatusLine status(command.report);
  int written = done;
  const auto write = [&](const std::string& text) {
    if (command.report == Report::summary) written = show(text, written);
  };
  VerificationWatch watch;
  watch.stop = &stop_requested;
  bool is_headed = false;
  watch.begin = [&](int n_done, int n_all, const VerificationLine& next) {
    if (!is_headed) write(verification_heading(style));
    is_headed = true;
    status.draw(n_done, n_all,
                next.case_name + " " + next.settings + " " + next.formulation + " " + next.method);
  };
  watch.line = [&](const VerificationLine& line) {
    status.wipe();
    write(verification_line(line, style));
  };
  const Verification verification = verify(standard_catalogue(), command.request, watch);
  status.wipe();
  write(verification_end(verification, style));
  const int code = verification.is_interrupted ? interrupted
                   : verification.is_met()     ? written
                                               : verification_short;
  return command.report == Report::json ? show(verification_json(verification) + "\n", code) : code;
}

}  // namespace pleuel::cli

#include "pleuel/cli/lab_programs.hpp"

#include <unistd.h>

#include "pleuel/base/number_text.hpp"
#include "pleuel/cli/case_catalogue.hpp"
#include "pleuel/cli/lab_text.hpp"
#include "pleuel/cli/result_files.hpp"
#include "pleuel/cli/session.hpp"
#include "pleuel/cli/status_line.hpp"
#include "pleuel/io/output_folder.hpp"
#include "pleuel/io/page.hpp"
#include "pleuel/lab/bench_page.hpp"
#include "pleuel/lab/study_files.hpp"

namespace pleuel::cli {
namespace {

std::string text_of(const RunKey& key) {
  return key.case_name + " " + key.formulation + " " + key.method + " " + number_text(key.rtol, 3);
}

int study_exit_code(StudyEnd end) { return end == StudyEnd::interrupted ? interrupt_code() : done; }

}  // namespace

int bench(const BenchCommand& command) {
  for (const double rtol : command.request.tolerances) remark_on_tolerance(rtol, command.report);
  const Catalogue catalogue = catalogue_for(command.request.cases);
  std::vector<StudyRow> known;
  std::optional<OutputFolder> folder;
  const auto open_folder = [&] {
    if (command.out && !folder) folder.emplace(*command.out, "bench", foreign(command.force));
  };
  if (command.resume == Resume::yes) known = read_study(*command.out, this_environment());
  StatusLine status(command.report);
  StudyWatch watch;
  watch.stop = &stop_requested;
  watch.reference = [&](const std::string& next) {
    listen_for_signals();
    status.draw("reference  " + next);
  };
  watch.progress = [&](int n_done, int n_all, const RunKey& next) {
    // Here the request is known to be right; a place that cannot be written to shows before the
    // first run.
    open_folder();
    listen_for_signals();
    status.draw(n_done, n_all, text_of(next));
  };
  // What is there is written after each pair: whatever ends the program, little is lost.
  watch.pair_done = [&](const Study& so_far) {
    if (!command.out) return;
    open_folder();
    try {
      write_study(folder->staging(), so_far, summarize(catalogue, so_far.rows));
      folder->commit();
    } catch (const FileError&) {  // tried again after the next pair, and told at the end
    }
  };
  const Study study = run_study(catalogue, command.request, watch, std::move(known));
  status.wipe();
  const auto summaries = summarize(catalogue, study.rows);
  std::vector<std::string> losses;
  if (command.out) {
    open_folder();
    losses = save_result(*folder, [&](const std::filesystem::path& files) {
      write_study(files, study, summaries);
      if (has_pages())
        write_bench_page(files / "report.html", catalogue, command.request, study, summaries);
      else if (command.report == Report::summary)
        tell("pleuel: no report.html: " + page_remedy() + "\n");
    });
  }
  int code = study_exit_code(study.end);
  if (command.report == Report::json)
    code = show(study_json(study, summaries) + "\n", code);
  else if (command.report == Report::summary)
    code = show(study_text(study, summaries, Style::of_descriptor(STDOUT_FILENO)), code);
  return with_losses(losses, code);
}

int table(const TableCommand& command) {
  if (command.request.extent == TableExtent::quick && command.report != Report::quiet)
    (void)print(STDERR_FILENO, "pleuel: --quick takes at most " + time_text(*command.request.budget) +
                                   "; runs for which that is too short are shown as ?\n");
  const std::string kind = "table " + command.request.name;  // several tables do not fit into one folder
  StatusLine status(command.report);
  TableWatch watch;
  watch.stop = &stop_requested;
  std::optional<OutputFolder> folder;
  watch.progress = [&](int n_done, int n_all, const std::string& next) {
    if (command.out && !folder) folder.emplace(*command.out, kind, foreign(command.force));
    listen_for_signals();
    status.draw(n_done, n_all, next);
  };
  const TableReport report = published_table(standard_catalogue(), command.request, watch);
  status.wipe();
  std::vector<std::string> losses;
  if (command.out) {
    if (!folder) folder.emplace(*command.out, kind, foreign(command.force));
    losses = save_result(*folder, [&](const std::filesystem::path& files) {
      write_whole_file(files / (report.name + ".json"), table_json(report) + "\n");
      write_whole_file(files / (report.name + ".txt"), table_text(report, Style::plain()));
    });
  }
  int code = study_exit_code(report.end);
  if (command.report == Report::json)
    code = show(table_json(report) + "\n", code);
  else if (command.report == Report::summary)
    code = show(table_text(report, Style::of_descriptor(STDOUT_FILENO)), code);
  return with_losses(losses, code);
}

int verify(const VerifyCommand& command) {
  remark_on_tolerance(command.request.rtol, command.report);
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
  const Verification verification = verify(standard_catalogue(), command.request, watch);
  status.wipe();
  write(verification_end(verification, style));
  const int code = verification.is_interrupted ? interrupt_code()
                   : verification.is_met()     ? written
                                               : verification_short;
  return command.report == Report::json ? show(verification_json(verification) + "\n", code) : code;
}

}  // namespace pleuel::cli

#include "pleuel/cli/series_report.hpp"

#include "pleuel/cli/exit_code.hpp"
#include "pleuel/cli/result_files.hpp"
#include "pleuel/cli/session.hpp"

namespace pleuel::cli {

SeriesWatch SeriesReport::watch() {
  return {.stop = &stop_requested, .progress = [this](int n_done, int n_all, const std::string& next) {
            out_.open(folder_, kind_);
            listen_for_signals();
            status_.draw(n_done, n_all, next);
          }};
}

int SeriesReport::finish(const SeriesResult& result) {
  status_.wipe();
  out_.open(folder_, kind_);
  std::vector<std::string> losses;
  if (folder_) losses = save_result(*folder_, result.write);
  const int code = result.end == StudyEnd::interrupted ? interrupt_code() : done;
  if (how_ == Report::quiet) return with_losses(losses, code);
  const std::string text = how_ == Report::json ? result.json() + "\n" : result.text(Style::of_stdout());
  return with_losses(losses, show(text, code));
}

}  // namespace pleuel::cli

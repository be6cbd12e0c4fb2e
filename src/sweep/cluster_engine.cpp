#include "pleuel/sweep/cluster_engine.hpp"

#include <unistd.h>

#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/io/whole_file.hpp"
#include "pleuel/sweep/child_process.hpp"
#include "pleuel/sweep/embedded_launcher.hpp"
#include "pleuel/sweep/study.hpp"
#include "pleuel/sweep/work_list.hpp"

namespace pleuel::sweep {
namespace {

constexpr int second = 1000;         // ms
constexpr int most_lost_looks = 60;  // answers in a row that Slurm's controller may fail to give
constexpr int no_program_code = 127;

std::string list_text(const std::vector<long>& numbers) {
  std::string text;
  for (const long number : numbers) text += (text.empty() ? "" : ",") + std::to_string(number);
  return text;
}

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

struct Answer {
  int code = 0;
  std::string text;
};

Answer answer(const std::vector<std::string>& words) {
  ChildProcess process(words);
  const int code = process.wait();
  if (code == no_program_code)
    throw InvalidInput("cannot run '" + words[0] +
                       "': it is not installed here; call pleuel on a machine of the cluster that has it");
  return {code, process.text()};
}

}  // namespace

std::vector<long> shares_with(const std::vector<long>& missing, long n_shares) {
  std::set<long> shares;
  for (const long task : missing) shares.insert(task % n_shares + 1);
  return {shares.begin(), shares.end()};
}

std::string slurm_script(const ShareRequest& request) {
  const std::string work = work_folder(request.result).string();
  return "#!/bin/sh\n"
         "#SBATCH --job-name=pleuel-sweep\n"
         "#SBATCH --ntasks=1\n"
         "#SBATCH --cpus-per-task=1\n"
         "#SBATCH --array=" +
         list_text(request.shares) +
         "\n"
         "#SBATCH --output=" +
         work +
         "/slurm-%A_%a.log\n"
         "exec " +
         shell_word(request.program) + " sweep work " + shell_word(request.result.string()) +
         " --task \"$SLURM_ARRAY_TASK_ID/" + std::to_string(request.n_shares) + "\" --quiet\n";
}

void run_on_slurm(const ShareRequest& request, const std::vector<std::string>& options) {
  const std::string script = (work_folder(request.result) / "sweep.sbatch").string();
  write_whole_file(script, slurm_script(request));
  std::vector<std::string> words = {"sbatch", "--parsable"};
  words.insert(words.end(), options.begin(), options.end());
  words.push_back(script);
  const Answer submitted = answer(words);
  if (submitted.code != 0)
    throw InvalidInput("sbatch refused '" + script + "': " + first_line(submitted.text));
  // "12" or "12;cluster", perhaps after warnings.
  std::string job = submitted.text;
  while (!job.empty() && job.back() == '\n') job.pop_back();
  job = job.substr(job.rfind('\n') == std::string::npos ? 0 : job.rfind('\n') + 1);
  job = job.substr(0, job.find(';'));
  if (job.empty() || job.find_first_not_of("0123456789") != std::string::npos)
    throw InvalidInput("sbatch answered '" + first_line(submitted.text) + "' instead of a job number");
  int n_lost = 0;
  while (true) {
    if (request.is_stopped()) {
      (void)answer({"scancel", job});
      return;
    }
    const Answer state = answer({"squeue", "--noheader", "--format=%T", "--jobs=" + job});
    const bool is_unknown = state.text.find("Invalid job id") != std::string::npos;
    if (is_unknown || (state.code == 0 && state.text.empty())) return;
    n_lost = state.code == 0 ? 0 : n_lost + 1;
    if (n_lost > most_lost_looks)
      throw InvalidInput("squeue does not answer: " + first_line(state.text) + "; the job " + job +
                         " may go on; collect its rows by `pleuel sweep collect " + request.result.string() +
                         "`");
    if (request.watch) request.watch();
    sleep(1);
  }
}

void run_on_dask(const ShareRequest& request, const std::string& scheduler, const std::string& python) {
  const std::string script = (work_folder(request.result) / "sweep_dask.py").string();
  write_whole_file(script, embedded_launcher("sweep_dask.py"));
  ChildProcess launcher({python, script, "--scheduler", scheduler, "--program", request.program, "--result",
                         request.result.string(), "--shares", list_text(request.shares), "--of",
                         std::to_string(request.n_shares)});
  std::optional<int> code;
  bool is_ended = false;
  while (!(code = launcher.look(second))) {
    if (request.watch) request.watch();
    if (request.is_stopped() && !is_ended) launcher.terminate();
    is_ended = is_ended || request.is_stopped();
  }
  if (is_ended || *code == 0) return;
  if (*code == no_program_code)
    throw InvalidInput("cannot run '" + python + "': it is not installed here; give --python PROGRAM");
  std::string text = launcher.text();
  while (!text.empty() && text.back() == '\n') text.pop_back();
  const auto last = text.rfind('\n');
  throw InvalidInput("the launcher for Dask ended with code " + std::to_string(*code) + ": " +
                     text.substr(last == std::string::npos ? 0 : last + 1));
}

}  // namespace pleuel::sweep

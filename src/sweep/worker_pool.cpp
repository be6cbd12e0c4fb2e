#include "pleuel/sweep/worker_pool.hpp"

#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <map>
#include <memory>
#include <new>

#include "pleuel/io/whole_file.hpp"
#include "pleuel/sweep/row_journal.hpp"
#include "pleuel/sweep/run_pages.hpp"
#include "pleuel/sweep/task.hpp"

namespace pleuel::sweep {
namespace {

constexpr useconds_t poll_microseconds = 10'000;
constexpr double seconds_per_report = 0.1;
constexpr int lost_output_code = 1, defect_code = 70;

double seconds_now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// What a worker shows of itself.
struct Slot {
  std::atomic<long> task = -1;    // that it computes; −1: none
  std::atomic<double> begin = 0;  // s, of the task
  std::atomic<long> n_done = 0, n_failed = 0;
};

// Memory that all processes see.
struct Board {
  std::atomic<long> next = 0;  // index of the next task
  Slot slots[1];               // as many as workers
};
static_assert(std::atomic<long>::is_always_lock_free && std::atomic<double>::is_always_lock_free);

class SharedBoard {
 public:
  explicit SharedBoard(int n_workers)
      : bytes_(sizeof(Board) + sizeof(Slot) * static_cast<std::size_t>(n_workers)) {
    void* const memory = mmap(nullptr, bytes_, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw std::bad_alloc();
    board_ = new (memory) Board;
    for (int i = 1; i < n_workers; ++i) new (&board_->slots[0] + i) Slot;
  }
  ~SharedBoard() { munmap(board_, bytes_); }
  SharedBoard(const SharedBoard&) = delete;
  SharedBoard& operator=(const SharedBoard&) = delete;

  std::atomic<long>& next() { return board_->next; }
  Slot& slot(int i) { return *(&board_->slots[0] + i); }

 private:
  std::size_t bytes_;
  Board* board_;
};

// What all workers need.
struct Orders {
  const Catalogue& catalogue;
  const Study& study;
  const std::vector<long>& tasks;
  const std::filesystem::path& folder;
  const std::filesystem::path& pages;  // empty: none
};

class Crew {
 public:
  Crew(const Orders& orders, int n_workers) : orders_(orders), board_(n_workers), workers_(n_workers) {
    for (int i = 0; i < n_workers; ++i) start(i, -1);
  }
  // Nothing is left behind if an exception passes.
  ~Crew() {
    for (Worker& worker : workers_) {
      if (worker.pid <= 0) continue;
      kill(worker.pid, SIGKILL);
      while (waitpid(worker.pid, nullptr, 0) < 0 && errno == EINTR) {
      }
    }
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;

  bool is_working() const {
    return std::ranges::any_of(workers_, [](const Worker& worker) { return worker.pid > 0; });
  }

  PoolProgress progress() {
    PoolProgress now{
        .n_done = n_done_, .n_failed = n_failed_, .n_all = static_cast<long>(orders_.tasks.size())};
    for (int i = 0; i < n_workers(); ++i) {
      now.n_done += board_.slot(i).n_done;
      now.n_failed += board_.slot(i).n_failed;
    }
    return now;
  }

  void stop() {
    is_stopping_ = true;
    for (const Worker& worker : workers_)
      if (worker.pid > 0) kill(worker.pid, SIGTERM);
  }

  // Ends workers that hang, and looks after those that ended.
  void look() {
    for (int i = 0; i < n_workers(); ++i) {
      Worker& worker = workers_[i];
      if (worker.pid <= 0) continue;
      const Slot& slot = board_.slot(i);
      if (slot.task >= 0 && seconds_now() - slot.begin > hang_seconds()) {
        worker.is_late = true;
        kill(worker.pid, SIGKILL);
      }
      int status = 0;
      const pid_t ended = waitpid(worker.pid, &status, WNOHANG);
      if (ended == worker.pid) bury(i, status);
    }
  }

 private:
  struct Worker {
    pid_t pid = -1;
    bool is_late = false;
  };

  int n_workers() const { return static_cast<int>(workers_.size()); }
  // A run looks at the clock itself; only factorisations and the reading of a model do not.
  double hang_seconds() const { return 2 * orders_.study.time_limit + 10; }

  void start(int i, long first) {
    Slot& slot = board_.slot(i);
    slot.task = -1;
    const pid_t master = getpid();
    const pid_t pid = fork();
    if (pid < 0) throw FileError(std::string("cannot start a worker: ") + std::strerror(errno));
    if (pid == 0) work(i, first, master);
    workers_[i] = {.pid = pid};
  }

  // In the worker; ends without destructors of the master's objects.
  [[noreturn]] void work(int i, long first, pid_t master) {
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != master) _exit(defect_code);
    // The master decides what Ctrl-C means; what a worker has not finished is computed again.
    signal(SIGINT, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    signal(SIGTERM, SIG_DFL);
    int code = 0;
    try {
      RowJournal journal(orders_.folder);
      Slot& slot = board_.slot(i);
      if (first >= 0) compute(slot, first, journal);
      while (true) {
        const long k = board_.next()++;
        if (k >= static_cast<long>(orders_.tasks.size())) break;
        compute(slot, orders_.tasks[k], journal);
      }
    } catch (const FileError& error) {
      (void)!::write(STDERR_FILENO, error.what(), std::strlen(error.what()));
      (void)!::write(STDERR_FILENO, "\n", 1);
      code = lost_output_code;
    } catch (...) {
      code = defect_code;
    }
    _exit(code);
  }

  void compute(Slot& slot, long task, RowJournal& journal) {
    slot.begin = seconds_now();
    slot.task = task;
    const bool has_page = !orders_.pages.empty() && !orders_.study.is_twin(task);
    const Row row = compute_task(orders_.catalogue, orders_.study, task,
                                 has_page ? page_of_run(orders_.pages, task) : std::filesystem::path());
    journal.append(row);
    ++slot.n_done;
    if (!row.is_ok) ++slot.n_failed;
    slot.task = -1;
  }

  // True if a dead worker had written the row of its task, before it could say so.
  bool has_written(pid_t pid, long task) const {
    const std::string mark = "-" + std::to_string(pid) + "-";
    for (const auto& path : journals_in(orders_.folder))
      if (path.filename().string().find(mark) != std::string::npos && last_task(path) == task) return true;
    return false;
  }

  void bury(int i, int status) {
    const pid_t pid = workers_[i].pid;
    const bool is_late = workers_[i].is_late;
    workers_[i] = {};
    const long task = board_.slot(i).task;
    if (WIFEXITED(status) && WEXITSTATUS(status) == lost_output_code)
      throw FileError("a worker could not write into '" + orders_.folder.parent_path().string() +
                      "'; rows that were written are kept: make room and give the command again");
    if (is_stopping_) return;
    const bool is_left = board_.next() < static_cast<long>(orders_.tasks.size());
    if (WIFEXITED(status) && task < 0) {
      if (WEXITSTATUS(status) != 0 && is_left) start(i, -1);
      return;
    }
    if (task < 0 || has_written(pid, task)) {
      // The counts of the slot may lack this row.
      if (is_left) start(i, -1);
      return;
    }
    const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
    const int n_deaths = ++deaths_[task];
    const bool is_crash = signal == SIGSEGV || signal == SIGABRT || signal == SIGBUS || signal == SIGFPE ||
                          signal == SIGILL || signal == 0;
    if (!is_late && !is_crash && n_deaths < WorkerPool::most_deaths) return start(i, task);
    if (is_late)
      record(late_row(orders_.study, task));
    else
      record(failed_row(orders_.study, task, "crashed",
                        signal == 0 ? "its process ended with code " + std::to_string(WEXITSTATUS(status))
                                    : "its process was ended by signal " + std::to_string(signal) + " (" +
                                          strsignal(signal) + ")" +
                                          (is_crash ? "" : ", " + std::to_string(n_deaths) + " times")));
    if (is_left) start(i, -1);
  }

  void record(const Row& row) {
    if (!journal_) journal_ = std::make_unique<RowJournal>(orders_.folder);
    journal_->append(row);
    ++n_done_;
    ++n_failed_;
  }

  const Orders& orders_;
  SharedBoard board_;
  std::vector<Worker> workers_;
  std::map<long, int> deaths_;
  std::unique_ptr<RowJournal> journal_;  // of rows for workers that died
  long n_done_ = 0, n_failed_ = 0;
  bool is_stopping_ = false;
};

}  // namespace

void WorkerPool::run(const Catalogue& catalogue, const Study& study, const std::vector<long>& tasks,
                     const Watch& watch) const {
  if (tasks.empty()) return;
  const Orders orders{catalogue, study, tasks, folder_, pages_};
  const int n = static_cast<int>(std::min<long>(n_workers_, static_cast<long>(tasks.size())));
  Crew crew(orders, n);
  double reported = 0;
  bool is_stopping = false;
  while (crew.is_working()) {
    crew.look();
    if (!is_stopping && stop_ != nullptr && *stop_) {
      is_stopping = true;
      crew.stop();
    }
    if (const double now = seconds_now(); watch && now > reported + seconds_per_report) {
      reported = now;
      watch(crew.progress());
    }
    usleep(poll_microseconds);
  }
  if (watch) watch(crew.progress());
}

}  // namespace pleuel::sweep

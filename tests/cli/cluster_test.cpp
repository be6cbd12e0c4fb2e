// Sweeps on Slurm and on Dask: the tests start and stop the services themselves, in a folder of
// their own, and are skipped where they cannot.
#include <gtest/gtest.h>
#include <pwd.h>
#include <signal.h>
#include <unistd.h>

#include <chrono>
#include <memory>
#include <thread>

#include "cli/program.hpp"

namespace pleuel::cli_test {
namespace cluster_test {

using namespace std::chrono_literals;

const std::string study = (fs::path(PLEUEL_SOURCE_DIR) / "tests/sweep/studies/forty.json").string();

bool has_program(const std::string& name) {
  return std::system(("command -v " + name + " >/dev/null 2>&1").c_str()) == 0;
}

/// A service in the foreground, ended with the object.
class Service {
 public:
  Service(const std::string& log, const std::vector<std::string>& words) {
    pid_ = fork();
    if (pid_ != 0) return;
    setpgid(0, 0);
    const int to = open(log.c_str(), O_WRONLY | O_CREAT | O_APPEND, 0600);
    dup2(to, STDOUT_FILENO);
    dup2(to, STDERR_FILENO);
    std::vector<char*> arguments;
    for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
    arguments.push_back(nullptr);
    execvp(arguments[0], arguments.data());
    _exit(127);
  }
  ~Service() {
    kill(pid_, SIGTERM);
    for (int i = 0; i < 100 && waitpid(pid_, nullptr, WNOHANG) == 0; ++i) std::this_thread::sleep_for(50ms);
    kill(-pid_, SIGKILL);
    waitpid(pid_, nullptr, WNOHANG);
  }
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  bool is_alive() const { return waitpid(pid_, nullptr, WNOHANG) == 0; }

 private:
  pid_t pid_ = -1;
};

template <class Condition>
bool comes_true(Condition condition, std::chrono::seconds limit = 30s) {
  const auto end = std::chrono::steady_clock::now() + limit;
  while (std::chrono::steady_clock::now() < end) {
    if (condition()) return true;
    std::this_thread::sleep_for(200ms);
  }
  return false;
}

std::string table_of(const fs::path& out) { return contents(out / "runs.csv"); }

// munged, slurmctld and slurmd for one node with two processors, by files in one folder.
std::string slurm_configuration(const fs::path& at) {
  char host[65] = {};
  gethostname(host, sizeof host - 1);
  const std::string folder = at.string();
  return "ClusterName=pleuel\nSlurmctldHost=" + std::string(host) +
         "(127.0.0.1)\nSlurmUser=root\nSlurmdUser=root\n"
         "AuthType=auth/munge\nAuthInfo=socket=" +
         folder +
         "/munge.socket\nCredType=cred/munge\n"
         "SlurmctldPort=16817\nSlurmdPort=16818\nStateSaveLocation=" +
         folder + "/state\nSlurmdSpoolDir=" + folder + "/spool\nSlurmctldPidFile=" + folder +
         "/ctld.pid\nSlurmdPidFile=" + folder +
         "/d.pid\n"
         "SlurmctldLogFile=" +
         folder + "/ctld.log\nSlurmdLogFile=" + folder +
         "/d.log\n"
         "ProctrackType=proctrack/pgid\nTaskPlugin=task/none\nSwitchType=switch/none\nMpiDefault=none\n"
         "SelectType=select/"
         "cons_tres\nSelectTypeParameters=CR_CPU\nReturnToService=2\nJobAcctGatherType=jobacct_gather/none\n"
         "AccountingStorageType=accounting_storage/none\nSchedulerParameters=sched_min_interval=200000\n"
         "NodeName=" +
         std::string(host) +
         " NodeAddr=127.0.0.1 CPUs=2 State=UNKNOWN\n"
         "PartitionName=test Nodes=ALL Default=YES MaxTime=INFINITE State=UP\n";
}

TEST(ClusterLong, SlurmGivesTheTableOfThisMachine) {
  for (const char* const name : {"munged", "slurmctld", "slurmd", "sbatch", "squeue"})
    if (!has_program(name))
      GTEST_SKIP() << name
                   << " is not installed; Debian: apt-get install slurmctld slurmd slurm-client munge";
  if (geteuid() != 0) GTEST_SKIP() << "slurmd needs root";
  const Scratch scratch;
  const fs::path at = scratch / "slurm";
  for (const char* const name : {"state", "spool"}) fs::create_directories(at / name);
  std::ofstream(at / "munge.key", std::ios::binary) << std::string(64, 'k');
  fs::permissions(at / "munge.key", fs::perms::owner_read);
  std::ofstream(at / "slurm.conf") << slurm_configuration(at);
  setenv("SLURM_CONF", (at / "slurm.conf").c_str(), 1);
  const std::string log = (at / "services.log").string();
  const Service munge(
      log, {"munged", "--foreground", "--force", "--key-file=" + (at / "munge.key").string(),
            "--socket=" + (at / "munge.socket").string(), "--pid-file=" + (at / "munge.pid").string(),
            "--seed-file=" + (at / "munge.seed").string(), "--log-file=" + (at / "munge.log").string(),
            "--num-threads=2"});
  if (!comes_true([&] { return fs::exists(at / "munge.socket"); }))
    GTEST_SKIP() << "munged does not start here: " << contents(log) << contents(at / "munge.log");
  const Service controller(log, {"slurmctld", "-D", "-c"});
  const Service node(log, {"slurmd", "-D"});
  const auto is_idle = [] {
    return std::system("sinfo --noheader --format=%T 2>/dev/null | grep -q idle") == 0;
  };
  if (!comes_true(is_idle, 60s))
    GTEST_SKIP() << "Slurm does not start here: " << contents(log) << contents(at / "ctld.log")
                 << contents(at / "d.log");
  ASSERT_EQ(pleuel({"sweep", study, "--out", (scratch / "local").string(), "--quiet"}).code, 0);
  const Outcome on_slurm = pleuel({"sweep", study, "--out", (scratch / "slurmed").string(), "--engine",
                                   "slurm", "--tasks", "2", "--slurm=--partition=test", "--quiet"});
  ASSERT_EQ(on_slurm.code, 0) << on_slurm.err << contents(at / "ctld.log");
  EXPECT_EQ(table_of(scratch / "local"), table_of(scratch / "slurmed"));
  EXPECT_TRUE(contents(scratch / "local/runs.h5") == contents(scratch / "slurmed/runs.h5"));
  const Outcome refused = pleuel({"sweep", study, "--out", (scratch / "refused").string(), "--engine",
                                  "slurm", "--slurm=--partition=nowhere"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_TRUE(contains(refused.err, "sbatch refused")) << refused.err;
  unsetenv("SLURM_CONF");
}

TEST(ClusterLong, DaskGivesTheTableOfThisMachine) {
  const std::string python = "/usr/bin/python3";
  if (std::system((python + " -c 'import distributed' >/dev/null 2>&1").c_str()) != 0)
    GTEST_SKIP() << "Dask is not installed; Debian: apt-get install python3-distributed";
  const Scratch scratch;
  const std::string log = (scratch / "services.log").string(), address = "tcp://127.0.0.1:18786";
  const Service scheduler(log, {python, "-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1",
                                "--port", "18786", "--no-dashboard"});
  std::vector<std::unique_ptr<Service>> workers;
  for (int i = 0; i < 2; ++i)
    workers.push_back(std::make_unique<Service>(
        log, std::vector<std::string>{python, "-m", "distributed.cli.dask_worker", address, "--nthreads", "1",
                                      "--no-dashboard", "--local-directory", (scratch / "dask").string()}));
  const auto are_there = [&] {
    const std::string text = contents(log);
    const auto first = text.find("Registered to");
    return first != std::string::npos && text.find("Registered to", first + 1) != std::string::npos;
  };
  if (!comes_true(are_there, 90s)) GTEST_SKIP() << "Dask does not start here: " << contents(log);
  ASSERT_EQ(pleuel({"sweep", study, "--out", (scratch / "local").string(), "--quiet"}).code, 0);
  const Outcome on_dask = pleuel({"sweep", study, "--out", (scratch / "dasked").string(), "--engine", "dask",
                                  "--tasks", "4", "--scheduler", address, "--python", python, "--quiet"});
  ASSERT_EQ(on_dask.code, 0) << on_dask.err << contents(log);
  EXPECT_EQ(table_of(scratch / "local"), table_of(scratch / "dasked"));
  EXPECT_TRUE(contents(scratch / "local/runs.h5") == contents(scratch / "dasked/runs.h5"));
}

TEST(ClusterLong, DaskWithoutASchedulerSaysSo) {
  if (std::system("/usr/bin/python3 -c 'import distributed' >/dev/null 2>&1") != 0)
    GTEST_SKIP() << "Dask is not installed; Debian: apt-get install python3-distributed";
  const Scratch scratch;
  const Outcome outcome = pleuel({"sweep", study, "--out", (scratch / "x").string(), "--engine", "dask",
                                  "--scheduler", "tcp://127.0.0.1:18799", "--python", "/usr/bin/python3"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "no Dask scheduler answers at 'tcp://127.0.0.1:18799'")) << outcome.err;
}

}  // namespace cluster_test
}  // namespace pleuel::cli_test

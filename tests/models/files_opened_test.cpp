// How often the files of a model are opened, as the kernel tells it.
#include <gtest/gtest.h>
#include <sys/inotify.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <map>

#include "models/case_files.hpp"
#include "pleuel/lab/advice.hpp"
#include "pleuel/problem/model_problem.hpp"
#include "pleuel/run/analysis.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel::testing {
namespace files_opened_test {

/// Counts how often the files of a folder are opened. That they are closed is asked for too: the
/// kernel joins equal events that follow each other.
class Opened {
 public:
  explicit Opened(const std::filesystem::path& folder) : queue_(inotify_init1(IN_NONBLOCK)) {
    EXPECT_GE(inotify_add_watch(queue_, folder.c_str(), IN_OPEN | IN_CLOSE), 0);
  }
  Opened(const Opened&) = delete;
  ~Opened() { close(queue_); }

  int times(const std::string& name) {
    alignas(inotify_event) char buffer[1 << 14];
    for (ssize_t n = 0; (n = read(queue_, buffer, sizeof(buffer))) > 0;)
      for (const char* at = buffer; at < buffer + n;) {
        inotify_event event;
        std::memcpy(&event, at, sizeof(event));
        if (event.mask & IN_OPEN && event.len > 0) ++times_[at + sizeof(event)];
        at += sizeof(event) + event.len;
      }
    return times_[name];
  }

 private:
  int queue_;
  std::map<std::string, int> times_;
};

/// A folder of its own with models/bolt-gmsh.json, its mesh, and a model of two such bolts.
struct Files {
  std::filesystem::path folder =
      std::filesystem::path(::testing::TempDir()) /
      ("opened-" + std::string(::testing::UnitTest::GetInstance()->current_test_info()->name()));

  Files() {
    const std::filesystem::path source = PLEUEL_SOURCE_DIR;
    std::filesystem::remove_all(folder);
    std::filesystem::create_directories(folder / "a/b/models");
    std::filesystem::create_directories(folder / "models");
    std::filesystem::copy(source / "models/bolt-gmsh.json", folder / "models");
    std::filesystem::copy(source / "models/bolt-M1.msh", folder / "models");
    std::filesystem::copy(source / "tests/cli/models/two-bolts.json", folder / "a/b/models");
  }
  ~Files() { std::filesystem::remove_all(folder); }
  std::string model() const { return (folder / "models/bolt-gmsh.json").string(); }
  /// names the mesh twice
  std::string two_bolts() const { return (folder / "a/b/models/two-bolts.json").string(); }
  std::filesystem::path mesh() const { return folder / "models/bolt-M1.msh"; }
};

TEST(FilesOfAModel, AreOpenedOnceByARun) {
  const Files files;
  Opened opened(files.folder / "models");
  const Catalogue catalogue = standard_catalogue();
  const RunResult result = run(catalogue, {.case_name = files.model(), .until = 1});
  EXPECT_EQ(result.status, RunStatus::ok) << result.message;
  EXPECT_EQ(opened.times("bolt-gmsh.json"), 1);
  EXPECT_EQ(opened.times("bolt-M1.msh"), 1);
  // Another plan builds its own bodies from what was read, even if a file is gone meanwhile.
  std::filesystem::remove(files.mesh());
  (void)plan(catalogue, {.case_name = files.model(), .settings = {{"p", "80 MPa"}}});
  EXPECT_EQ(opened.times("bolt-gmsh.json"), 1);
  EXPECT_EQ(opened.times("bolt-M1.msh"), 1);
}

TEST(FilesOfAModel, AreOpenedOnceByABench) {
  const Files files;
  Opened opened(files.folder / "models");
  const StudyRequest request{.cases = {files.model()},
                             .formulations = {"qs"},
                             .methods = {"bdf", "radau5"},
                             .tolerances = {1e-2, 1e-3},
                             .until = 1,
                             .repeats = 2};
  EXPECT_EQ(run_study(standard_catalogue(), request).rows.size(), 4u);
  EXPECT_EQ(opened.times("bolt-gmsh.json"), 1);
  EXPECT_EQ(opened.times("bolt-M1.msh"), 1);
}

TEST(FilesOfAModel, AreOpenedOnceByAdvice) {
  const Files files;
  Opened opened(files.folder / "models");
  const AdviceRequest request{.case_name = files.model(),
                              .formulations = {"qs"},
                              .methods = {"bdf", "radau5"},
                              .accuracy = 1e-2,
                              .until = 1,
                              .budget = 2};
  const Advice advice = advise(standard_catalogue(), request);
  EXPECT_GE(advice.rows.size() + advice.reference_failures.size(), 2u) << advice.message;
  EXPECT_EQ(opened.times("bolt-gmsh.json"), 1);
  EXPECT_EQ(opened.times("bolt-M1.msh"), 1);
}

TEST(FilesOfAModel, AreOpenedOnceByACheck) {
  const Files files;
  Opened opened(files.folder / "models");
  EXPECT_EQ(check_case(standard_catalogue(), {files.model()}).verdict, StartVerdict::ok);
  EXPECT_EQ(opened.times("bolt-gmsh.json"), 1);
  EXPECT_EQ(opened.times("bolt-M1.msh"), 1);
}

TEST(FilesOfAModel, AreOpenedOnceWhereTwoBodiesNameThem) {
  const Files files;
  Opened opened(files.folder / "models");
  const Problem problem = model_problem(files.two_bolts());
  (void)problem.build(OptionValues(problem.options, {}));
  EXPECT_EQ(opened.times("bolt-M1.msh"), 1);
}

TEST(FilesOfAModel, AreNotOpenedToListItsParameters) {
  const Files files;
  std::filesystem::remove(files.mesh());
  const Catalogue catalogue = standard_catalogue();
  const Problem& problem = catalogue.problem(files.model());
  ASSERT_FALSE(problem.options.empty());
  EXPECT_EQ(problem.options.front().name, "p");
  try {
    (void)plan(catalogue, {.case_name = files.model()});
    FAIL() << "a mesh is missing";
  } catch (const InvalidModel& error) {
    EXPECT_NE(std::string(error.what()).find("does not exist"), std::string::npos) << error.what();
  }
}

TEST(ElasticBodiesOfAModel, AreNotBuiltToListItsParameters) {
  // The polygon crosses itself: whoever makes its mesh throws.
  const Problem problem = model_problem_from(R"({"pleuel": 2, "name": "m", "dimension": 2,
    "parameters": {"b": "3 mm"}, "bodies": [{"name": "rod", "type": "flexible", "thickness": "b",
      "mesh": {"type": "polygon", "corners": [[0, 0], [1, 1], [1, 0], [0, 1]], "size": 1},
      "material": {"young": 2e11, "poisson": 0.3, "density": 7800},
      "frame": {"type": "tangent", "set": "edge0"}}]})");
  ASSERT_EQ(problem.options.size(), 1u);
  EXPECT_EQ(problem.options[0].name, "b");
  EXPECT_THROW((void)problem.build(OptionValues(problem.options, {})), InvalidInput);
}

// Whoever reads the head only must not hide what is wrong further down.
TEST(FaultsOfAModel, AreStatedTogetherWhereItsHeadHasOne) {
  const std::string text = R"({"pleuel": 2, "name": "m", "dimension": 2,
    "bodies": [{"name": "rod", "mass": "-1 kg", "inertia": 1}],
    "simulation": {"until": "1 kg"}})";
  try {
    (void)model_problem_from(text);
    FAIL() << "the head has a fault";
  } catch (const InvalidInput& error) {
    EXPECT_EQ(error.faults().size(), 2u) << error.what();
  }
}

}  // namespace files_opened_test
}  // namespace pleuel::testing

// check, statics and modes as a user meets them.
#include <cmath>
#include <csignal>
#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace pleuel::cli_test {
namespace analysis_test {

using Json = nlohmann::json;

TEST(CheckCommand, CountsFreedomsAndSaysHowFarTheStartWasMoved) {
  const Outcome outcome = pleuel({"check", "andrews", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["status"], "ok");
  EXPECT_EQ(json["mobility"]["freedoms_by_count"], 1);
  EXPECT_EQ(json["mobility"]["freedoms_by_rank"], 1);
  EXPECT_EQ(json["mobility"]["redundant"].size(), 0u);
  EXPECT_LT(json["initial_values_moved"]["position"], 1e-6);
  EXPECT_EQ(json["energy"]["kinetic"], 0.0);
  EXPECT_TRUE(contains(pleuel({"check", "andrews"}).out, "freedoms"));
  EXPECT_EQ(pleuel({"check", "andrews", "--quiet"}).out, "");
}

TEST(CheckCommand, ListsBodiesWithTheirMassesAndTheTotals) {
  const std::string path = std::string(PLEUEL_SOURCE_DIR) + "/models/robot.json";
  const Json json = Json::parse(pleuel({"check", path, "--json"}).out);
  ASSERT_EQ(json["bodies"].size(), 6u);
  EXPECT_EQ(json["bodies"][1]["name"], "upper_arm");
  EXPECT_EQ(json["bodies"][1]["mass"], 35.0);
  EXPECT_EQ(json["total"]["mass"], 144.0);
  EXPECT_EQ(json["total"]["inertia"].size(), 3u);
  // (60 * 0.25 + 35 * 0.73 + 25 * 1.1 + 12 * 1.17 + 4 * 1.17 + 8 * 1.2)/144
  EXPECT_NEAR(json["total"]["centre"][2].get<double>(), 96.37 / 144, 1e-14);
  const std::string text = pleuel({"check", path}).out;
  EXPECT_TRUE(contains(text, "upper_arm  35 ")) << text;
  EXPECT_TRUE(contains(text, "total      144 ")) << text;
}

TEST(CheckCommand, NamesWhatIsRedundantAndExitsWithThreeWhereARunWouldRefuse) {
  const Outcome allowed = pleuel({"check", "parallelogram", "--json"});
  EXPECT_EQ(allowed.code, 0);
  const Json json = Json::parse(allowed.out);
  EXPECT_EQ(json["mobility"]["freedoms_by_count"], 0);
  EXPECT_EQ(json["mobility"]["freedoms"], 1);
  ASSERT_EQ(json["mobility"]["redundant"].size(), 1u);
  EXPECT_EQ(json["mobility"]["redundant"][0]["kind"], "always");
  EXPECT_TRUE(contains(json["mobility"]["redundant"][0]["constraint"], "pin"));
  EXPECT_GT(json["mobility"]["reactions_not_unique"].size(), 1u);

  const Outcome refused = pleuel({"check", "parallelogram", "--set", "redundant=refuse"});
  EXPECT_EQ(refused.code, 3);
  EXPECT_TRUE(contains(refused.out, "always")) << refused.out;
  EXPECT_TRUE(contains(refused.err, "redundant=minimum-norm")) << refused.err;
  const Outcome run = pleuel({"run", "parallelogram", "--set", "redundant=refuse", "--until", "0.1"});
  EXPECT_EQ(run.code, refused.code);
}

TEST(CheckCommand, OfAContradictionExitsWithFour) {
  const Outcome outcome = pleuel({"check", "parallelogram", "--set", "shift=0.1", "--json"});
  EXPECT_EQ(outcome.code, 4) << outcome.out;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["status"], "inconsistent");
  EXPECT_EQ(json["faults"].size(), 1u);
}

TEST(CheckCommand, TakesPlainDaesAndRefusesWhatItDoesNotKnow) {
  const Json json = Json::parse(pleuel({"check", "robertson", "--json"}).out);
  EXPECT_EQ(json["status"], "ok");
  EXPECT_EQ(json["unknowns"], 3);
  const Outcome wrong = pleuel({"check", "pendulun", "--json"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_TRUE(contains(Json::parse(wrong.out)["message"], "pendulum"));
  EXPECT_EQ(pleuel({"check", "pendulum", "--set", "nonsense=1"}).code, 2);
  EXPECT_EQ(pleuel({"check"}).code, 2);
}

TEST(StaticsCommand, FindsWhereAPendulumHangsAndThatItIsStable) {
  const Outcome outcome = pleuel({"statics", "maxwell-pendulum", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["stability"], "stable");
  EXPECT_EQ(json["internal_states"]["state"], "at rest");
  EXPECT_LT(json["residuals"]["force"], 1e-8 * json["residuals"]["force_scale"].get<double>());
  EXPECT_GT(json["iterations"], 0);
  EXPECT_TRUE(contains(pleuel({"statics", "pendulum"}).out, "stable"));
}

TEST(StaticsCommand, RefusesWhatHasNoStatics) {
  EXPECT_EQ(pleuel({"statics", "robertson"}).code, 2);
  const Outcome top = pleuel({"statics", "top"});
  EXPECT_EQ(top.code, 2);
  EXPECT_TRUE(contains(top.err, "equilibria")) << top.err;
}

TEST(ModesCommand, OfTheSpringPendulumAtItsEquilibriumAreThoseOfTheFormulas) {
  const Outcome outcome = pleuel({"modes", "spring-pendulum", "--at-equilibrium", "--json"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["about"], "equilibrium");
  EXPECT_TRUE(json["at_rest"]);
  EXPECT_FALSE(json["unstable"]);
  ASSERT_EQ(json["modes"].size(), 2u);
  const double slow = json["modes"][0]["omega"], fast = json["modes"][1]["omega"];
  // ω_slow² = g/(1 + ε² g), ω_fast² = 1/ε², with g = 1.
  EXPECT_NEAR(1 / (slow * slow) - 1, 1 / (fast * fast), 1e-9);
  EXPECT_EQ(json["modes"][0]["amplitude"].size(), json["shape_names"].size());
}

TEST(ModesCommand, AboutAStateReachedSaysThatItMoves) {
  const Outcome outcome = pleuel({"modes", "pendulum", "--until", "0.7"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "not at rest")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "t = 0.7")) << outcome.out;
  EXPECT_EQ(pleuel({"modes", "pendulum", "--until", "1", "--at-equilibrium"}).code, 2);
  EXPECT_EQ(pleuel({"modes", "pendulum", "--rtol", "1e-4"}).code, 2);
  EXPECT_EQ(pleuel({"modes", "van-der-pol"}).code, 2);
}

TEST(RunCommand, OutputsOfEnergyAreInTheTrajectoryTheJsonAndTheSummary) {
  const Scratch scratch;
  const Outcome outcome = pleuel({"run", "pendulum", "--until", "1", "--outputs", "energy", "--json", "--out",
                                  (scratch / "r").string()});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const std::string csv = contents(scratch / "r/trajectory.csv");
  EXPECT_TRUE(contains(csv, "kinetic_energy [J],potential_energy [J],total_energy [J]\n"))
      << csv.substr(0, 300);
  const Json outputs = Json::parse(outcome.out)["outputs"];
  EXPECT_NEAR(outputs["kinetic_energy"].get<double>() + outputs["potential_energy"].get<double>(),
              outputs["total_energy"].get<double>(), 1e-12);
  EXPECT_TRUE(
      contains(pleuel({"run", "pendulum", "--until", "1", "--outputs", "energy"}).out, "total_energy"));
  EXPECT_EQ(pleuel({"run", "pendulum", "--outputs", "enrgy"}).code, 2);
  EXPECT_EQ(pleuel({"run", "robertson", "--outputs", "energy"}).code, 2);
}

#if PLEUEL_HAS_HDF5
/// Every HDF5 file begins so.
bool is_hdf5(const fs::path& path) { return contents(path).substr(1, 3) == "HDF"; }

TEST(RunCommand, FormatDecidesWhichTrajectoriesAreWritten) {
  const Scratch scratch;
  const auto run = [&](const std::string& format) {
    return pleuel({"run", "pendulum", "--until", "1", "--quiet", "--out", (scratch / format).string(),
                   "--format", format})
        .code;
  };
  EXPECT_EQ(run("hdf5"), 0);
  EXPECT_TRUE(is_hdf5(scratch / "hdf5/trajectory.h5"));
  EXPECT_FALSE(fs::exists(scratch / "hdf5/trajectory.csv"));
  EXPECT_EQ(run("both"), 0);
  EXPECT_TRUE(is_hdf5(scratch / "both/trajectory.h5"));
  EXPECT_TRUE(fs::exists(scratch / "both/trajectory.csv"));
  EXPECT_EQ(run("csv"), 0);
  EXPECT_FALSE(fs::exists(scratch / "csv/trajectory.h5"));
  EXPECT_EQ(run("xml"), 2);
  EXPECT_EQ(pleuel({"run", "pendulum", "--until", "1", "--format", "hdf5"}).code, 2);
}

TEST(RunCommand, AnInterruptKeepsTheHdf5Trajectory) {
  const Scratch scratch;
  const fs::path out = scratch / "r";
  Program program({"run", "pendulum", "--until", "1e7", "--every", "1", "--rtol", "1e-10", "--json", "--out",
                   out.string(), "--format", "hdf5"});
  const fs::path temporary = out / (".pleuel-" + std::to_string(program.pid()) + ".tmp");
  for (int i = 0; i < 1000 && !fs::exists(temporary); ++i) usleep(10'000);
  usleep(100'000);
  kill(program.pid(), SIGINT);
  const Outcome outcome = program.wait();
  EXPECT_EQ(outcome.code, 130);
  EXPECT_TRUE(is_hdf5(out / "trajectory.h5"));
  EXPECT_FALSE(fs::exists(temporary));
}

TEST(RunCommand, AFullDiskKeepsTheRowsThatFoundRoomInTheHdf5File) {
  const Scratch scratch;
  const std::string command = "ulimit -f 2048; exec " + std::string(PLEUEL_PROGRAM) +
                              " run pendulum --until 1e7 --json --format hdf5 --out " +
                              (scratch / "r").string() + " >" + (scratch / "out").string() + " 2>" +
                              (scratch / "err").string();
  const int status = std::system(command.c_str());
  ASSERT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 1);
  EXPECT_EQ(Json::parse(contents(scratch / "out"))["status"], "interrupted");
  EXPECT_TRUE(contains(contents(scratch / "err"), "trajectory.h5")) << contents(scratch / "err");
  EXPECT_TRUE(is_hdf5(scratch / "r/trajectory.h5"));
  EXPECT_GT(fs::file_size(scratch / "r/trajectory.h5"), 500'000u);  // of 1 or 2 MiB
  EXPECT_EQ(std::distance(fs::directory_iterator(scratch / "r"), fs::directory_iterator()), 3);
}
#endif

}  // namespace analysis_test
}  // namespace pleuel::cli_test

// Events and plain DAEs as a user of the program meets them.
#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace pleuel::cli_test {
namespace events_test {

using Json = nlohmann::json;

TEST(EventsCommand, EventsAreListedInTheJsonAndTheSummary) {
  const Outcome json_run = pleuel({"run", "impact-pendulum", "--json"});
  ASSERT_EQ(json_run.code, 0) << json_run.err;
  const Json json = Json::parse(json_run.out);
  ASSERT_EQ(json["events"].size(), 5u);
  EXPECT_EQ(json["events"][0]["name"], "wall");
  EXPECT_EQ(json["events"][0]["effect"], "jump");
  EXPECT_NEAR(json["events"][0]["t"], 0.5348, 1e-4);
  EXPECT_TRUE(json["ended_by"].is_null());
  EXPECT_TRUE(contains(pleuel({"run", "impact-pendulum"}).out, "wall: 5 times"));
}

TEST(EventsCommand, ATerminalEventIsSuccess) {
  const Outcome outcome = pleuel({"run", "impact-pendulum", "--set", "wall=stop", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["status"], "ok");
  EXPECT_EQ(json["ended_by"], "wall");
  EXPECT_LT(json["t"], json["t_end"]);
}

TEST(EventsCommand, AccumulatingEventsExitWithFiveAndKeepTheTrajectory) {
  const Scratch scratch;
  const Outcome outcome =
      pleuel({"run", "bouncing-ball", "--until", "5", "--json", "--out", (scratch / "ball").string()});
  EXPECT_EQ(outcome.code, 5);
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["failure"]["kind"], "zeno_events");
  EXPECT_EQ(json["failure"]["worst"], "impact");
  EXPECT_FALSE(json["failure"]["inequality"].get<std::string>().empty());
  EXPECT_FALSE(json["failure"]["remedy"].get<std::string>().empty());
  const std::string csv = contents(scratch / "ball/trajectory.csv");
  EXPECT_GT(std::count(csv.begin(), csv.end(), '\n'), 150);
}

TEST(PlainDaeCommand, RunsWithoutAFormulationAndHasNullsWhereAMechanismHasNumbers) {
  const Outcome outcome = pleuel({"run", "van-der-pol", "--json", "--rtol", "1e-7"});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const Json json = Json::parse(outcome.out);
  EXPECT_EQ(json["formulation"], "dae");
  EXPECT_GT(json["reference"]["scd"], 5);
  EXPECT_TRUE(json["residuals"]["position"].is_null());
  EXPECT_TRUE(json["energy_drift"].is_null());
  const Outcome text = pleuel({"run", "robertson", "--until", "40"});
  EXPECT_EQ(text.code, 0);
  EXPECT_FALSE(contains(text.out, "constraints"));
  EXPECT_FALSE(contains(text.out, "nan"));
}

TEST(PlainDaeCommand, AFormulationForItIsAnErrorOfUsage) {
  const Outcome outcome = pleuel({"run", "robertson", "--formulation", "ggl1"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "plain DAE")) << outcome.err;
}

}  // namespace events_test
}  // namespace pleuel::cli_test

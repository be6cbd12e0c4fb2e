// Tournaments: what they recommend is checked against digits that they do not see.
#include "pleuel/lab/advice.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "pleuel/base/error.hpp"
#include "pleuel/lab/advice_files.hpp"
#include "pleuel/lab/advice_words.hpp"
#include "pleuel/lab/csv.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace advice_test {

using Json = nlohmann::json;

AdviceRequest small_request(const std::string& case_name) {
  AdviceRequest request;
  request.case_name = case_name;
  request.formulations = {"ggl1", "rcd0", "ovd1"};
  request.methods = {"radau5", "bdf"};
  return request;
}

const Catalogue& catalogue() {
  static const Catalogue all = standard_catalogue();
  return all;
}

// Each component is within ε of its largest value over the run, so a group of n of them within ε √n
// max |x|.
TEST(Advice, ThePendulumsRecommendationHasTheAccuracyAgainstItsAnalyticSolution) {
  AdviceRequest request = small_request("pendulum");
  request.until = 2;
  for (const double accuracy : {1e-3, 1e-6}) {
    request.accuracy = accuracy;
    const Advice advice = advise(catalogue(), request);
    ASSERT_EQ(advice.status, AdviceStatus::recommended) << advice.message;
    const StudyRow& row = advice.recommended()->row;
    EXPECT_LE(advice.recommended()->errors.largest(request.groups), accuracy);
    // √(2 g l), g < 13.76 m/s² [Ste15, Table 3], l = 1 m
    const double fastest = std::sqrt(2 * 13.76);
    EXPECT_LE(row.comparison.error_q, accuracy * std::sqrt(2.0));
    EXPECT_LE(row.comparison.error_v, accuracy * std::sqrt(2.0) * fastest);
    EXPECT_LE(advice.reference->agreement.largest(request.groups), accuracy / 2);
    EXPECT_GE(row.repeats, 1);
  }
}

TEST(Advice, AndrewsRecommendationHasTheAccuracyAgainstPublishedDigits) {
  const Advice advice = advise(catalogue(), small_request("andrews"));
  ASSERT_EQ(advice.status, AdviceStatus::recommended) << advice.message;
  const double largest = 15.9;  // rad: the crank's angle at the end is 15.81
  EXPECT_LE(advice.recommended()->row.comparison.error_q, 1e-4 * std::sqrt(7.0) * largest);
}

TEST(Advice, TheRecommendedLineRunsAndGivesTheRowThatItWasRecommendedFor) {
  const Advice advice = advise(catalogue(), small_request("andrews"));
  ASSERT_NE(advice.recommended(), nullptr);
  const StudyRow& row = advice.recommended()->row;
  EXPECT_EQ(advice.command, "pleuel run andrews --formulation " + row.key.formulation + " --method " +
                                row.key.method + " --rtol " + csv_number(row.key.rtol));
  RunRequest request;
  request.case_name = "andrews";
  request.formulation = row.key.formulation;
  request.method = row.key.method;
  request.tolerance = {.rtol = row.key.rtol, .atol = row.key.rtol};
  const RunResult result = run(catalogue(), request);
  EXPECT_EQ(result.statistics.steps, row.statistics.steps);
  EXPECT_EQ(result.comparison->error_q, row.comparison.error_q);
}

TEST(Advice, TheFirstOfTheRankingIsTheFastestUnlessADriftWasAvoided) {
  const Advice advice = advise(catalogue(), small_request("andrews"));
  ASSERT_FALSE(advice.ranking.empty());
  for (const std::size_t i : advice.ranking) {
    EXPECT_EQ(advice.rows[i].outcome, AdviceOutcome::reached);
    const double tie = advice.is_steadier_preferred ? 1.1 : 1;
    EXPECT_LE(advice.recommended()->row.cpu_seconds, tie * advice.rows[i].row.cpu_seconds);
  }
}

TEST(Advice, AModelFileIsACaseAndItsSettingsStandInTheLine) {
  AdviceRequest request = small_request(std::string(PLEUEL_SOURCE_DIR) + "/models/pendulum.json");
  request.until = 1;
  request.settings = {{"error", "strict"}};
  const Advice advice = advise(catalogue(), request);
  ASSERT_EQ(advice.status, AdviceStatus::recommended) << advice.message;
  EXPECT_NE(advice.command.find("/models/pendulum.json"), std::string::npos);
  EXPECT_NE(advice.command.find(" --until 1 --set error=strict"), std::string::npos) << advice.command;
}

TEST(Advice, AnAccuracyBelowRoundingHasNoReferenceAndSaysSo) {
  AdviceRequest request = small_request("pendulum");
  request.until = 2;
  request.accuracy = 1e-15;
  const Advice advice = advise(catalogue(), request);
  EXPECT_EQ(advice.status, AdviceStatus::no_reference);
  EXPECT_TRUE(advice.rows.empty());
  EXPECT_NE(advice.message.find("no reference: "), std::string::npos) << advice.message;
  EXPECT_NE(advice.message.find("--accuracy"), std::string::npos) << advice.message;
}

// A method of order two needs some hundred thousand steps.
TEST(Advice, WhereNoAllowedCombinationHasTheAccuracyNothingIsRecommended) {
  AdviceRequest request = small_request("pendulum");
  request.methods = {"bdf2"};
  request.until = 2;
  request.accuracy = 1e-9;
  request.groups = {Group::q};
  const Advice advice = advise(catalogue(), request);
  EXPECT_EQ(advice.status, AdviceStatus::nothing_reached) << advice.message;
  EXPECT_EQ(advice.recommended(), nullptr);
  EXPECT_EQ(advice.command, "");
  ASSERT_EQ(set_aside(advice).size(), 3u);
  EXPECT_NE(set_aside(advice).front().reason.find("error "), std::string::npos);
}

TEST(Advice, ACaseOfWhichNoRunEndsSaysWhy) {
  AdviceRequest request = small_request("pendulum");
  request.settings = {{"max_steps", "3"}};
  const Advice advice = advise(catalogue(), request);
  EXPECT_EQ(advice.status, AdviceStatus::all_failed) << advice.message;
  EXPECT_NE(advice.message.find("no run came to its end"), std::string::npos) << advice.message;
  EXPECT_NE(advice.message.find("pleuel check pendulum"), std::string::npos) << advice.message;
  EXPECT_FALSE(advice.reference_failures.empty());
}

TEST(Advice, ACaseWithRedundantConstraintsIsRefusedWithTheJointsNamed) {
  AdviceRequest request =
      small_request(std::string(PLEUEL_SOURCE_DIR) + "/tests/models/files/pin-given-twice.json");
  request.formulations = {};
  request.settings = {{"redundant", "refuse"}};
  try {
    (void)advise(catalogue(), request);
    ADD_FAILURE() << "advice was given";
  } catch (const RedundantConstraints& error) {
    EXPECT_NE(std::string(error.what()).find("pin2"), std::string::npos) << error.what();
  }
}

TEST(Advice, ACombinationThatThrowsIsSetAsideWithItsReason) {
  Catalogue some = standard_catalogue();
  for (Method& method : some.methods)
    if (method.name == "bdf")
      method.make = [](Dae&, const StepSettings&, const OptionValues&) -> std::unique_ptr<Integrator> {
        throw std::length_error("no such length");
      };
  AdviceRequest request = small_request("pendulum");
  request.until = 1;
  const Advice advice = advise(some, request);
  ASSERT_EQ(advice.status, AdviceStatus::recommended) << advice.message;
  EXPECT_EQ(advice.recommended()->row.key.method, "radau5");
  bool is_told = false;
  for (const auto& pair : set_aside(advice))
    is_told = is_told || pair.reason.find("no such length") != std::string::npos;
  EXPECT_TRUE(is_told);
}

TEST(Advice, AStopEndsItAtOnce) {
  const std::atomic<bool> stop = true;
  const Advice advice = advise(catalogue(), small_request("pendulum"), {.stop = &stop});
  EXPECT_EQ(advice.end, StudyEnd::interrupted);
  EXPECT_EQ(advice.recommended(), nullptr);
}

TEST(Advice, WrongRequestsAreRefusedWithAllThatIsWrong) {
  AdviceRequest request = small_request("pendulum");
  request.accuracy = 0;
  request.budget = -1;
  try {
    (void)advise(catalogue(), request);
    ADD_FAILURE();
  } catch (const InvalidInput& error) {
    EXPECT_EQ(error.faults().size(), 2u);
  }
  request = small_request("pendulum");
  request.methods = {"radua5"};
  EXPECT_THROW((void)advise(catalogue(), request), InvalidInput);
}

TEST(Advice, FilesHoldEveryRun) {
  AdviceRequest request = small_request("pendulum");
  request.until = 1;
  const Advice advice = advise(catalogue(), request);
  const Json json = Json::parse(advice_json(advice));
  for (const char* key : {"case", "title", "t_end", "accuracy", "groups", "budget_seconds", "seconds",
                          "status", "end", "message", "recommendation", "runners_up", "reference",
                          "set_aside", "refused", "not_tried", "reference_failures", "runs", "environment"})
    EXPECT_TRUE(json.contains(key)) << key;
  EXPECT_EQ(json["status"], "recommended");
  EXPECT_EQ(json["recommendation"]["command"], advice.command);
  EXPECT_EQ(json["runs"].size(), advice.rows.size());
  EXPECT_EQ(json["runners_up"].size() + 1, advice.ranking.size());
  EXPECT_LE(json["recommendation"]["relative_errors"]["q"], 1e-4);
  EXPECT_TRUE(json["recommendation"]["relative_errors"]["s"].is_null());
  const CsvTable csv("advice.csv", advice_csv(advice));
  ASSERT_EQ(csv.size(), advice.rows.size());
  EXPECT_EQ(csv.text(0, "outcome"), name_of(advice.rows[0].outcome));
  EXPECT_EQ(csv.number(0, "relative_q"), advice.rows[0].errors.q);
}

TEST(Advice, WordsWithBlanksAreQuotedForAShell) {
  Advice advice;
  advice.request.case_name = "my file's.json";
  advice.rows = {{.row = {}, .errors = {}, .outcome = AdviceOutcome::reached}};
  RunKey& key = advice.rows[0].row.key;
  key.formulation = "ggl1";
  key.method = "radau5";
  key.rtol = 1e-5;
  key.atol = 1e-8;
  advice.ranking = {0};
  EXPECT_EQ(command_of(advice),
            "pleuel run 'my file'\\''s.json' --formulation ggl1 --method radau5 --rtol 1e-05 --atol 1e-08");
}

}  // namespace advice_test
}  // namespace pleuel

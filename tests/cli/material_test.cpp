// pleuel material as a user meets it.
#include <nlohmann/json.hpp>

#include "cli/program.hpp"

namespace pleuel::cli_test {
namespace material_test {

using Json = nlohmann::json;

double value(const Json& study, std::size_t curve, std::size_t row, const std::string& column) {
  const auto& names = study["columns"];
  const auto k = static_cast<std::size_t>(std::find(names.begin(), names.end(), column) - names.begin());
  return study["curves"][curve]["rows"][row][k];
}

TEST(MaterialCommand, PullsAtSeveralRatesAndWritesTableCurveAndPicture) {
  const Scratch scratch;
  const Outcome outcome = pleuel({"material", "SS316-S-600C", "--rate", "1e-3,1e-5", "--strain", "0.03",
                                  "--out", (scratch / "curves").string()});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(contains(outcome.out, "tension test of SS316-S-600C, uniaxial"));
  EXPECT_TRUE(contains(outcome.out, "a substitute: not a published parameter set"))
      << "the caution must be shown";
  EXPECT_TRUE(contains(outcome.out, "189.00537")) << outcome.out;
  const std::string csv = contents(scratch / "curves/curve.csv");
  EXPECT_TRUE(contains(csv, "# SS316-S-600C: a substitute"));
  EXPECT_TRUE(contains(csv, "\nrate,t,eps11,sigma11,ep11,Z_I,beta11,p\n"));
  EXPECT_EQ(std::count(csv.begin(), csv.end(), '\n'), 3 + 2 * 201);
  const std::string svg = contents(scratch / "curves/curve.svg");
  EXPECT_TRUE(svg.starts_with("<svg") && svg.ends_with("</svg>\n"));
  EXPECT_TRUE(contains(svg, "a substitute: not a published parameter set"));
  const Json json = Json::parse(contents(scratch / "curves/material.json"));
  EXPECT_EQ(json["curves"].size(), 2u);
}

TEST(MaterialCommand, KnowsTheTestsOfTheLiterature) {
  const Json relaxed = Json::parse(pleuel({"material", "SS316-S-600C", "--test", "relaxation", "--hold",
                                           "1e5", "--at", "10,10010,100010", "--json"})
                                       .out);
  EXPECT_EQ(relaxed["status"], "ok");
  EXPECT_NEAR(value(relaxed, 0, 0, "sigma11"), 170.3105647, 2e-5);
  EXPECT_NEAR(value(relaxed, 0, 1, "sigma11"), 145.1715429, 2e-5);
  EXPECT_NEAR(value(relaxed, 0, 2, "sigma11"), 134.5306702, 2e-5);
  const Json crept =
      Json::parse(pleuel({"material", "SS316-S-600C", "--test", "creep", "--stress", "150MPa", "--hold",
                          "1e6", "--at", "100,1e6", "--state", "solid", "--method", "bdf", "--json"})
                      .out);
  EXPECT_EQ(crept["state"], "solid");
  EXPECT_NEAR(value(crept, 0, 0, "ep11"), 0.004499902158, 1e-8);
  EXPECT_NEAR(value(crept, 0, 1, "ep11"), 0.04215297843, 1e-8);
  const Json cycled = Json::parse(pleuel({"material", "SS316-S-600C", "--test", "cyclic", "--strain", "0.005",
                                          "--cycles", "1.25", "--at", "5,15,25", "--json"})
                                      .out);
  EXPECT_NEAR(value(cycled, 0, 1, "sigma11"), -169.529322, 2e-5);
  EXPECT_NEAR(value(cycled, 0, 2, "sigma11"), 175.3526893, 2e-5);
}

TEST(MaterialCommand, FollowsATable) {
  const Scratch scratch;
  std::ofstream(scratch / "path.csv")
      << "t,eps11,eps22,gamma12\n0,0,0,0\n10,0.008,0,0\n20,0.008,0,0.012\n30,0,0,0\n";
  const std::vector<std::string> line = {
      "material", "SS316-S-600C", "--test", "path",     "--path", (scratch / "path.csv").string(),
      "--state",  "plane-stress", "--at",   "10,20,30", "--json"};
  const Json json = Json::parse(pleuel(line).out);
  EXPECT_NEAR(value(json, 0, 0, "sigma22"), 96.74781658, 2e-5);
  EXPECT_NEAR(value(json, 0, 2, "sigma12"), -63.77509646, 2e-5);
  std::ofstream(scratch / "path.csv") << "t,eps11,sigma11\n0,0,0\n1,1,1\n";
  const Json refused = Json::parse(pleuel(line).out);
  EXPECT_TRUE(contains(refused["message"], "cannot both be prescribed")) << refused;
}

TEST(MaterialCommand, TakesASetOfTheUsersAndALawWithItsParameters) {
  const Scratch scratch;
  std::ofstream(scratch / "own.json") << R"({ "law": "norton", "title": "mine",
    "parameters": { "E": "100 GPa", "nu": 0.3, "rate": "1e-6 1/s", "sigma0": "100 MPa", "n": 3 } })";
  const std::vector<std::string> creep = {"--test", "creep", "--stress", "200MPa", "--hold",
                                          "1000",   "--at",  "1000",     "--json"};
  std::vector<std::string> line = {"material", (scratch / "own.json").string()};
  line.insert(line.end(), creep.begin(), creep.end());
  EXPECT_NEAR(value(Json::parse(pleuel(line).out), 0, 0, "ep11"), 8e-3, 1e-9);
  line = {"material", "norton",    "--set", "E=100GPa",       "--set", "nu=0.3",
          "--set",    "rate=1e-6", "--set", "sigma0=0.1 GPa", "--set", "n=3"};
  line.insert(line.end(), creep.begin(), creep.end());
  EXPECT_NEAR(value(Json::parse(pleuel(line).out), 0, 0, "ep11"), 8e-3, 1e-9);
}

TEST(MaterialCommand, ANumberThatIsNotFiniteFailsAndIsNotWritten) {
  const Scratch scratch;
  const std::vector<std::string> line = {
      "material",   "B1900+Hf-871C", "--set",        "E=1e-308", "--test",
      "relaxation", "--state",       "plane-stress", "--out",    (scratch / "out").string()};
  const Outcome outcome = pleuel(line);
  EXPECT_EQ(outcome.code, 5) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "is not a finite number")) << outcome.err;
  EXPECT_TRUE(contains(outcome.err, "try:     check the parameters")) << outcome.err;
  EXPECT_FALSE(contains(outcome.out, "nan")) << outcome.out;
  EXPECT_FALSE(contains(contents(scratch / "out" / "curve.csv"), "nan"));
}

struct Wrong {
  std::vector<std::string> line;
  int code;
  std::string said;
};

TEST(MaterialCommand, RefusesWhatMakesNoSense) {
  const Scratch scratch;
  std::ofstream(scratch / "bad.json") << "{ \"law\": \"norton\", \"parameters\": { \"E\": \"1 kg\" } }";
  for (const Wrong& wrong : std::vector<Wrong>{
           {{"SS316"}, 2, "SS316-S-600C"},
           {{"SS316-S-600C", "--test", "bending"}, 2, "unknown test of a material 'bending'"},
           {{"SS316-S-600C", "--state", "plain-stress"}, 2, "did you mean 'plane-stress'"},
           {{"SS316-S-600C", "--set", "D0=-1e4"},
            3,
            "D0, limiting strain rate, is -10000 1/s; it must be positive"},
           {{"SS316-S-600C", "--set", "Z1=100MPa"}, 3, "lies below Z0"},
           {{"SS316-S-600C", "--set", "n=0"}, 3, "must be positive"},
           {{"SS316-S-600C", "--set", "nu=0.5"}, 3, "between -1 and 0.5"},
           {{"SS316-S-600C", "--set", "Z9=1"}, 2, "unknown parameter or option"},
           {{"SS316-S-600C", "--set", "Z0=3 s"}, 2, "must be in Pa"},
           {{"SS316-S-600C", "--state", "solid", "--set", "states=10"}, 3, "a layout for plane stress"},
           {{"SS316-S-600C", "--test", "creep", "--stress", "150"}, 2, "which has no unit"},
           {{"SS316-S-600C", "--stress", "150MPa"}, 2, "--stress does not apply to the test tension"},
           {{"SS316-S-600C", "--rate", "-1"}, 2, "the rate of the test is -1"},
           {{"SS316-S-600C", "--test", "path"}, 2, "--path FILE.csv"},
           {{"SS316-S-600C", "--method", "alpha"}, 2, "motions of masses"},
           {{"SS316-S-600C", "--rtol", "0"}, 2, "rtol is 0"},
           {{"SS316-S-600C", "--at", "100"}, 2, "t = 100"},
           {{"norton"}, 3, "rate, creep rate at sigma0 in 1/s, is missing"},
           {{(scratch / "bad.json").string()}, 3, "bad.json:1:41: E: is '1 kg'"},
           {{(scratch / "none.json").string()}, 3, "cannot be opened"},
       }) {
    std::vector<std::string> line = {"material"};
    line.insert(line.end(), wrong.line.begin(), wrong.line.end());
    const Outcome outcome = pleuel(line);
    EXPECT_EQ(outcome.code, wrong.code) << outcome.err;
    EXPECT_TRUE(contains(outcome.err, wrong.said)) << outcome.err;
    EXPECT_EQ(outcome.out, "");
    line.push_back("--json");
    const Outcome json = pleuel(line);
    EXPECT_EQ(json.code, wrong.code);
    EXPECT_EQ(Json::parse(json.out)["status"], "failed");
  }
}

TEST(MaterialCommand, LeavesNoDirectoryBehindWhenItIsRefused) {
  const Scratch scratch;
  const auto out = scratch / "none";
  EXPECT_EQ(pleuel({"material", "SS316-S-600C", "--rate", "0", "--out", out.string()}).code, 2);
  EXPECT_FALSE(fs::exists(out));
}

TEST(MaterialCommand, ThatFailsSaysWhereAndKeepsTheCurve) {
  const Scratch scratch;
  const Outcome outcome =
      pleuel({"material", "SS316-S-600C", "--timeout", "1e-9", "--out", (scratch / "out").string()});
  EXPECT_EQ(outcome.code, 5);
  EXPECT_TRUE(contains(outcome.err, "where:")) << outcome.err;
  EXPECT_GT(contents(scratch / "out/curve.csv").size(), 100u);
}

TEST(ListCommand, ShowsLawsAndSetsOfMaterials) {
  const Outcome all = pleuel({"list", "materials"});
  EXPECT_EQ(all.code, 0);
  for (const char* name :
       {"elastic", "chan-bodner-lindholm", "perzyna", "norton", "B1900+Hf-871C", "SS316-S-600C"})
    EXPECT_TRUE(contains(all.out, name)) << name;
  EXPECT_TRUE(contains(all.out, "not verified"));
  EXPECT_TRUE(contains(pleuel({"list", "materials", "norton"}).out, "sigma0"));
  const std::string set = pleuel({"list", "materials", "B1900+Hf-871C"}).out;
  EXPECT_TRUE(contains(set, "Caution: not verified"));
  EXPECT_TRUE(contains(set, "0.33"));
  EXPECT_EQ(pleuel({"list", "materials", "nortn"}).code, 2);
}

}  // namespace material_test
}  // namespace pleuel::cli_test

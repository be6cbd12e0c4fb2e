// The formats of a run: any list of them, older spellings, and what is said to a wrong one.
#include <set>

#include "cli/program.hpp"
#include "pleuel/io/format_catalogue.hpp"

namespace pleuel::cli_test {
namespace format_test {

using Names = std::set<std::string>;

const std::string elastic_model = std::string(PLEUEL_SOURCE_DIR) + "/models/fe-slider-crank.json";

bool is_available(const std::string& name) {
  for (const Format& format : format_catalogue())
    if (format.name == name) return format.is_available();
  return false;
}

// The files of a short run of the elastic slider crank, without manifest.json and run.json;
// pictures of single samples count once.
Names files_of(const std::vector<std::string>& options) {
  const Scratch scratch;
  std::vector<std::string> line = {"run",     elastic_model, "--until",
                                   "1e-4",    "--at",        "0,0.5e-4",
                                   "--quiet", "--out",       (scratch / "r").string()};
  line.insert(line.end(), options.begin(), options.end());
  const Outcome outcome = pleuel(line);
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  if (outcome.code != 0) return {};
  Names names;
  for (const auto& entry : fs::directory_iterator(scratch / "r")) {
    const std::string name = entry.path().filename().string();
    if (name == "manifest.json" || name == "run.json") continue;
    names.insert(name.ends_with(".vtu") ? "*.vtu" : name);
  }
  return names;
}

// With the page, where this build has pages.
Names with_page(Names names) {
  if (is_available("page")) names.insert("run.html");
  return names;
}

Outcome refused(const std::vector<std::string>& options) {
  std::vector<std::string> line = {"run", "pendulum", "--until", "0.1", "--quiet"};
  line.insert(line.end(), options.begin(), options.end());
  const Outcome outcome = pleuel(line);
  EXPECT_EQ(outcome.code, 2) << outcome.err;
  return outcome;
}

TEST(Formats, AListNamesTheFilesAndThePageComesWithIt) {
  EXPECT_EQ(files_of({}), with_page({"trajectory.csv"}));
  EXPECT_EQ(files_of({"--format", "vtk"}), with_page({"rod.pvd", "*.vtu"}));
  EXPECT_EQ(files_of({"--format", "vtk,csv"}), with_page({"trajectory.csv", "rod.pvd", "*.vtu"}));
  EXPECT_EQ(files_of({"--format", "vtk", "--format", "csv"}), files_of({"--format", "csv,vtk,csv"}));
  EXPECT_EQ(files_of({"--format", "vtk", "--no-page"}), (Names{"rod.pvd", "*.vtu"}));
}

TEST(Formats, ThePageMayBeTheOnlyFile) {
  if (!is_available("page")) GTEST_SKIP() << "this build has no pages";
  EXPECT_EQ(files_of({"--format", "page"}), Names{"run.html"});
}

TEST(Formats, OlderSpellingsMeanTheSame) {
  EXPECT_EQ(files_of({"--vtk"}), files_of({"--format", "csv,vtk"}));
  EXPECT_EQ(files_of({"--vtk", "--vtk-scale", "2", "--no-page"}),
            files_of({"--format", "csv,vtk", "--vtk-scale", "2", "--no-page"}));
  if (!is_available("hdf5")) GTEST_SKIP() << "this build has no HDF5";
  EXPECT_EQ(files_of({"--format", "both"}), with_page({"trajectory.csv", "trajectory.h5"}));
  EXPECT_EQ(files_of({"--format", "csv,hdf5"}), with_page({"trajectory.csv", "trajectory.h5"}));
  EXPECT_EQ(files_of({"--format", "hdf5", "--vtk"}), files_of({"--format", "hdf5,vtk"}));
}

TEST(Formats, AnUnknownNameIsRefusedWithTheNearestAndAll) {
  const Scratch scratch;
  const std::string said = refused({"--out", (scratch / "r").string(), "--format", "csv,hfd5,pgae"}).err;
  EXPECT_TRUE(contains(said, "unknown format 'hfd5'; did you mean 'hdf5'? (csv, hdf5, vtk, page)")) << said;
  EXPECT_TRUE(contains(said, "did you mean 'page'")) << said;
  EXPECT_FALSE(fs::exists(scratch / "r"));
}

TEST(Formats, AFormatNeedsAFolderAndACaseThatHasWhatItShows) {
  const Scratch scratch;
  const std::string out = (scratch / "r").string();
  EXPECT_TRUE(contains(refused({"--format", "csv"}).err, "--out DIR"));
  EXPECT_TRUE(contains(refused({"--format", "vtk", "--out", out}).err,
                       "--format vtk: 'pendulum' has no elastic body"));
  EXPECT_TRUE(contains(refused({"--vtk-scale", "2", "--format", "csv", "--out", out}).err, "--vtk-scale"));
  EXPECT_TRUE(contains(refused({"--format", "page", "--no-page", "--out", out}).err, "--no-page"));
  EXPECT_FALSE(fs::exists(out));
}

TEST(Formats, ANamedFormatThatThisBuildDoesNotHaveIsRefusedWithTheRemedy) {
  const Scratch scratch;
  for (const Format& format : format_catalogue()) {
    if (format.is_available()) continue;
    EXPECT_TRUE(
        contains(refused({"--format", format.name, "--out", (scratch / "r").string()}).err, format.remedy))
        << format.name;
  }
}

TEST(Formats, TheListAndTheManualHaveEveryFormat) {
  const std::string all = pleuel({"list", "formats"}).out;
  const std::string help = pleuel({"run", "--help"}).out, bash = pleuel({"list", "completion", "bash"}).out;
  std::string names, offered;
  for (const Format& format : format_catalogue()) {
    EXPECT_TRUE(contains(all, format.name + ": " + format.title)) << format.name;
    EXPECT_TRUE(contains(all, "writes " + format.files)) << format.name;
    EXPECT_TRUE(contains(pleuel({"list", "formats", format.name}).out, format.files)) << format.name;
    names += (names.empty() ? "" : ", ") + format.name;
    offered += (offered.empty() ? "" : " ") + format.name;
  }
  EXPECT_TRUE(contains(help, names)) << help;
  EXPECT_TRUE(contains(bash, "'run --format') _pleuel_words \"" + offered + "\"")) << bash;
  EXPECT_TRUE(contains(pleuel({"list", "manual"}).out, names));
  EXPECT_EQ(pleuel({"list", "formats", "vkt"}).code, 2);
}

}  // namespace format_test
}  // namespace pleuel::cli_test

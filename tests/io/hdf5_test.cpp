// Trajectories as HDF5 files, read back by the library itself.
#include <gtest/gtest.h>

#include "pleuel/io/hdf5_format.hpp"

#if PLEUEL_HAS_HDF5
#include <hdf5.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "pleuel/io/whole_file.hpp"
#include "pleuel/run/run.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace hdf5_test {

namespace fs = std::filesystem;

/// What a file holds; every call opens and closes what it needs.
class Hdf5File {
 public:
  explicit Hdf5File(const fs::path& path) : id_(H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT)) {}
  ~Hdf5File() { H5Fclose(id_); }
  Hdf5File(const Hdf5File&) = delete;
  Hdf5File& operator=(const Hdf5File&) = delete;
  bool is_open() const { return id_ >= 0; }
  bool has(const char* name) const { return H5Lexists(id_, name, H5P_DEFAULT) > 0; }

  std::vector<hsize_t> extent(const char* name) const {
    const hid_t set = H5Dopen2(id_, name, H5P_DEFAULT), space = H5Dget_space(set);
    std::vector<hsize_t> sizes(H5Sget_simple_extent_ndims(space));
    H5Sget_simple_extent_dims(space, sizes.data(), nullptr);
    H5Sclose(space);
    H5Dclose(set);
    return sizes;
  }
  std::vector<double> numbers(const char* name) const {
    hsize_t n = 1;
    for (const hsize_t size : extent(name)) n *= size;
    std::vector<double> values(n);
    const hid_t set = H5Dopen2(id_, name, H5P_DEFAULT);
    EXPECT_GE(H5Dread(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()), 0);
    H5Dclose(set);
    return values;
  }
  std::vector<std::string> texts(const char* name) const {
    const hid_t set = H5Dopen2(id_, name, H5P_DEFAULT), space = H5Dget_space(set), type = H5Dget_type(set);
    std::vector<char*> words(H5Sget_simple_extent_npoints(space));
    EXPECT_GE(H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, words.data()), 0);
    std::vector<std::string> result(words.begin(), words.end());
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, words.data());
    H5Tclose(type);
    H5Sclose(space);
    H5Dclose(set);
    return result;
  }
  /// Of the data set `place`, or of the file for "/".
  std::vector<std::string> attribute(const char* place, const char* name) const {
    const hid_t a = H5Aopen_by_name(id_, place, name, H5P_DEFAULT, H5P_DEFAULT), space = H5Aget_space(a),
                type = H5Aget_type(a);
    std::vector<char*> words(H5Sget_simple_extent_npoints(space));
    EXPECT_GE(H5Aread(a, type, words.data()), 0);
    std::vector<std::string> result(words.begin(), words.end());
    H5Dvlen_reclaim(type, space, H5P_DEFAULT, words.data());
    H5Tclose(type);
    H5Sclose(space);
    H5Aclose(a);
    return result;
  }
  double number_attribute(const char* name) const {
    const hid_t a = H5Aopen(id_, name, H5P_DEFAULT);
    double value = 0;
    EXPECT_GE(H5Aread(a, H5T_NATIVE_DOUBLE, &value), 0);
    H5Aclose(a);
    return value;
  }

 private:
  hid_t id_;
};

class Hdf5 : public ::testing::Test {
 protected:
  Hdf5() : path_(fs::path(::testing::TempDir()) / ("hdf5_test_" + std::to_string(getpid()) + ".h5")) {
    result_.header.case_name = "pair";
    result_.header.formulation.name = "ggl1";
    result_.header.method.name = "radau5";
    result_.header.tolerance.rtol = 1e-7;
    result_.header.unknowns = {{.name = "x", .unit = "m"}, {.name = "φ, angle", .unit = "rad"}};
    result_.y = Vector::Zero(2);
    result_.message = "reached t = 1";
    result_.events = {{0.25, "touch", EventEffect::note}, {0.5, "stop", EventEffect::stop}};
  }
  ~Hdf5() override { fs::remove(path_); }

  /// Rows (t, x, φ) = (i, i/3, −i), and with outputs i²/9.
  void write(int n_rows, const std::vector<MotionOutput>& outputs = {}) {
    for (const MotionOutput& output : outputs) result_.header.outputs.push_back({output.name, output.unit});
    OutputRow row(outputs, [](double t, ConstVec y) { return Motion{.t = t, .q = y}; });
    const auto file = make_trajectory_hdf5(path_);
    file->begin(result_.header);
    Vector y(2);
    for (int i = 0; i < n_rows; ++i) {
      y << i / 3.0, -i;
      file->sample(Sample(i, view(std::as_const(y)), row));
    }
    EXPECT_FALSE(fs::exists(path_));
    file->end(result_);
  }

  fs::path path_;
  RunResult result_;
};

TEST_F(Hdf5, HoldsEveryRowNameUnitEventAndWhatWasRun) {
  constexpr int n = 10000;  // several chunks, the last of them not full
  write(n, {{"square", "m²", [](const Motion& at) { return at.q[0] * at.q[0]; }}});
  const Hdf5File file(path_);
  ASSERT_TRUE(file.is_open());
  EXPECT_EQ(file.extent("t"), std::vector<hsize_t>{n});
  EXPECT_EQ(file.extent("y"), (std::vector<hsize_t>{n, 2}));
  EXPECT_EQ(file.extent("outputs"), (std::vector<hsize_t>{n, 1}));
  const auto t = file.numbers("t"), y = file.numbers("y"), outputs = file.numbers("outputs");
  for (int i = 0; i < n; ++i) {
    ASSERT_EQ(t[i], i);
    ASSERT_EQ(y[2 * i], i / 3.0);
    ASSERT_EQ(y[2 * i + 1], -i);
    ASSERT_EQ(outputs[i], (i / 3.0) * (i / 3.0));
  }
  EXPECT_EQ(file.attribute("t", "unit"), std::vector<std::string>{"s"});
  EXPECT_EQ(file.attribute("y", "names"), (std::vector<std::string>{"x", "φ, angle"}));
  EXPECT_EQ(file.attribute("y", "units"), (std::vector<std::string>{"m", "rad"}));
  EXPECT_EQ(file.attribute("outputs", "names"), std::vector<std::string>{"square"});
  EXPECT_EQ(file.attribute("outputs", "units"), std::vector<std::string>{"m²"});
  EXPECT_EQ(file.numbers("events/t"), (std::vector<double>{0.25, 0.5}));
  EXPECT_EQ(file.texts("events/name"), (std::vector<std::string>{"touch", "stop"}));
  EXPECT_EQ(file.texts("events/effect"), (std::vector<std::string>{"note", "stop"}));
  for (const auto& [name, text] : std::vector<std::pair<const char*, std::string>>{
           {"case", "pair"}, {"formulation", "ggl1"}, {"method", "radau5"}, {"status", "ok"}})
    EXPECT_EQ(file.attribute("/", name), std::vector<std::string>{text}) << name;
  EXPECT_EQ(file.number_attribute("rtol"), 1e-7);
  EXPECT_FALSE(file.attribute("/", "version")[0].empty());
  EXPECT_EQ(nlohmann::json::parse(file.texts("run")[0])["case"], "pair");
}

TEST_F(Hdf5, OfARunThatFailedAtItsStartHasNoRowsAndNoOutputs) {
  result_.status = RunStatus::failed;
  result_.events.clear();
  write(0);
  const Hdf5File file(path_);
  ASSERT_TRUE(file.is_open());
  EXPECT_EQ(file.extent("y"), (std::vector<hsize_t>{0, 2}));
  EXPECT_FALSE(file.has("outputs"));
  EXPECT_EQ(file.attribute("/", "status"), std::vector<std::string>{"failed"});
}

TEST_F(Hdf5, TakesMoreNamesThanFitIntoAnAttributeOfOldFiles) {
  result_.header.unknowns = {};
  constexpr int n = 20000;
  for (int i = 0; i < n; ++i)
    result_.header.unknowns.push_back({.name = "unknown" + std::to_string(i), .unit = "m"});
  result_.y = Vector::Zero(n);
  const std::vector<MotionOutput> none;
  OutputRow row(none, {});
  const auto file = make_trajectory_hdf5(path_);
  file->begin(result_.header);
  file->sample(Sample(0.0, view(std::as_const(result_.y)), row));
  file->end(result_);
  EXPECT_EQ(Hdf5File(path_).attribute("y", "names").back(), "unknown19999");
}

TEST_F(Hdf5, LeavesNothingBehindWhenItIsGivenUp) {
  {
    const auto file = make_trajectory_hdf5(path_);
    file->begin(result_.header);
    EXPECT_TRUE(fs::exists(temporary_name(path_)));
  }
  EXPECT_FALSE(fs::exists(temporary_name(path_)));
  EXPECT_FALSE(fs::exists(path_));
}

TEST_F(Hdf5, ThatCannotBeMadeNamesItsPath) {
  const auto file = make_trajectory_hdf5(path_ / "no" / "directory.h5");
  try {
    file->begin(result_.header);
    FAIL() << "made";
  } catch (const FileError& error) {
    EXPECT_NE(std::string(error.what()).find("directory.h5"), std::string::npos) << error.what();
  }
}

TEST(Hdf5Bodies, HoldTheFieldsOfTheirPoints) {
  const fs::path path = fs::path(::testing::TempDir()) / "pleuel_bolt.h5";
  RunRequest request;
  request.case_name = "bolt";
  request.tolerance = {.rtol = 1e-6, .atol = 1e-9};
  request.at = {5, 110};
  const Catalogue catalogue = standard_catalogue();
  const RunPlan planned = plan(catalogue, request);
  const auto trajectory = make_trajectory_hdf5(path, elastic_views(*planned.problem_case.system));
  ASSERT_EQ(run(planned, {.observer = trajectory.get()}).status, RunStatus::ok);
  const Hdf5File file(path);
  ASSERT_TRUE(file.is_open());
  const auto extent = file.extent("bodies/bolt/stress11");
  ASSERT_EQ(extent, (std::vector<hsize_t>{2, 96}));
  // Of the reference of docs/viscoplastic.md at the first point.
  EXPECT_NEAR(file.numbers("bodies/bolt/stress11")[0], 89.999189e6, 200);
  EXPECT_NEAR(file.numbers("bodies/bolt/stress11")[96], 179.970112e6, 200);
  EXPECT_NEAR(file.numbers("bodies/bolt/ep11")[96], 0.0286835107, 1e-7);
  EXPECT_NEAR(file.numbers("bodies/bolt/Z_I")[96], 341.575033e6, 2e3);
  EXPECT_EQ(file.numbers("bodies/bolt/element")[95], 31);
  EXPECT_EQ(file.numbers("bodies/bolt/point")[95], 3);
}

}  // namespace hdf5_test
}  // namespace pleuel
#else
#include "pleuel/base/error.hpp"

namespace pleuel {
namespace {

TEST(Hdf5, ThatIsNotBuiltInSaysHowToGetIt) {
  EXPECT_FALSE(has_hdf5());
  EXPECT_THROW((void)make_trajectory_hdf5("x.h5"), InvalidInput);
  EXPECT_NE(hdf5_remedy().find("libhdf5-dev"), std::string::npos);
}

}  // namespace
}  // namespace pleuel
#endif

// write_hdf5 of result_files.hpp, for builds with HDF5.
#include <hdf5.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>

#include "pleuel/io/hdf5_objects.hpp"
#include "pleuel/sweep/result_files.hpp"

namespace pleuel::sweep {
namespace {

using namespace hdf5;
constexpr hsize_t rows_per_chunk = 256;
constexpr const char* format_name = "pleuel-sweep 1";

// A curve of all runs: points by row, NaN beyond the end of a run.
struct CurveTable {
  const OutputSpec* spec;
  std::size_t n_points = 0;
  Table table;
};

// A file under a temporary name, which disappears unless it is complete.
struct SweepFile {
  std::filesystem::path temporary;
  Handle file;

  explicit SweepFile(const std::filesystem::path& path) : temporary(temporary_name(path)) {
    H5dont_atexit();
    H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    const Handle how = timeless(H5P_FILE_CREATE);
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make a property list");
    H5Pset_libver_bounds(access.id(), H5F_LIBVER_V18, H5F_LIBVER_LATEST);
    file = Handle(H5Fcreate(temporary.c_str(), H5F_ACC_TRUNC, how.id(), access.id()), H5Fclose,
                  "create '" + path.string() + "'");
  }
  ~SweepFile() {
    file.reset();
    if (!temporary.empty()) unlink(temporary.c_str());
  }
  SweepFile(const SweepFile&) = delete;
  SweepFile& operator=(const SweepFile&) = delete;
};

void flush_if_full(Table& table) {
  if (table.n_gathered() >= rows_per_chunk) table.flush();
}

// The texts of the rows; messages of runs that are ok are not kept.
struct RowTexts {
  std::vector<double> run;
  std::vector<std::string> status, kind, message, formulation, method;
  std::vector<double> t, steps;

  void add(long number, const Row& row) {
    run.push_back(static_cast<double>(number));
    status.emplace_back(row.is_ok ? "ok" : "failed");
    kind.push_back(row.kind);
    message.push_back(row.is_ok ? "" : row.message);
    formulation.push_back(row.formulation);
    method.push_back(row.method);
    t.push_back(row.t);
    steps.push_back(static_cast<double>(row.steps));
  }
  void write(hid_t root) const {
    write_list(root, "run", H5T_STD_I64LE, H5T_NATIVE_DOUBLE, run.size(), run.data());
    write_texts(root, "status", status);
    write_texts(root, "kind", kind);
    write_texts(root, "message", message);
    write_texts(root, "formulation", formulation);
    write_texts(root, "method", method);
    write_list(root, "t", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, t.size(), t.data());
    write_list(root, "steps", H5T_STD_I64LE, H5T_NATIVE_DOUBLE, steps.size(), steps.data());
  }
};

std::vector<CurveTable> curve_tables(const Findings& of, hid_t root, Handle& group) {
  std::vector<CurveTable> curves;
  for (const OutputSpec& spec : of.study.outputs)
    if (spec.is_curve()) curves.push_back({.spec = &spec, .n_points = 0, .table = {}});
  if (curves.empty()) return curves;
  for (long run = 0; run < of.study.n_runs(); ++run) {
    if (!of.index.has(run)) continue;
    const Row row = of.index.row(run);
    for (std::size_t k = 0; k < curves.size() && k < row.curves.size(); ++k)
      curves[k].n_points = std::max(curves[k].n_points, row.curves[k].size());
  }
  group = make_group(root, "curves");
  for (CurveTable& curve : curves) {
    curve.table = Table(group.id(), curve.spec->name.c_str(), std::max<std::size_t>(curve.n_points, 1),
                        std::max<hsize_t>(1, rows_per_chunk / 16));
    write_attribute(curve.table.id(), "of", curve.spec->of);
    write_attribute(curve.table.id(), "unit", curve.spec->unit);
    write_attribute(curve.table.id(), "every", curve.spec->every);
  }
  return curves;
}

void write_parameters(const Findings& of, hid_t root) {
  const Study& study = of.study;
  std::vector<std::string> names, units;
  std::vector<std::size_t> numbers;
  const Handle group = make_group(root, "words");
  for (std::size_t k = 0; k < study.n_columns(); ++k) {
    if (study.column(k).is_number()) {
      numbers.push_back(k);
      names.push_back(study.column(k).name);
      units.push_back(study.column(k).unit);
      continue;
    }
    std::vector<std::string> texts;
    for (long run = 0; run < study.n_runs(); ++run)
      if (of.index.has(run)) texts.push_back(study.level(run, k).text);
    write_texts(group.id(), study.column(k).name.c_str(), texts);
  }
  if (numbers.empty()) return;
  Table table(root, "parameters", numbers.size(), rows_per_chunk);
  write_attribute(table.id(), "names", names);
  write_attribute(table.id(), "units", units);
  for (long run = 0; run < study.n_runs(); ++run) {
    if (!of.index.has(run)) continue;
    for (const std::size_t k : numbers) table.add(study.level(run, k).number);
    flush_if_full(table);
  }
  table.flush();
}

void write_rows(const Findings& of, hid_t root) {
  std::vector<std::string> names, units;
  for (const OutputSpec* spec : number_outputs(of.study)) {
    names.push_back(spec->name);
    units.push_back(spec->unit);
  }
  Handle group;
  auto curves = curve_tables(of, root, group);
  Table outputs;
  if (!names.empty()) {
    outputs = Table(root, "outputs", names.size(), rows_per_chunk);
    write_attribute(outputs.id(), "names", names);
    write_attribute(outputs.id(), "units", units);
  }
  RowTexts texts;
  for (long run = 0; run < of.study.n_runs(); ++run) {
    if (!of.index.has(run)) continue;
    const Row row = of.index.row(run);
    texts.add(run, row);
    for (const double value : row.values) outputs.add(value);
    if (!names.empty()) flush_if_full(outputs);
    for (std::size_t k = 0; k < curves.size(); ++k) {
      CurveTable& curve = curves[k];
      for (std::size_t i = 0; i < std::max<std::size_t>(curve.n_points, 1); ++i)
        curve.table.add(k < row.curves.size() && i < row.curves[k].size() ? row.curves[k][i] : std::nan(""));
      if (curve.table.n_gathered() >= rows_per_chunk / 16) curve.table.flush();
    }
  }
  if (!names.empty()) outputs.flush();
  for (CurveTable& curve : curves) curve.table.flush();
  texts.write(root);
}

void write_twins(const Findings& of, hid_t root) {
  if (of.all.twins.empty() || of.all.values.empty()) return;
  const Handle group = make_group(root, "twins");
  std::vector<double> runs;
  Table table(group.id(), "outputs", of.all.values.size(), rows_per_chunk);
  for (const TwinResult& twin : of.all.twins) {
    runs.push_back(static_cast<double>(twin.run));
    for (const double value : twin.tight) table.add(value);
    flush_if_full(table);
  }
  table.flush();
  write_list(group.id(), "run", H5T_STD_I64LE, H5T_NATIVE_DOUBLE, runs.size(), runs.data());
}

}  // namespace

void write_hdf5(const std::filesystem::path& path, const Findings& of) {
  SweepFile to(path);
  const hid_t root = to.file.id();
  write_attribute(root, "format", std::string(format_name));
  for (const auto& [name, text] : provenance(of)) write_attribute(root, name.c_str(), text);
  write_attribute(root, "study_text", of.study.text);
  write_parameters(of, root);
  write_rows(of, root);
  write_twins(of, root);
  if (!to.file.reset()) throw FileError("cannot write '" + path.string() + "': the disk is full");
  rename_durably(to.temporary, path);
  to.temporary.clear();
}

}  // namespace pleuel::sweep

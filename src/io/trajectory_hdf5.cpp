#include "pleuel/io/trajectory_hdf5.hpp"

#include <hdf5.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/io/hdf5_objects.hpp"
#include "pleuel/io/run_json.hpp"
#include "pleuel/io/whole_file.hpp"

namespace pleuel {

using namespace hdf5;

namespace {

constexpr hsize_t chunk_bytes = 1 << 16;  // of the widest table
constexpr off_t reserve = 1 << 18;        // bytes, for what is written when the file is closed
constexpr hsize_t most_rows = 4096;       // in a chunk
constexpr const char* format_name = "pleuel-trajectory 1";

/// The text of run.json with blanks behind it: measured numbers do not change its length.
std::string padded_run_json(const RunResult& result) {
  constexpr std::size_t room = 64;  // two numbers of at most 24 characters
  std::string text = run_json(result);
  std::size_t n = 0;
  for (const char* const measured : {"\"cpu_seconds\":", "\"peak_memory\":"})
    if (const auto at = text.find(measured); at != std::string::npos) n += text.find_first_of(",}", at) - at;
  const std::size_t n_names = 2 * 14;
  text.append(room + n_names > n ? room + n_names - n : 0, ' ');
  return text;
}

template <class Entries>
std::vector<std::string> names_of(const Entries& entries) {
  std::vector<std::string> names;
  for (const auto& entry : entries) names.push_back(entry.name);
  return names;
}

template <class Entries>
std::vector<std::string> units_of(const Entries& entries) {
  std::vector<std::string> units;
  for (const auto& entry : entries) units.push_back(entry.unit);
  return units;
}

}  // namespace

struct TrajectoryHdf5::File {
  std::filesystem::path temporary;
  Handle file;
  std::optional<DiskRoom> room;
  Table t, y, outputs;
  std::vector<Table> fields;  // of all bodies in sequence
  hsize_t chunk_rows = 1;
  bool has_outputs = false;
  bool is_full = false;  // the disk is full

  File(const std::filesystem::path& path, const RunHeader& header) : temporary(temporary_name(path)) {
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose, "make a property list");
    H5Pset_libver_bounds(access.id(), H5F_LIBVER_V18, H5F_LIBVER_LATEST);  // large attributes
    const Handle how = timeless(H5P_FILE_CREATE);
    file = Handle(H5Fcreate(temporary.c_str(), H5F_ACC_TRUNC, how.id(), access.id()), H5Fclose,
                  "create the file");
    room.emplace(temporary);
    const hsize_t widest = std::max<hsize_t>({header.unknowns.size(), header.outputs.size(), 1});
    chunk_rows = std::clamp<hsize_t>(chunk_bytes / (widest * sizeof(double)), 1, most_rows);
    has_outputs = !header.outputs.empty();
    t = Table(file.id(), "t", 0, chunk_rows);
    write_attribute(t.id(), "unit", "s");
    y = Table(file.id(), "y", header.unknowns.size(), chunk_rows);
    write_attribute(y.id(), "names", names_of(header.unknowns));
    write_attribute(y.id(), "units", units_of(header.unknowns));
    if (!has_outputs) return;
    outputs = Table(file.id(), "outputs", header.outputs.size(), chunk_rows);
    write_attribute(outputs.id(), "names", names_of(header.outputs));
    write_attribute(outputs.id(), "units", units_of(header.outputs));
  }
  void add_body(const ElasticView& view) {
    const Handle bodies =
        H5Lexists(file.id(), "bodies", H5P_DEFAULT) > 0
            ? Handle(H5Gopen2(file.id(), "bodies", H5P_DEFAULT), H5Gclose, "open the group bodies")
            : make_group(file.id(), "bodies");
    const Handle body = make_group(bodies.id(), view.name);
    for (const auto& list : view.fields)
      if (list->is_of_fibres())
        add_fields(make_group(body.id(), "fibres"), *list);
      else
        add_fields(body, *list);
  }
  void add_fields(const Handle& group, const BodyFields& list) {
    std::vector<double> element, number, along_y, along_z;
    for (int p = 0; p < list.n_points(); ++p) {
      const auto [tag, k] = list.place(p);
      element.push_back(static_cast<double>(tag));
      number.push_back(k);
      if (!list.is_of_fibres()) continue;
      along_y.push_back(list.fibre(p).y);
      along_z.push_back(list.fibre(p).z);
    }
    write_list(group.id(), "element", H5T_STD_I64LE, H5T_NATIVE_DOUBLE, element.size(), element.data());
    write_list(group.id(), "point", H5T_STD_I32LE, H5T_NATIVE_DOUBLE, number.size(), number.data());
    if (list.is_of_fibres()) {
      write_list(group.id(), "y", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, along_y.size(), along_y.data());
      write_list(group.id(), "z", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, along_z.size(), along_z.data());
    }
    for (const auto& field : list.fields()) {
      fields.emplace_back(group.id(), field.name.c_str(), list.n_points(), chunk_rows);
      write_attribute(fields.back().id(), "unit", field.unit);
    }
  }
  ~File() {
    if (!temporary.empty()) unlink(temporary.c_str());
  }

  void flush() {
    try {
      hsize_t size = 0;  // including data that the library still buffers
      check(H5Fget_filesize(file.id(), &size), "read the size of the file");
      hsize_t wanted = size + t.chunk_bytes() + y.chunk_bytes() + outputs.chunk_bytes();
      for (const Table& field : fields) wanted += field.chunk_bytes();
      if (!room->has(static_cast<off_t>(wanted) + reserve))
        throw FileError("cannot write the samples: the disk is full");
      t.flush();
      y.flush();
      if (has_outputs) outputs.flush();
      for (Table& field : fields) field.flush();
    } catch (...) {
      is_full = true;
      hsize_t n = std::min({t.n_rows(), y.n_rows(), has_outputs ? outputs.n_rows() : t.n_rows()});
      for (const Table& field : fields) n = std::min(n, field.n_rows());
      for (Table* table : {&t, &y}) table->cut(n);
      if (has_outputs) outputs.cut(n);
      for (Table& field : fields) field.cut(n);
      throw;
    }
  }

  void write_result(const RunResult& result) {
    const RunHeader& header = result.header;
    const hid_t root = file.id();
    write_attribute(root, "format", std::string(format_name));
    write_attribute(root, "version", std::string(PLEUEL_VERSION));
    write_attribute(root, "case", header.case_name);
    write_attribute(root, "title", header.title);
    write_attribute(root, "formulation", header.formulation.name);
    write_attribute(root, "method", header.method.name);
    write_attribute(root, "rtol", header.tolerance.rtol);
    write_attribute(root, "atol", header.tolerance.atol);
    write_attribute(root, "t_begin", header.t_begin);
    write_attribute(root, "t_end", header.t_end);
    write_attribute(root, "status", std::string(name_of(result.status)));
    write_attribute(root, "message", result.message);
    const Handle events = make_group(root, "events");
    std::vector<double> times;
    std::vector<std::string> effects;
    for (const RunEvent& event : result.events) {
      times.push_back(event.t);
      effects.emplace_back(name_of(event.effect));
    }
    write_list(events.id(), "t", H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, times.size(), times.data());
    write_texts(events.id(), "name", names_of(result.events));
    write_texts(events.id(), "effect", effects);
    write_texts(root, "run", {padded_run_json(result)});
  }

  bool close() {
    bool are_closed = t.close() & y.close() & outputs.close();
    for (Table& field : fields) are_closed &= field.close();
    return file.reset() && are_closed;
  }
};

TrajectoryHdf5::TrajectoryHdf5(std::filesystem::path path, std::vector<ElasticView> bodies)
    : path_(std::move(path)) {
  for (auto& view : bodies)
    if (!view.fields.empty()) bodies_.emplace_back(std::move(view));
  H5dont_atexit();                              // no crash at exit if a file stays open
  H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);  // errors are thrown, not printed
}

TrajectoryHdf5::~TrajectoryHdf5() = default;

namespace {

/// Calls `work`; adds the file name to its exceptions.
template <class Work>
void naming(const std::filesystem::path& path, Work work) {
  try {
    work();
  } catch (const FileError& error) {
    throw FileError("'" + path.string() + "': " + error.what());
  }
}

}  // namespace

void TrajectoryHdf5::begin(const RunHeader& header) {
  for (auto& body : bodies_) body.find(header);
  naming(path_, [&] {
    file_ = std::make_unique<File>(path_, header);
    for (const auto& body : bodies_) file_->add_body(body.view());
  });
}

void TrajectoryHdf5::sample(const Sample& at) {
  File& file = *file_;
  // First the part that may throw, so that all tables keep the same length.
  const ConstVec outputs = at.outputs();
  file.t.add(at.t());
  file.y.add(at.y());
  if (file.has_outputs) file.outputs.add(outputs);
  auto field = file.fields.begin();
  for (auto& body : bodies_) {
    body.read(at.y());
    for (const auto& list : body.view().fields) {
      const Matrix values = list->values(body.q(), body.x()).transpose();
      for (Eigen::Index k = 0; k < values.cols(); ++k) (field++)->add(column(values, k));
    }
  }
  if (file.t.n_gathered() >= file.chunk_rows) naming(path_, [&] { file.flush(); });
}

void TrajectoryHdf5::end(const RunResult& result) {
  naming(path_, [&] {
    std::string loss;
    try {
      if (!file_->is_full) file_->flush();
      file_->write_result(result);
    } catch (const FileError& error) {
      loss = error.what();  // try to keep the rows that were written
    }
    if (!file_->close()) throw FileError("cannot write the file: the disk is full");
    file_->room->release();
    rename_durably(file_->temporary, path_);
    file_->temporary.clear();
    file_.reset();
    if (!loss.empty()) throw FileError(loss);
  });
}

}  // namespace pleuel

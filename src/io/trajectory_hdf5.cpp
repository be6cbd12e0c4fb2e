#include "pleuel/io/trajectory_hdf5.hpp"

#include <fcntl.h>
#include <hdf5.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/io/run_json.hpp"
#include "pleuel/io/whole_file.hpp"

namespace pleuel {
namespace {

constexpr hsize_t chunk_bytes = 1 << 16;  // of the widest table
constexpr off_t reserve = 1 << 18;        // bytes, for what is written when the file is closed
constexpr hsize_t most_rows = 4096;       // in a chunk
constexpr const char* format_name = "pleuel-trajectory 1";

/// An object of the library, closed at the end.
class Handle {
 public:
  using Close = herr_t (*)(hid_t);
  Handle() = default;
  Handle(hid_t id, Close close, const std::string& what) : id_(id), close_(close) {
    if (id_ < 0) throw FileError("cannot " + what);
  }
  Handle(Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
  Handle& operator=(Handle&& other) noexcept {
    reset();
    id_ = std::exchange(other.id_, -1);
    close_ = other.close_;
    return *this;
  }
  ~Handle() { reset(); }
  /// Returns false if the library could not close it.
  bool reset() { return id_ < 0 || close_(std::exchange(id_, -1)) >= 0; }
  hid_t id() const { return id_; }

 private:
  hid_t id_ = -1;
  Close close_ = nullptr;
};

void check(herr_t status, const std::string& what) {
  if (status < 0) throw FileError("cannot " + what);
}

Handle text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "make a type of text");
  H5Tset_size(type.id(), H5T_VARIABLE);
  H5Tset_cset(type.id(), H5T_CSET_UTF8);
  return type;
}

Handle list_space(hsize_t n) {
  if (n == 0) return {H5Screate(H5S_NULL), H5Sclose, "make a data space"};
  return {H5Screate_simple(1, &n, nullptr), H5Sclose, "make a data space"};
}

void write_attribute(hid_t place, const char* name, const std::vector<std::string>& texts,
                     const Handle& space) {
  const Handle type = text_type();
  const Handle attribute(H5Acreate2(place, name, type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                         std::string("make the attribute ") + name);
  if (texts.empty()) return;
  std::vector<const char*> words;
  for (const std::string& text : texts) words.push_back(text.c_str());
  check(H5Awrite(attribute.id(), type.id(), words.data()), std::string("write the attribute ") + name);
}

void write_attribute(hid_t place, const char* name, const std::string& text) {
  write_attribute(place, name, {text}, Handle(H5Screate(H5S_SCALAR), H5Sclose, "make a data space"));
}

void write_attribute(hid_t place, const char* name, const std::vector<std::string>& texts) {
  write_attribute(place, name, texts, list_space(texts.size()));
}

void write_attribute(hid_t place, const char* name, double value) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, "make a data space");
  const Handle attribute(H5Acreate2(place, name, H5T_IEEE_F64LE, space.id(), H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose, std::string("make the attribute ") + name);
  check(H5Awrite(attribute.id(), H5T_NATIVE_DOUBLE, &value), std::string("write the attribute ") + name);
}

/// A property list for objects without times of their creation: equal runs have equal files.
Handle timeless(hid_t kind) {
  Handle how(H5Pcreate(kind), H5Pclose, "make a property list");
  H5Pset_obj_track_times(how.id(), false);
  return how;
}

Handle make_group(hid_t place, const std::string& name) {
  const Handle how = timeless(H5P_GROUP_CREATE);
  return {H5Gcreate2(place, name.c_str(), H5P_DEFAULT, how.id(), H5P_DEFAULT), H5Gclose,
          "make the group " + name};
}

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

/// Disk space, reserved before the library writes: HDF5 cannot close a file after the disk was
/// full.
class DiskRoom {
 public:
  explicit DiskRoom(const std::filesystem::path& path)
      : descriptor_(open(path.c_str(), O_WRONLY | O_CLOEXEC)) {}
  ~DiskRoom() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  DiskRoom(const DiskRoom&) = delete;
  DiskRoom& operator=(const DiskRoom&) = delete;

  /// True if the file may have n_bytes bytes.
  bool has(off_t n_bytes) const {
    rlimit limit = {};
    if (getrlimit(RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
        static_cast<rlim_t>(n_bytes) > limit.rlim_cur)
      return false;
    // File systems that cannot reserve space are assumed to have it.
    return fallocate(descriptor_, FALLOC_FL_KEEP_SIZE, 0, n_bytes) == 0 ||
           (errno != ENOSPC && errno != EFBIG && errno != EDQUOT);
  }
  /// Releases reserved but unused space.
  void release() const {
    struct stat now = {};
    if (fstat(descriptor_, &now) == 0) (void)!ftruncate(descriptor_, now.st_size);
  }

 private:
  int descriptor_;
};

/// Writes a complete data set.
void write_list(hid_t place, const char* name, hid_t file_type, hid_t type, hsize_t n, const void* values) {
  const Handle space = list_space(n);
  const Handle how = timeless(H5P_DATASET_CREATE);
  const Handle set(H5Dcreate2(place, name, file_type, space.id(), H5P_DEFAULT, how.id(), H5P_DEFAULT),
                   H5Dclose, std::string("make the data set ") + name);
  if (n > 0)
    check(H5Dwrite(set.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values),
          std::string("write the data set ") + name);
}

void write_texts(hid_t place, const char* name, const std::vector<std::string>& texts) {
  const Handle type = text_type();
  std::vector<const char*> words;
  for (const std::string& text : texts) words.push_back(text.c_str());
  write_list(place, name, type.id(), type.id(), words.size(), words.data());
}

/// A table that grows by rows; `n_columns` = 0 is a list of numbers.
class Table {
 public:
  Table() = default;
  Table(hid_t file, const char* name, hsize_t n_columns, hsize_t chunk_rows)
      : name_(name), rank_(n_columns == 0 ? 1 : 2), width_(std::max<hsize_t>(n_columns, 1)) {
    const hsize_t none[2] = {0, width_}, unlimited[2] = {H5S_UNLIMITED, width_},
                  chunk[2] = {chunk_rows, width_};
    const Handle space(H5Screate_simple(rank_, none, unlimited), H5Sclose, "make a data space");
    const Handle how = timeless(H5P_DATASET_CREATE);
    H5Pset_chunk(how.id(), rank_, chunk);
    H5Pset_attr_phase_change(how.id(), 0, 0);  // names of many unknowns outgrow 64 KiB
    // Only whole chunks are written, so a chunk cache is useless; it would also hide the size of
    // the file.
    const Handle access(H5Pcreate(H5P_DATASET_ACCESS), H5Pclose, "make a property list");
    H5Pset_chunk_cache(access.id(), 0, 0, 0);
    set_ = Handle(H5Dcreate2(file, name, H5T_IEEE_F64LE, space.id(), H5P_DEFAULT, how.id(), access.id()),
                  H5Dclose, std::string("make the data set ") + name);
    room_.reserve(chunk_rows * width_);
  }
  hid_t id() const { return set_.id(); }
  hsize_t n_gathered() const { return room_.size() / width_; }
  void add(double value) { room_.push_back(value); }
  void add(const ConstVec& row) { room_.insert(room_.end(), row.data(), row.data() + row.size()); }
  /// Writes the collected rows. On failure they are discarded, and the table ends before them.
  void flush() {
    const hsize_t n = n_gathered();
    if (n == 0) return;
    const hsize_t extent[2] = {n_rows_ + n, width_}, before[2] = {n_rows_, width_}, first[2] = {n_rows_, 0},
                  count[2] = {n, width_};
    bool is_written = H5Dset_extent(set_.id(), extent) >= 0;
    if (is_written) {
      const Handle space(H5Dget_space(set_.id()), H5Sclose, "read a data space");
      const Handle memory(H5Screate_simple(rank_, count, nullptr), H5Sclose, "make a data space");
      H5Sselect_hyperslab(space.id(), H5S_SELECT_SET, first, nullptr, count, nullptr);
      is_written =
          H5Dwrite(set_.id(), H5T_NATIVE_DOUBLE, memory.id(), space.id(), H5P_DEFAULT, room_.data()) >= 0;
    }
    room_.clear();
    if (!is_written) {
      H5Dset_extent(set_.id(), before);
      throw FileError("cannot write the data set " + name_);
    }
    n_rows_ += n;
  }
  hsize_t n_rows() const { return n_rows_; }
  hsize_t chunk_bytes() const { return room_.capacity() * sizeof(double); }
  void cut(hsize_t n) {
    const hsize_t extent[2] = {n, width_};
    if (n < n_rows_) H5Dset_extent(set_.id(), extent);
    n_rows_ = std::min(n, n_rows_);
  }
  bool close() { return set_.reset(); }

 private:
  std::string name_;
  int rank_ = 1;
  hsize_t width_ = 1;
  Handle set_;
  std::vector<double> room_;
  hsize_t n_rows_ = 0;
};

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
    std::vector<double> element, number;
    for (int p = 0; p < view.fields->n_points(); ++p) {
      const auto [tag, k] = view.fields->place(p);
      element.push_back(static_cast<double>(tag));
      number.push_back(k);
    }
    write_list(body.id(), "element", H5T_STD_I64LE, H5T_NATIVE_DOUBLE, element.size(), element.data());
    write_list(body.id(), "point", H5T_STD_I32LE, H5T_NATIVE_DOUBLE, number.size(), number.data());
    for (const auto& field : view.fields->fields()) {
      fields.emplace_back(body.id(), field.name.c_str(), view.fields->n_points(), chunk_rows);
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
    if (view.fields) bodies_.emplace_back(std::move(view));
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
    const Matrix values = body.view().fields->values(body.q(), body.x()).transpose();
    for (Eigen::Index k = 0; k < values.cols(); ++k) (field++)->add(column(values, k));
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

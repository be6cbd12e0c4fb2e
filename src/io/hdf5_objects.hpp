// Objects of the HDF5 library: handles, attributes, lists, tables that grow.
#pragma once

#include <fcntl.h>
#include <hdf5.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "pleuel/io/whole_file.hpp"
#include "pleuel/linalg/types.hpp"

// Only sources of formats include this header: it needs that of HDF5.
namespace pleuel::hdf5 {

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

inline void check(herr_t status, const std::string& what) {
  if (status < 0) throw FileError("cannot " + what);
}

inline Handle text_type() {
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "make a type of text");
  H5Tset_size(type.id(), H5T_VARIABLE);
  H5Tset_cset(type.id(), H5T_CSET_UTF8);
  return type;
}

inline Handle list_space(hsize_t n) {
  if (n == 0) return {H5Screate(H5S_NULL), H5Sclose, "make a data space"};
  return {H5Screate_simple(1, &n, nullptr), H5Sclose, "make a data space"};
}

inline void write_attribute(hid_t place, const char* name, const std::vector<std::string>& texts,
                            const Handle& space) {
  const Handle type = text_type();
  const Handle attribute(H5Acreate2(place, name, type.id(), space.id(), H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                         std::string("make the attribute ") + name);
  if (texts.empty()) return;
  std::vector<const char*> words;
  for (const std::string& text : texts) words.push_back(text.c_str());
  check(H5Awrite(attribute.id(), type.id(), words.data()), std::string("write the attribute ") + name);
}

inline void write_attribute(hid_t place, const char* name, const std::string& text) {
  write_attribute(place, name, {text}, Handle(H5Screate(H5S_SCALAR), H5Sclose, "make a data space"));
}

inline void write_attribute(hid_t place, const char* name, const std::vector<std::string>& texts) {
  write_attribute(place, name, texts, list_space(texts.size()));
}

inline void write_attribute(hid_t place, const char* name, double value) {
  const Handle space(H5Screate(H5S_SCALAR), H5Sclose, "make a data space");
  const Handle attribute(H5Acreate2(place, name, H5T_IEEE_F64LE, space.id(), H5P_DEFAULT, H5P_DEFAULT),
                         H5Aclose, std::string("make the attribute ") + name);
  check(H5Awrite(attribute.id(), H5T_NATIVE_DOUBLE, &value), std::string("write the attribute ") + name);
}

/// A property list for objects without times of their creation: equal runs have equal files.
inline Handle timeless(hid_t kind) {
  Handle how(H5Pcreate(kind), H5Pclose, "make a property list");
  H5Pset_obj_track_times(how.id(), false);
  return how;
}

inline Handle make_group(hid_t place, const std::string& name) {
  const Handle how = timeless(H5P_GROUP_CREATE);
  return {H5Gcreate2(place, name.c_str(), H5P_DEFAULT, how.id(), H5P_DEFAULT), H5Gclose,
          "make the group " + name};
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
inline void write_list(hid_t place, const char* name, hid_t file_type, hid_t type, hsize_t n,
                       const void* values) {
  const Handle space = list_space(n);
  const Handle how = timeless(H5P_DATASET_CREATE);
  const Handle set(H5Dcreate2(place, name, file_type, space.id(), H5P_DEFAULT, how.id(), H5P_DEFAULT),
                   H5Dclose, std::string("make the data set ") + name);
  if (n > 0)
    check(H5Dwrite(set.id(), type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values),
          std::string("write the data set ") + name);
}

inline void write_texts(hid_t place, const char* name, const std::vector<std::string>& texts) {
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

}  // namespace pleuel::hdf5

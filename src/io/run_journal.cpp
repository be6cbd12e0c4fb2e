#include "pleuel/io/run_journal.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <new>
#include <optional>

#include "pleuel/io/checkpoint_file.hpp"

namespace pleuel {
namespace {

constexpr std::size_t journal_buffer = 1 << 14;  // words; one system call for many records
constexpr std::size_t most_kept = 1 << 23;       // words, while they cannot be written

[[noreturn]] void fail_journal(const char* doing, const std::filesystem::path& path) {
  throw FileError("cannot " + std::string(doing) + " the journal '" + path.string() +
                  "': " + std::strerror(errno));
}

[[noreturn]] void refuse_journal(const std::filesystem::path& path, const std::string& why) {
  throw CheckpointError("the journal '" + path.string() + "' " + why +
                        "; the run cannot be continued from this checkpoint");
}

// The pair that is not part of y, and the revolutions.
struct RecordedMotion {
  bool has_pair = false;
  Vector a, lambda;
  std::optional<RevolutionState> revolutions;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.has_pair, resized(self.a), resized(self.lambda));
    bool is_counted = self.revolutions.has_value();
    stream(is_counted);
    if constexpr (!std::is_const_v<Self>)
      if (is_counted) self.revolutions.emplace();
    if (!is_counted) return;
    auto& x = *self.revolutions;
    stream(x.t0, x.t1, resized(x.theta0), resized(x.theta1), resized(x.omega1));
  }
};

}  // namespace

/// Reads records up to an extent.
class RunJournal::Reader {
 public:
  Reader(const std::filesystem::path& path, std::uint64_t words)
      : path_(path), file_(path, std::ios::binary), left_(words) {}

  bool is_at_end() const { return left_ == 0; }
  /// The next record, whose kind is set.
  StateReader next(Kind& kind) {
    std::uint64_t head[2] = {};
    take(head, 2);
    kind = static_cast<Kind>(head[0]);
    if (head[1] > left_) refuse_journal(path_, "ends within a record");
    std::vector<std::uint64_t> content(head[1]);
    take(content.data(), content.size());
    return StateReader(std::move(content));
  }
  /// The next record, which has this kind.
  StateReader expect(Kind kind) {
    Kind found{};
    StateReader content = next(found);
    if (found == Kind::fault) {
      std::string text;
      content(text);
      throw std::runtime_error(text);
    }
    if (found != kind) refuse_journal(path_, "does not fit the writers of this run");
    return content;
  }

 private:
  void take(std::uint64_t* words, std::size_t count) {
    if (count > left_) refuse_journal(path_, "ends within a record");
    file_.read(reinterpret_cast<char*>(words), static_cast<std::streamsize>(count * sizeof(std::uint64_t)));
    if (!file_) refuse_journal(path_, "cannot be read");
    left_ -= count;
  }

  const std::filesystem::path& path_;
  std::ifstream file_;
  std::uint64_t left_;
};

namespace {

/// Outputs of a replayed point.
class ReplayedRow final : public OutputRow {
 public:
  ReplayedRow(RunJournal::Reader& reader, const RunPlan& plan)
      : OutputRow({}, {}), reader_(reader), plan_(plan) {}

  void forget() override { has_outputs_ = has_motion_ = false; }
  const Motion& motion(double t, ConstVec y) override {
    if (!has_motion_) {
      reader_.expect(RunJournal::Kind::motion)(recorded_);
      const RevolutionState* const counted = recorded_.revolutions ? &*recorded_.revolutions : nullptr;
      const Motion own = plan_.motion->at(t, y, counted);
      at_.emplace(own);
      if (recorded_.has_pair)
        at_.emplace(Motion{.t = t,
                           .q = own.q,
                           .v = own.v,
                           .a = view(std::as_const(recorded_.a)),
                           .lambda = view(std::as_const(recorded_.lambda)),
                           .s = own.s,
                           .revolutions = counted});
    }
    has_motion_ = true;
    return *at_;
  }
  ConstVec at(double /*t*/, ConstVec /*y*/) override {
    if (!has_outputs_) reader_.expect(RunJournal::Kind::outputs)(resized(values_));
    has_outputs_ = true;
    return view(std::as_const(values_));
  }

 private:
  RunJournal::Reader& reader_;
  const RunPlan& plan_;
  bool has_outputs_ = false, has_motion_ = false;
  Vector values_;
  RecordedMotion recorded_;
  std::optional<Motion> at_;
};

/// Dense output of a replayed step.
class ReplayedDense final : public DenseOutput {
 public:
  explicit ReplayedDense(RunJournal::Reader& reader) : reader_(reader) {}
  double begin() const override { return begin_; }
  double end() const override { return end_; }
  int order() const override { return order_; }
  void evaluate(double /*t*/, Vec y) const override {
    reader_.expect(RunJournal::Kind::dense)(resized(y_));
    y = y_;
  }
  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.begin_, self.end_, self.order_);
  }

 private:
  RunJournal::Reader& reader_;
  double begin_ = 0, end_ = 0;
  int order_ = 0;
  mutable Vector y_;
};

}  // namespace

/// Passes on outputs and records them, once per point.
class RunJournal::RecordedRow final : public OutputRow {
 public:
  RecordedRow(RunJournal& journal, const Sample& sample)
      : OutputRow({}, {}), journal_(journal), sample_(&sample) {}
  RecordedRow(RunJournal& journal, OutputRow& row) : OutputRow({}, {}), journal_(journal), row_(&row) {}

  void forget() override {
    has_outputs_ = has_motion_ = false;
    if (row_ != nullptr) row_->forget();
  }
  const Motion& motion(double t, ConstVec y) override {
    const Motion& now =
        told([&]() -> const Motion& { return sample_ != nullptr ? sample_->motion() : row_->motion(t, y); });
    if (!has_motion_) put_motion(journal_.plan_.motion->at(t, y), now);
    has_motion_ = true;
    return now;
  }
  ConstVec at(double t, ConstVec y) override {
    const ConstVec values = told([&] { return sample_ != nullptr ? sample_->outputs() : row_->at(t, y); });
    if (!has_outputs_) {
      journal_.record()(resized(values));
      journal_.put(Kind::outputs);
    }
    has_outputs_ = true;
    return values;
  }

 private:
  template <class Work>
  auto told(Work work) -> decltype(work()) {
    try {
      return work();
    } catch (const std::bad_alloc&) {
      throw;
    } catch (const std::exception& error) {
      journal_.record()(std::string(error.what()));
      journal_.put(Kind::fault);
      throw;
    }
  }
  void put_motion(const Motion& own, const Motion& now) {
    RecordedMotion recorded;
    recorded.has_pair = own.a.data() != now.a.data() || own.lambda.data() != now.lambda.data();
    if (recorded.has_pair) {
      recorded.a = now.a;
      recorded.lambda = now.lambda;
    }
    if (now.revolutions != nullptr) recorded.revolutions = *now.revolutions;
    journal_.record()(recorded);
    journal_.put(Kind::motion);
  }

  RunJournal& journal_;
  const Sample* sample_ = nullptr;
  OutputRow* row_ = nullptr;
  bool has_outputs_ = false, has_motion_ = false;
};

/// Passes on dense output and records what was evaluated.
class RunJournal::RecordedDense final : public DenseOutput {
 public:
  RecordedDense(RunJournal& journal, const DenseOutput& dense) : journal_(journal), dense_(dense) {}
  double begin() const override { return dense_.begin(); }
  double end() const override { return dense_.end(); }
  int order() const override { return dense_.order(); }
  void evaluate(double t, Vec y) const override {
    dense_.evaluate(t, y);
    journal_.record()(resized(y));
    journal_.put(Kind::dense);
  }

 private:
  RunJournal& journal_;
  const DenseOutput& dense_;
};

RunJournal::RunJournal(const std::filesystem::path& path, std::uint64_t run, const RunPlan& plan,
                       RunObserver& to)
    : path_(path), plan_(plan), to_(to), next_flush_(journal_buffer) {
  descriptor_ = open(path_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (descriptor_ < 0) fail_journal("create", path_);
  record_(run);
  put(Kind::run);
}

RunJournal::RunJournal(const std::filesystem::path& path, std::uint64_t run, const Extent& extent,
                       const RunPlan& plan, RunObserver& to)
    : path_(path),
      plan_(plan),
      to_(to),
      next_flush_(journal_buffer),
      n_on_disk_(extent.words),
      n_words_(extent.words),
      hash_(hash_of(path, run, extent)),
      is_continued_(true) {
  descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  const auto bytes = static_cast<off_t>(extent.words * sizeof(std::uint64_t));
  if (descriptor_ < 0 || ftruncate(descriptor_, bytes) != 0) fail_journal("open", path_);
}

void RunJournal::check(const std::filesystem::path& path, std::uint64_t run, const Extent& extent) {
  (void)hash_of(path, run, extent);
}

/// The hash of the extent, which is read and compared.
WordHash RunJournal::hash_of(const std::filesystem::path& path, std::uint64_t run, const Extent& extent) {
  std::ifstream file(path, std::ios::binary);
  if (!file) refuse_journal(path, "cannot be opened");
  WordHash hash;
  std::vector<std::uint64_t> block(journal_buffer);
  for (std::uint64_t left = extent.words; left > 0;) {
    const std::size_t count = std::min<std::uint64_t>(left, block.size());
    file.read(reinterpret_cast<char*>(block.data()),
              static_cast<std::streamsize>(count * sizeof(std::uint64_t)));
    if (!file) refuse_journal(path, "is truncated: it is shorter than at the checkpoint");
    hash.add(block.data(), count);
    left -= count;
  }
  if (hash.value() != extent.hash) refuse_journal(path, "is damaged: its checksum does not fit");
  Reader reader(path, extent.words);
  std::uint64_t found = 0;
  reader.expect(Kind::run)(found);
  if (found != run) refuse_journal(path, "belongs to another run");
  return hash;
}

RunJournal::~RunJournal() {
  if (descriptor_ >= 0) close(descriptor_);
}

void RunJournal::put(Kind kind) {
  if (end_) return record_.clear();
  const std::vector<std::uint64_t>& content = record_.words();
  buffer_.push_back(static_cast<std::uint64_t>(kind));
  buffer_.push_back(content.size());
  buffer_.insert(buffer_.end(), content.begin(), content.end());
  n_words_ += 2 + content.size();
  record_.clear();
  if (buffer_.size() < next_flush_) return;
  try {
    flush();
  } catch (const FileError& error) {
    keep_or_end(error);
  }
}

/// After a failure: the next attempt follows when as much again has been recorded.
void RunJournal::keep_or_end(const FileError& error) {
  next_flush_ = buffer_.size() + journal_buffer;
  if (next_flush_ <= most_kept) return;
  end_ = error.what();
  buffer_ = {};
  n_hashed_ = 0;
}

void RunJournal::hash_new() {
  hash_.add(buffer_.data() + n_hashed_, buffer_.size() - n_hashed_);
  n_hashed_ = buffer_.size();
}

void RunJournal::flush() {
  hash_new();
  const char* from = reinterpret_cast<const char*>(buffer_.data());
  std::size_t left = buffer_.size() * sizeof(std::uint64_t);
  // At the same place again if an earlier attempt wrote only a part.
  auto place = static_cast<off_t>(n_on_disk_ * sizeof(std::uint64_t));
  while (left > 0) {
    const ssize_t n = ::pwrite(descriptor_, from, left, place);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) fail_journal("write", path_);
    from += n;
    place += n;
    left -= static_cast<std::size_t>(n);
  }
  n_on_disk_ += buffer_.size();
  buffer_.clear();
  n_hashed_ = 0;
  next_flush_ = journal_buffer;
}

RunJournal::Extent RunJournal::extent() {
  hash_new();
  return {n_words_, hash_.value()};
}

void RunJournal::sync() {
  if (end_) throw FileError(*end_);
  flush();
  if (fdatasync(descriptor_) != 0) fail_journal("sync", path_);
}

void RunJournal::note(const std::vector<RunEvent>& events) {
  for (std::size_t i = events_.size(); i < events.size(); ++i) {
    record_(events[i]);
    put(Kind::event);
    events_.push_back(events[i]);
  }
}

void RunJournal::begin(const RunHeader& header) {
  to_.begin(header);
  if (is_continued_) replay();
}

void RunJournal::sample(const Sample& at) {
  record_(at.t(), resized(at.y()));
  put(Kind::sample);
  RecordedRow row(*this, at);
  to_.sample(Sample(at.t(), at.y(), row));
}

namespace {

// The numbers of a report.
template <class Report, class Stream>
void state_of_report(Report& x, Stream& stream) {
  stream(x.begin, x.t, x.h, x.order, x.since, x.residuals, x.energy, x.energy_error);
}

}  // namespace

void RunJournal::step(const StepReport& report) {
  RecordedRow row(*this, report.outputs);
  const RecordedDense dense(*this, report.dense);
  state_of_report(report, record_);
  record_(dense.begin(), dense.end(), dense.order());
  put(Kind::step);
  to_.step({.begin = report.begin,
            .t = report.t,
            .h = report.h,
            .order = report.order,
            .since = report.since,
            .residuals = report.residuals,
            .energy = report.energy,
            .energy_error = report.energy_error,
            .dense = dense,
            .outputs = row});
}

void RunJournal::replay() {
  Reader reader(path_, n_words_);
  ReplayedRow row(reader, plan_);
  ReplayedDense dense(reader);
  Vector y;
  double t = 0;
  while (!reader.is_at_end()) {
    Kind kind{};
    StateReader content = reader.next(kind);
    if (kind == Kind::sample) {
      content(t, resized(y));
      to_.sample(Sample(t, view(std::as_const(y)), row));
    } else if (kind == Kind::step) {
      StepReport report{.since = {}, .residuals = {}, .dense = dense, .outputs = row};
      state_of_report(report, content);
      content(dense);
      to_.step(report);
    } else if (kind == Kind::event) {
      content(events_.emplace_back());
    } else if (kind != Kind::run) {
      refuse_journal(path_, "does not fit the writers of this run");
    }
  }
}

}  // namespace pleuel

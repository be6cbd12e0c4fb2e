#include "pleuel/lab/csv.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/base/options.hpp"

namespace pleuel {
namespace {

// Reads one field after the other.
class Reader {
 public:
  explicit Reader(std::string_view text, std::size_t at = 0) : text_(text), at_(at) {}

  bool is_done() const { return at_ >= text_.size(); }
  std::size_t at() const { return at_; }

  /// Reads to the next comma or line end outside of quotes, and moves behind it. Returns true if
  /// another field of the record follows. `take` is called with each character.
  template <class Take>
  bool field(Take take) {
    bool is_quoted = false;
    for (; !is_done(); ++at_) {
      const char c = text_[at_];
      if (is_quoted) {
        if (c != '"') {
          take(c);
        } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
          take(text_[++at_]);
        } else {
          is_quoted = false;
        }
      } else if (c == '"') {
        is_quoted = true;
      } else if (c == ',' || c == '\n') {
        ++at_;
        return c == ',';
      } else if (c != '\r') {
        take(c);
      }
    }
    return false;
  }

  /// The positions of its fields; none for an empty line or a comment.
  void record(std::vector<std::uint32_t>& begins) {
    const std::size_t before = begins.size();
    bool is_empty = true, goes_on = true;
    const bool is_comment = text_[at_] == '#';
    while (goes_on) {
      begins.push_back(static_cast<std::uint32_t>(at_));
      goes_on = field([&](char) { is_empty = false; });
    }
    if (is_comment || (is_empty && begins.size() == before + 1)) begins.resize(before);
  }

 private:
  std::string_view text_;
  std::size_t at_;
};

std::string field_at(std::string_view text, std::size_t begin) {
  std::string field;
  Reader(text, begin).field([&](char c) { field += c; });
  return field;
}

}  // namespace

std::vector<CsvRecord> parse_csv(std::string_view text) {
  std::vector<CsvRecord> records;
  std::vector<std::uint32_t> begins;
  for (Reader reader(text); !reader.is_done(); begins.clear()) {
    reader.record(begins);
    if (begins.empty()) continue;
    records.emplace_back();
    for (const std::uint32_t begin : begins) records.back().push_back(field_at(text, begin));
  }
  return records;
}

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

std::string csv_number(double value) { return std::isnan(value) ? "" : shortest_text(value); }

double number_from_csv(const std::string& place, const std::string& text) {
  if (text.empty() || text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf" || text == "-inf") {
    const double infinity = std::numeric_limits<double>::infinity();
    return text == "inf" ? infinity : -infinity;
  }
  return parse_number(place, text);
}

CsvTable::CsvTable(std::string file, std::string text) : file_(std::move(file)), text_(std::move(text)) {
  begins_.reserve(static_cast<std::size_t>(
      std::ranges::count_if(text_, [](char c) { return c == ',' || c == '\n'; }) + 1));
  Reader reader(text_);
  for (; !reader.is_done() && begins_.empty();) reader.record(begins_);
  if (begins_.empty())
    throw InvalidInput(file_ + " is empty; its first line must hold the names of its columns");
  for (const std::uint32_t begin : begins_) names_.push_back(field_at(text_, begin));
  begins_.clear();
  while (!reader.is_done()) {
    const std::size_t before = begins_.size();
    reader.record(begins_);
    const std::size_t n = begins_.size() - before;
    if (n == 0 || n == names_.size()) continue;
    throw InvalidInput(file_ + ", record " + std::to_string(before / names_.size() + 1) + " has " +
                       std::to_string(n) + " fields, but " + std::to_string(names_.size()) +
                       " columns are named");
  }
}

bool CsvTable::has(const std::string& name) const { return std::ranges::find(names_, name) != names_.end(); }

std::string CsvTable::text(std::size_t record, const std::string& name) const {
  const auto it = std::find(names_.begin(), names_.end(), name);
  if (it == names_.end()) throw InvalidInput(file_ + " has no column '" + name + "'");
  return field_at(text_, begins_[record * names_.size() + static_cast<std::size_t>(it - names_.begin())]);
}

double CsvTable::number(std::size_t record, const std::string& name) const {
  return number_from_csv(file_ + ", record " + std::to_string(record + 1) + ", " + name, text(record, name));
}

}  // namespace pleuel

#include "pleuel/lab/csv.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "pleuel/base/error.hpp"
#include "pleuel/base/options.hpp"

namespace pleuel {
namespace {

// Reads one record after the other.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  bool is_done() const { return at_ >= text_.size(); }

  /// Up to the end of the line, or beyond it inside quotes.
  CsvRecord record() {
    CsvRecord fields(1);
    bool is_quoted = false;
    for (; !is_done(); ++at_) {
      const char c = text_[at_];
      if (is_quoted) {
        if (c != '"') {
          fields.back() += c;
        } else if (at_ + 1 < text_.size() && text_[at_ + 1] == '"') {
          fields.back() += text_[++at_];
        } else {
          is_quoted = false;
        }
      } else if (c == '"') {
        is_quoted = true;
      } else if (c == ',') {
        fields.emplace_back();
      } else if (c == '\n') {
        ++at_;
        break;
      } else if (c != '\r') {
        fields.back() += c;
      }
    }
    return fields;
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::vector<CsvRecord> parse_csv(std::string_view text) {
  std::vector<CsvRecord> records;
  Reader reader(text);
  while (!reader.is_done()) {
    CsvRecord record = reader.record();
    const bool is_empty = record.size() == 1 && record.front().empty();
    const bool is_comment = !record.front().empty() && record.front().front() == '#';
    if (!is_empty && !is_comment) records.push_back(std::move(record));
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

std::string csv_number(double value) {
  if (std::isnan(value)) return "";
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, value).ptr};
}

double number_from_csv(const std::string& place, const std::string& text) {
  if (text.empty() || text == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (text == "inf" || text == "-inf") {
    const double infinity = std::numeric_limits<double>::infinity();
    return text == "inf" ? infinity : -infinity;
  }
  return parse_number(place, text);
}

CsvTable::CsvTable(std::string file, std::string_view text)
    : file_(std::move(file)), records_(parse_csv(text)) {
  if (records_.empty())
    throw InvalidInput(file_ + " is empty; its first line must hold the names of its columns");
  names_ = std::move(records_.front());
  records_.erase(records_.begin());
  for (std::size_t i = 0; i < records_.size(); ++i) {
    if (records_[i].size() == names_.size()) continue;
    throw InvalidInput(file_ + ", record " + std::to_string(i + 1) + " has " +
                       std::to_string(records_[i].size()) + " fields, but " + std::to_string(names_.size()) +
                       " columns are named");
  }
}

const std::string& CsvTable::text(std::size_t record, const std::string& name) const {
  const auto it = std::find(names_.begin(), names_.end(), name);
  if (it == names_.end()) throw InvalidInput(file_ + " has no column '" + name + "'");
  return records_[record][static_cast<std::size_t>(it - names_.begin())];
}

double CsvTable::number(std::size_t record, const std::string& name) const {
  return number_from_csv(file_ + ", record " + std::to_string(record + 1) + ", " + name, text(record, name));
}

}  // namespace pleuel

// Comma-separated values, read and written (RFC 4180).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pleuel {

using CsvRecord = std::vector<std::string>;

/// All records including the header; empty lines and lines that start with '#' are skipped.
std::vector<CsvRecord> parse_csv(std::string_view text);

/// Quoted if it contains a comma, a quote or a line break.
std::string csv_field(const std::string& text);

/// The shortest text that reproduces the double; empty for NaN.
std::string csv_number(double value);

/// A value of any column as a field.
inline std::string csv_text(const std::string& value) { return csv_field(value); }
inline std::string csv_text(double value) { return csv_number(value); }
inline std::string csv_text(long value) { return std::to_string(value); }
inline std::string csv_text(int value) { return std::to_string(value); }

/// The inverse of csv_number, independent of the locale: NaN for an empty field. Throws
/// InvalidInput with `place`.
double number_from_csv(const std::string& place, const std::string& text);

/// Records with named fields: `field(i, "tol")`. Throws InvalidInput for a name that `file` does
/// not contain.
class CsvTable {
 public:
  CsvTable(std::string file, std::string text);

  std::size_t size() const { return begins_.size() / names_.size(); }
  const CsvRecord& names() const { return names_; }
  bool has(const std::string& name) const;
  std::string text(std::size_t record, const std::string& name) const;
  double number(std::size_t record, const std::string& name) const;

 private:
  std::string file_, text_;
  CsvRecord names_;
  // start of each field in the text, record by record: 4 bytes each
  std::vector<std::uint32_t> begins_;
};

}  // namespace pleuel

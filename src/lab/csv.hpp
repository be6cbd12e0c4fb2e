// Comma-separated values, read and written (RFC 4180).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pleuel {

using CsvRecord = std::vector<std::string>;

/// All records, the first with the names included; empty lines and lines that begin with '#' are
/// left out.
std::vector<CsvRecord> parse_csv(std::string_view text);

/// Quoted where a comma, a quote or a line's end would break the record apart.
std::string csv_field(const std::string& text);

/// The fewest digits that read back as the same double; empty for NaN.
std::string csv_number(double value);

/// A value of any column as a field.
inline std::string csv_text(const std::string& value) { return csv_field(value); }
inline std::string csv_text(double value) { return csv_number(value); }
inline std::string csv_text(long value) { return std::to_string(value); }
inline std::string csv_text(int value) { return std::to_string(value); }

/// The inverse of csv_number, independent of locale: NaN for an empty field. Throws InvalidInput
/// naming `place`.
double number_from_csv(const std::string& place, const std::string& text);

/// Records under their names: `field(i, "tol")`. Throws InvalidInput for a name that `file` does
/// not have.
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
  // of the fields in the text, record after record: 4 bytes each
  std::vector<std::uint32_t> begins_;
};

}  // namespace pleuel

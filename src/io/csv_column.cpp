#include "pleuel/io/csv_column.hpp"

namespace pleuel {

std::string csv_column(const std::string& name, const std::string& unit) {
  const std::string text = unit.empty() ? name : name + " [" + unit + "]";
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace pleuel

#include "pleuel/io/trajectory_csv.hpp"

#include "pleuel/base/number_text.hpp"

namespace pleuel {
namespace {

// Quoted if it contains a comma or a quote (RFC 4180).
std::string column(const std::string& name, const std::string& unit) {
  const std::string text = unit.empty() ? name : name + " [" + unit + "]";
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"') quoted += '"';
    quoted += c;
  }
  return quoted + "\"";
}

}  // namespace

void TrajectoryCsv::begin(const RunHeader& header) {
  file_.emplace(path_);
  line_ = column("t", "s");
  for (const auto& unknown : header.unknowns) line_ += "," + column(unknown.name, unknown.unit);
  for (const auto& output : header.outputs) line_ += "," + column(output.name, output.unit);
  line_ += "\n";
  file_->write(line_);
}

void TrajectoryCsv::sample(const Sample& at) {
  const ConstVec outputs = at.outputs();
  line_.clear();
  append_shortest(line_, at.t());
  for (const ConstVec& part : {at.y(), outputs})
    for (const double value : part) {
      line_ += ',';
      append_shortest(line_, value);
    }
  line_ += '\n';
  file_->write(line_);
}

void TrajectoryCsv::end(const RunResult&) {
  try {
    file_->commit();
  } catch (const FileError&) {
    file_->commit();  // keeps the rows that were written
    file_.reset();
    throw;
  }
  file_.reset();
}

}  // namespace pleuel

#include "pleuel/io/trajectory_csv.hpp"

#include <algorithm>

#include "pleuel/base/number_text.hpp"
#include "pleuel/io/csv_column.hpp"

namespace pleuel {
namespace {

std::vector<Eigen::Index> places_of(const std::vector<Unknown>& unknowns,
                                    const std::optional<std::vector<std::string>>& names) {
  std::vector<Eigen::Index> places;
  if (!names)
    for (std::size_t i = 0; i < unknowns.size(); ++i) places.push_back(static_cast<Eigen::Index>(i));
  else
    for (const std::string& name : *names)
      if (const auto it = std::ranges::find(unknowns, name, &Unknown::name); it != unknowns.end())
        places.push_back(it - unknowns.begin());
  return places;
}

}  // namespace

void TrajectoryCsv::begin(const RunHeader& header) {
  file_.emplace(path_);
  line_ = csv_column("t", "s");
  places_ = places_of(header.unknowns, shown_);
  for (const auto place : places_) {
    const Unknown& unknown = header.unknowns[static_cast<std::size_t>(place)];
    line_ += "," + csv_column(unknown.name, unknown.unit);
  }
  for (const auto& output : header.outputs) line_ += "," + csv_column(output.name, output.unit);
  line_ += "\n";
  file_->write(line_);
}

void TrajectoryCsv::sample(const Sample& at) {
  const ConstVec outputs = at.outputs();
  line_.clear();
  append_shortest(line_, at.t());
  const auto append = [this](double value) {
    line_ += ',';
    append_shortest(line_, value);
  };
  const ConstVec y = at.y();
  for (const auto place : places_) append(y[place]);
  for (const double value : outputs) append(value);
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

#include "pleuel/io/analysis_csv.hpp"

#include <cmath>

#include "pleuel/base/number_text.hpp"
#include "pleuel/io/csv_column.hpp"
#include "pleuel/mechanics/analysis/mode_directions.hpp"

namespace pleuel {
namespace {

/// Fields of a row; numbers that are not finite are empty.
class CsvRow {
 public:
  CsvRow& text(const std::string& field) { return add(csv_column(field)); }
  CsvRow& number(double value) { return add(std::isfinite(value) ? shortest_text(value) : ""); }
  std::string line() const { return line_ + "\n"; }

 private:
  CsvRow& add(const std::string& field) {
    line_ += (is_first_ ? "" : ",") + field;
    is_first_ = false;
    return *this;
  }
  std::string line_;
  bool is_first_ = true;
};

}  // namespace

std::string statics_csv(const StaticsResult& result) {
  const SystemInfo& info = result.header.system->info();
  const InitialState& x = result.equilibrium.state;
  std::string table = "group,name,value,unit,constraint\n";
  const auto add = [&](const char* group, const std::string& name, double value, const std::string& unit,
                       const std::string& constraint = "") {
    table += CsvRow().text(group).text(name).number(value).text(unit).text(constraint).line();
  };
  for (const Output& output : result.outputs) add("output", output.name, output.value, output.unit);
  for (int i = 0; i < info.n_lambda(); ++i)
    add("reaction", info.lambda[i].name, x.lambda[i], info.lambda[i].unit, info.constraints[i]);
  for (int i = 0; i < info.n_q(); ++i) add("coordinate", info.q[i].name, x.q[i], info.q[i].unit);
  for (int i = 0; i < info.n_s(); ++i) add("state", info.s[i].name, x.s[i], info.s[i].unit);
  return table;
}

std::string modes_csv(const ModesResult& result) {
  std::string table =
      "mode,kind,trend,eigenvalue_re [1/s],eigenvalue_im [1/s],frequency [Hz],omega [rad/s],"
      "natural_omega [rad/s],damping_ratio\n";
  int number = 0;
  for (const Mode& mode : result.modes.modes)
    table += CsvRow()
                 .number(++number)
                 .text(name_of(mode.kind))
                 .text(name_of(mode.trend))
                 .number(mode.eigenvalue.real())
                 .number(mode.eigenvalue.imag())
                 .number(mode.frequency())
                 .number(mode.omega())
                 .number(mode.natural_omega())
                 .number(mode.damping_ratio())
                 .line();
  return table;
}

std::string shapes_csv(const ModesResult& result) {
  const SystemInfo& info = result.header.system->info();
  std::string table = "direction,unit";
  for (std::size_t k = 1; k <= result.modes.modes.size(); ++k)
    table += ",amplitude_" + std::to_string(k) + ",phase_" + std::to_string(k) + " [rad]";
  table += "\n";
  const auto add = [&](const std::vector<Quantity>& names, Eigen::VectorXcd Mode::*part) {
    for (std::size_t i = 0; i < names.size(); ++i) {
      CsvRow row;
      row.text(names[i].name).text(names[i].unit);
      for (const Mode& mode : result.modes.modes) {
        const Complex value = (mode.*part)[static_cast<Eigen::Index>(i)];
        row.number(std::abs(value)).number(std::arg(value));
      }
      table += row.line();
    }
  };
  add(mode_directions(info), &Mode::theta);
  add(info.s, &Mode::s);
  return table;
}

}  // namespace pleuel

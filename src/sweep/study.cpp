#include "pleuel/sweep/study.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/number_text.hpp"

namespace pleuel::sweep {
namespace {

constexpr double least_rtol = 1e-13;  // of a twin: rounding errors dominate below it
constexpr std::uint64_t twin_seed = 1;

void apply_setting(const std::string& name, const std::string& text, StudySettings& settings) {
  if (name == "formulation") settings.formulation = text;
  if (name == "method") settings.method = text;
  if (name == "rtol") settings.rtol = parse_number(name, text);
  if (name == "atol") settings.atol = parse_number(name, text);
  if (name == "until") settings.until = parse_number(name, text);
}

}  // namespace

const std::vector<std::string>& setting_names() {
  static const std::vector<std::string> names = {"formulation", "method", "rtol", "atol", "until"};
  return names;
}

long Study::n_runs() const {
  long n = 1;
  for (const DesignBlock& block : blocks) n *= block.size();
  return n;
}

// Twins are spread over the runs: one at a random place of each n_twins-th part.
long Study::run_of(long task) const {
  const long n = n_runs();
  if (task < n) return task;
  const auto k = static_cast<double>(task - n), parts = static_cast<double>(n_twins);
  const double at = (k + CounterRandom(twin_seed).uniform(0, static_cast<std::uint64_t>(task - n))) / parts;
  return std::min(static_cast<long>(at * static_cast<double>(n)), n - 1);
}

std::size_t Study::n_columns() const {
  std::size_t n = 0;
  for (const DesignBlock& block : blocks) n += block.variations().size();
  return n;
}

std::size_t Study::block_index(std::size_t column) const {
  std::size_t b = 0;
  for (; column >= blocks[b].variations().size(); ++b) column -= blocks[b].variations().size();
  return b;
}

std::size_t Study::place_of(std::size_t column) const {
  for (std::size_t b = 0; column >= blocks[b].variations().size(); ++b)
    column -= blocks[b].variations().size();
  return column;
}

const DesignBlock& Study::block_of(std::size_t column) const { return blocks[block_index(column)]; }

long Study::point(long run, std::size_t block) const {
  for (std::size_t b = blocks.size(); b-- > block + 1;) run /= blocks[b].size();
  return run % blocks[block].size();
}

Level Study::level(long run, std::size_t column) const {
  const std::size_t b = block_index(column);
  return blocks[b].level(point(run, b), place_of(column));
}

std::size_t Study::group(long run, std::size_t column, std::size_t n_groups) const {
  const std::size_t b = block_index(column);
  return blocks[b].group(point(run, b), place_of(column), n_groups);
}

RunRequest Study::request(long task) const {
  const long run = run_of(task);
  RunRequest request;
  request.case_name = case_name;
  request.settings = parameters;
  StudySettings given = settings;
  for (std::size_t k = 0; k < n_columns(); ++k) {
    const Variation& varied = column(k);
    const Level value = level(run, k);
    if (!varied.is_setting)
      request.settings[varied.name] = value.text;
    else if (varied.is_number())
      apply_setting(varied.name, shortest_text(value.number * varied.factor), given);
    else
      apply_setting(varied.name, value.text, given);
  }
  request.formulation = given.formulation;
  request.method = given.method;
  request.until = given.until;
  request.is_tolerance_open = !given.rtol && !given.atol;
  if (given.rtol) request.tolerance.rtol = *given.rtol;
  request.tolerance.atol = given.atol.value_or(request.tolerance.rtol);
  request.timeout = time_limit;
  if (is_twin(task)) {
    if (request.is_tolerance_open) request.tolerance = tolerance;
    request.is_tolerance_open = false;
    const double factor = std::max(twin_factor, least_rtol / request.tolerance.rtol);
    request.tolerance.rtol *= factor;
    request.tolerance.atol *= factor;
  }
  // Workers use the cores; results do not depend on threads.
  if (!request.settings.contains("threads")) request.settings["threads"] = "1";
  return request;
}

std::string Study::command(long run) const {
  const RunRequest r = request(run);
  std::string line = "pleuel run " + shell_word(case_name);
  const auto option = [&](const char* name, const std::string& value) {
    line += std::string(" --") + name + " " + shell_word(value);
  };
  if (r.formulation) option("formulation", *r.formulation);
  if (r.method) option("method", *r.method);
  if (!r.is_tolerance_open) {
    option("rtol", shortest_text(r.tolerance.rtol));
    option("atol", shortest_text(r.tolerance.atol));
  }
  if (r.until) option("until", shortest_text(*r.until));
  for (const auto& [name, value] : r.settings)
    if (name != "threads" || parameters.contains(name)) option("set", name + "=" + value);
  return line;
}

std::string shell_word(const std::string& word) {
  const auto is_plain = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 ||
           std::string_view("_-+=./,:@%").find(c) != std::string_view::npos;
  };
  if (!word.empty() && std::ranges::all_of(word, is_plain)) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace pleuel::sweep

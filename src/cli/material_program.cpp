#include "pleuel/cli/material_program.hpp"

#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "pleuel/base/error.hpp"
#include "pleuel/cli/material_text.hpp"
#include "pleuel/cli/progress_bar.hpp"
#include "pleuel/cli/session.hpp"
#include "pleuel/io/whole_file.hpp"
#include "pleuel/lab/csv.hpp"
#include "pleuel/lab/material_study.hpp"

namespace pleuel::cli {
namespace {

constexpr double megapascal = 1e6;

void read_path(const std::string& file, MaterialTest& test) {
  std::ifstream stream(file);
  std::ostringstream text;
  text << stream.rdbuf();
  if (!stream) throw InvalidInput("--path: '" + file + "' cannot be read; is there such a file?");
  const CsvTable table(file, text.str());
  for (const std::string& name : table.names()) {
    std::vector<double> values;
    const bool is_stress = name.starts_with("sigma");
    for (std::size_t i = 0; i < table.size(); ++i)
      values.push_back(table.number(i, name) * (is_stress ? megapascal : 1));
    if (name == "t") {
      test.path_times = values;
    } else {
      test.path.push_back({name, values});
    }
  }
  if (test.path_times.empty()) throw InvalidInput("--path: '" + file + "' has no column t, the times in s");
}

// A file that is there but wrong is an invalid model; a name that means nothing is a slip of the line.
MaterialSet named_set(const std::string& name) {
  try {
    return material_set(name);
  } catch (const InvalidInput& error) {
    if (name.ends_with(".json") && std::filesystem::exists(name)) throw InvalidModel(error.faults());
    throw;
  }
}

MaterialStudyRequest study_request(const MaterialCommand& command) {
  MaterialStudyRequest request;
  const Catalogue catalogue = standard_catalogue();
  const Method& method = catalogue.method(command.method);
  Settings of_law;
  for (const auto& [name, value] : command.settings) {
    const bool is_of_method =
        std::ranges::find(method.options, name, &OptionSpec::name) != method.options.end();
    (is_of_method ? request.settings : of_law)[name] = value;
  }
  request.set = with_settings(named_set(command.name), of_law);
  request.state = material::stress_state(command.state);
  request.test = command.test;
  if (!command.path_file.empty()) read_path(command.path_file, request.test);
  request.family = command.family;
  request.method = command.method;
  request.rtol = command.rtol;
  request.atol = command.atol;
  request.step = command.step;
  request.at = command.at;
  request.samples = command.samples;
  request.timeout = command.timeout;
  return request;
}

void write_files(const std::filesystem::path& out, const MaterialStudy& study) {
  make_directory(out);
  write_whole_file(out / "curve.csv", material_csv(study));
  write_whole_file(out / "curve.svg", plot_svg(material_plot(study)));
  write_whole_file(out / "material.json", material_json(study) + "\n");
}

}  // namespace

int material(const MaterialCommand& command) {
  listen_for_signals();
  const MaterialStudyRequest request = study_request(command);
  std::optional<ProgressBar> bar;
  if (command.report != Report::quiet) bar.emplace();
  const MaterialStudy study =
      material_study(request, {.observer = bar ? &*bar : nullptr, .stop = &stop_requested});
  if (command.out) write_files(*command.out, study);
  const int code = exit_code_of(study.status());
  if (command.report == Report::json) return show(material_json(study) + "\n", code);
  const auto& failure = study.curves.back().run.failure;
  if (failure) (void)print(STDERR_FILENO, describe(*failure) + "\n");
  if (command.report == Report::quiet) return code;
  return show(material_text(study, Style::of_descriptor(STDOUT_FILENO)), code);
}

}  // namespace pleuel::cli

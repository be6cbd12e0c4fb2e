#include "pleuel/cli/material_program.hpp"

#include <unistd.h>

#include <algorithm>

#include "pleuel/base/error.hpp"
#include "pleuel/base/input_file.hpp"
#include "pleuel/cli/material_text.hpp"
#include "pleuel/cli/progress_bar.hpp"
#include "pleuel/cli/result_files.hpp"
#include "pleuel/cli/session.hpp"
#include "pleuel/io/output_folder.hpp"
#include "pleuel/lab/csv.hpp"
#include "pleuel/lab/material_study.hpp"

namespace pleuel::cli {
namespace {

constexpr double megapascal = 1e6;

CsvTable table_in(const std::string& file) {
  try {
    return {file, read_input_file(file, table_file)};
  } catch (const InvalidInput& error) {
    throw InvalidModel(error.faults());
  }
}

void read_path(const std::string& file, MaterialTest& test) {
  const CsvTable table = table_in(file);
  if (!table.has("t"))
    throw InvalidModel("--path: '" + file +
                       "' has no column t, the times in s");  // and its content is not told
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
}

// A file that is wrong or missing is an invalid model; a name that means nothing is a slip of the
// line.
MaterialSet named_set(const std::string& name) {
  try {
    return material_set(name);
  } catch (const InvalidInput& error) {
    if (name.ends_with(".json")) throw InvalidModel(error.faults());
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

void write_files(const std::filesystem::path& folder, const MaterialStudy& study) {
  write_whole_file(folder / "curve.csv", material_csv(study));
  write_whole_file(folder / "curve.svg", plot_svg(material_plot(study)));
  write_whole_file(folder / "material.json", material_json(study) + "\n");
}

}  // namespace

int material(const MaterialCommand& command) {
  remark_on_tolerance(command.rtol, command.report);
  const MaterialStudyRequest request = study_request(command);
  std::optional<OutputFolder> folder;
  if (command.out) folder.emplace(*command.out, "material", foreign(command.force));
  listen_for_signals();
  std::optional<ProgressBar> bar;
  if (command.report != Report::quiet) bar.emplace();
  const MaterialStudy study =
      material_study(request, {.observer = bar ? &*bar : nullptr, .stop = &stop_requested});
  std::vector<std::string> losses;
  if (folder)
    losses = save_result(*folder, [&](const std::filesystem::path& files) { write_files(files, study); });
  int code = exit_code_of(study.status());
  if (command.report == Report::json) return with_losses(losses, show(material_json(study) + "\n", code));
  const auto& failure = study.curves.back().run.failure;
  if (failure) tell(describe(*failure) + "\n");
  if (command.report == Report::summary)
    code = show(material_text(study, Style::of_descriptor(STDOUT_FILENO)), code);
  return with_losses(losses, code);
}

}  // namespace pleuel::cli

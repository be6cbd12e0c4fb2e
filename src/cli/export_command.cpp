// The command export: a flexible body of a model as files for other programs.
#include "pleuel/base/error.hpp"
#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/command.hpp"
#include "pleuel/cli/result_files.hpp"
#include "pleuel/model/file/model_reader.hpp"
#include "pleuel/model/flexible/body_export.hpp"

namespace pleuel::cli {
namespace {

struct ExportWords {
  std::string model, body, format;
  std::vector<std::string> set;
  OutWords out;
};

constexpr std::pair<const char*, ExportFormat> export_formats[] = {
    {"matrix-market", ExportFormat::matrix_market}, {"dmig", ExportFormat::dmig}, {"sid", ExportFormat::sid}};

void declare_export(Options& options, ExportWords& words) {
  Argument& model = options.required("MODEL", &words.model, "a model file");
  model.is_case = true;
  model.candidates = [] { return Candidates{.files = "*.json"}; };
  options.word("--body", words.body, "the flexible body", "NAME").is_required = true;
  options
      .word("--as", words.format,
            "matrix-market: mass, stiffness, nodes and unknowns (default); dmig: the same as cards of Nastran; "
            "sid: standard input data of a reduced body in space",
            "FORMAT")
      .candidates = [] {
    Candidates candidates;
    for (const auto& [name, format] : export_formats) candidates.words.emplace_back(name);
    return candidates;
  };
  add_set(options, words.set, "a parameter of the model");
  add_out(options, words.out, "write the files into this directory");
  options.footer(
      "Prints the keys that replace the body's own data in a model file to read the files again "
      "(docs/import.md).\n"
      "Example: pleuel export models/spatial-slider-crank.json --body rod --as sid --out rod");
}

ExportFormat format_named(const std::string& word) {
  if (word.empty()) return ExportFormat::matrix_market;
  for (const auto& [name, format] : export_formats)
    if (word == name) return format;
  throw InvalidInput("--as is '" + word + "', but must be matrix-market, dmig or sid");
}

std::string export_text(const BodyExport& result, const ExportWords& words) {
  std::string files, replaced;
  for (const auto& file : result.files) files += "  " + words.out.folder + "/" + file.name + "\n";
  for (const auto& key : result.replaced) replaced += (replaced.empty() ? "'" : ", '") + key + "'";
  return files + "In a model in the same directory, these keys stand for " + replaced + ":\n  " + result.keys +
         "\n";
}

int write_export(const ExportWords& words) {
  std::vector<std::string> faults;
  const Settings settings = ArgumentParser(faults).settings(words.set);
  const ExportFormat format = format_named(words.format);
  if (!words.out.is_given()) faults.emplace_back("--out is missing; name the directory for the files");
  throw_if_any(std::move(faults));
  return guarded({words.model, Report::summary}, [&] {
    const BuiltDescription model =
        build_bodies(read_model_file(words.model, standard_model_catalogue(), settings));
    const BodyExport result = export_body(model, words.body, format);
    std::optional<OutputFolder> folder;
    words.out.open(folder, "export");
    const auto losses = save_result(*folder, [&](const std::filesystem::path& to) {
      for (const auto& file : result.files) write_whole_file(to / file.name, file.text);
    });
    return with_losses(losses, show(export_text(result, words), done));
  });
}

}  // namespace

Command export_command() {
  return make_command("export", "A flexible body as matrices, DMIG cards or standard input data",
                      declare_export, write_export);
}

}  // namespace pleuel::cli

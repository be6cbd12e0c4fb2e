// The command figures: draws the diagrams of a paper with new runs.
#include "pleuel/cli/argument_parser.hpp"
#include "pleuel/cli/command.hpp"
#include "pleuel/cli/report_builder.hpp"
#include "pleuel/cli/series_report.hpp"
#include "pleuel/lab/figure_drawing.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel::cli {
namespace {

struct FiguresWords {
  std::string paper, timeout;
  std::vector<std::string> only;
  OutWords out;
  ReportWords report;
};

/// "pendulum [Ste15]: figure2, figure3-x, …" for each paper.
std::string all_paper_figures() {
  std::string text = "Papers and their figures:\n";
  for (const Paper& paper : papers()) {
    text += "  " + paper.name + " [" + paper.citation + "] " + paper.title + "\n    ";
    std::string last;
    for (const PaperFigure& figure : paper.figures) {
      const std::string name = figure.name.substr(0, figure.name.find('-'));
      if (name == last) continue;
      text += (last.empty() ? "" : ", ") + name;
      last = name;
    }
    text += "\n";
  }
  return text;
}

void declare_figures(Options& options, FiguresWords& words) {
  std::string names;
  for (const auto& name : paper_names()) names += (names.empty() ? "" : ", ") + name;
  options.required("PAPER", &words.paper, names).candidates = [] { return Candidates{paper_names()}; };
  options.list("--only", words.only, "only these figures; default: all of the paper", "F1,F2,…");
  options.word("--timeout", words.timeout, "wall-time limit of one run; default 120", "SECONDS");
  add_out(options, words.out,
          "write an SVG per figure, and figures.json with the commands of all runs, into this directory");
  add_report(options, words.report);
  options.footer(all_paper_figures() +
                 "Example: pleuel figures pendulum --only figure4,figure5 --out pendulum");
}

FiguresRequest figures_request(const FiguresWords& words) {
  std::vector<std::string> faults;
  ArgumentParser read(faults);
  FiguresRequest request;
  request.paper = words.paper;
  request.only = read.names(words.only);
  if (!words.timeout.empty()) request.timeout = read.number("--timeout", words.timeout).value_or(1);
  if (!words.out.is_given()) faults.push_back("figures are files: give a directory for them, --out DIR");
  throw_if_any(std::move(faults));
  return request;
}

std::string figures_text(const DrawnPaper& drawn, const std::string& folder, const Style& style) {
  std::string text;
  for (const DrawnFigure& figure : drawn.figures) {
    text += figure.svg.empty() ? figure.name + ": " + style.bad("nothing to draw") + "\n"
                               : folder + "/" + figure.name + ".svg  " + figure.title + "\n";
    for (const auto& note : figure.notes) text += style.faint("  " + note) + "\n";
  }
  if (drawn.end != StudyEnd::complete) text += std::string(name_of(drawn.end)) + ": the rest was not drawn\n";
  return text;
}

int draw(const FiguresWords& words, const FiguresRequest& request) {
  SeriesReport report(words.out, "figures " + request.paper, words.report.report());
  const DrawnPaper drawn = draw_figures(standard_catalogue(), request, report.watch());
  return report.finish(
      {.end = drawn.end,
       .json = [&] { return figures_json(request, drawn); },
       .text = [&](const Style& style) { return figures_text(drawn, words.out.folder, style); },
       .write =
           [&](const std::filesystem::path& files) {
             for (const DrawnFigure& figure : drawn.figures)
               if (!figure.svg.empty()) write_whole_file(files / (figure.name + ".svg"), figure.svg);
             write_whole_file(files / "figures.json", figures_json(request, drawn) + "\n");
           }});
}

int figures(const FiguresWords& words) {
  const FiguresRequest request = figures_request(words);
  return guarded({.report = words.report.report()}, [&] { return draw(words, request); });
}

}  // namespace

Command figures_command() {
  return make_command("figures", "Draw the diagrams of a paper with new runs", declare_figures, figures);
}

}  // namespace pleuel::cli

// The study of random mechanisms: random_mechanisms [FIRST] [COUNT] [--csv FILE] [--page FILE]
// [--folder DIR]
//
// Mechanisms FIRST … FIRST + COUNT − 1 (0 and 200) under all pairs. The tables go between the marks
// of the page (docs/random-mechanisms.md), or to stdout; each run becomes a row of the CSV file;
// the model files stay in the folder.
#include <chrono>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>

#include "random/study.hpp"
#include "random/study_table.hpp"
#include "studies/page_tables.hpp"

namespace pleuel::testing {
namespace {

struct Arguments {
  int first = 0, count = 200;
  std::string csv, page, folder = std::filesystem::temp_directory_path() / "random-mechanisms";
};

bool is_whole(const std::string& word) {
  return !word.empty() && word.size() < 9 && word.find_first_not_of("0123456789") == std::string::npos;
}

std::optional<Arguments> parsed(const std::vector<std::string>& words) {
  Arguments arguments;
  int n_numbers = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string& word = words[i];
    std::string* const text = word == "--csv"      ? &arguments.csv
                              : word == "--page"   ? &arguments.page
                              : word == "--folder" ? &arguments.folder
                                                   : nullptr;
    if (text != nullptr && i + 1 < words.size())
      *text = words[++i];
    else if (text == nullptr && is_whole(word) && n_numbers < 2)
      (n_numbers++ == 0 ? arguments.first : arguments.count) = std::stoi(word);
    else
      return std::nullopt;
  }
  return arguments;
}

/// One row per run.
class RunRows {
 public:
  explicit RunRows(const std::string& path) {
    if (path.empty()) return;
    out_.open(path);
    out_ << "number,seed,class,kappa,formulation,method,status,error_q,error_v,steps,reaction_error,reaction_"
            "estimate,text\n";
  }
  void add(const MechanismStudy& s) {
    for (const PairOutcome& r : s.runs) {
      out_ << s.subject.number << ',' << s.subject.seed << ',' << name_of(s.subject.kind) << ','
           << s.subject.growth << ',' << r.formulation << ',' << r.method << ','
           << (r.is_ok ? "ok" : "failed") << ',' << r.q << ',' << r.v << ',' << r.steps << ','
           << r.reaction_error << ',' << r.reaction_estimate << ",\"" << r.failure;
      for (const std::string& text : r.remarks) out_ << " | " << text;
      out_ << "\"\n";
    }
    out_.flush();
  }

 private:
  std::ofstream out_;
};

/// What falls short, as it is found.
void show_faults(const MechanismStudy& s) {
  for (const PairOutcome& r : s.runs)
    if (r.is_silently_wrong())
      std::printf("%s, %s with %s: q %.3g, v %.3g\n", s.subject.file.c_str(), r.formulation.c_str(),
                  r.method.c_str(), r.q, r.v);
  if (s.reference_gap > reference_limit || s.tree_gap > reference_limit)
    std::printf("%s: references differ by %.2g, from the recursive equations by %.2g\n",
                s.subject.file.c_str(), s.reference_gap, s.tree_gap);
  std::fflush(stdout);
}

void study_all(const Arguments& arguments) {
  RunRows rows(arguments.csv);
  Workshop workshop(arguments.folder);
  PassedOver passed_over;
  std::vector<MechanismStudy> studies;
  const auto begin = std::chrono::steady_clock::now();
  for (int k = 0; k < arguments.count; ++k) {
    studies.push_back(study(workshop, workshop.subject(arguments.first + k, passed_over)));
    rows.add(studies.back());
    show_faults(studies.back());
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    std::fprintf(stderr, "\r%d of %d mechanisms, %.0f s, %.0f s left   ", k + 1, arguments.count, seconds,
                 seconds / (k + 1) * (arguments.count - k - 1));
  }
  std::fprintf(stderr, "\n");
  const std::string tables = study_table(studies, passed_over);
  if (arguments.page.empty())
    std::fputs(tables.c_str(), stdout);
  else
    replace_tables(arguments.page, "random", tables);
}

}  // namespace
}  // namespace pleuel::testing

int main(int argc, char** argv) {
  const auto arguments = pleuel::testing::parsed({argv + 1, argv + argc});
  if (!arguments) {
    std::fprintf(stderr,
                 "usage: random_mechanisms [FIRST] [COUNT] [--csv FILE] [--page FILE] [--folder DIR]\n");
    return 2;
  }
  try {
    pleuel::testing::study_all(*arguments);
  } catch (const std::exception& exception) {
    std::fprintf(stderr, "random_mechanisms: %s\n", exception.what());
    return 1;
  }
}

#include "pleuel/sweep/work_list.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "pleuel/base/error.hpp"
#include "pleuel/base/input_file.hpp"
#include "pleuel/io/whole_file.hpp"
#include "pleuel/run/plan.hpp"

namespace pleuel::sweep {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
constexpr const char* list_name = "worklist.json";
constexpr int list_version = 1;
constexpr InputKind list_file{"work list", 65 * megabyte};

Json json_of(const RunIdentity& identity) {
  Json json;
  json["version"] = identity.version;
  json["program"] = identity.program;
  json["case"] = identity.case_name;
  json["content"] = identity.content;
  json["formulation"] = identity.formulation;
  json["method"] = identity.method;
  json["unknowns"] = identity.n_unknowns;
  return json;
}

RunIdentity identity_from(const Json& json) {
  return {.version = json.at("version"),
          .program = json.at("program"),
          .case_name = json.at("case"),
          .content = json.at("content"),
          .formulation = json.at("formulation"),
          .method = json.at("method"),
          .n_unknowns = json.at("unknowns")};
}

}  // namespace

fs::path work_folder(const fs::path& result) { return result / work_folder_name; }

bool has_work_list(const fs::path& result) {
  std::error_code none;
  return fs::exists(work_folder(result) / list_name, none);
}

void write_work_list(const fs::path& result, const WorkList& list) {
  make_directory(work_folder(result));
  Json json;
  json["pleuel_worklist"] = list_version;
  json["study"] = list.study_path;
  json["folder"] = list.folder;
  json["runs"] = list.n_runs;
  json["twins"] = list.n_twins;
  json["identity"] = json_of(list.identity);
  json["text"] = list.study_text;
  write_whole_file(work_folder(result) / list_name,
                   json.dump(1, ' ', false, Json::error_handler_t::replace) + "\n");
}

WorkList read_work_list(const fs::path& result) {
  if (!has_work_list(result))
    throw InvalidInput("the directory '" + result.string() +
                       "' has no work list; write it by `pleuel sweep plan STUDY --out DIR`");
  const std::string path = (work_folder(result) / list_name).string();
  try {
    const Json json = Json::parse(read_input_file(path, list_file));
    if (json.at("pleuel_worklist") != list_version)
      throw InvalidInput("'" + path + "' has another version than " + std::to_string(list_version));
    return {.study_path = json.at("study"),
            .study_text = json.at("text"),
            .folder = json.at("folder"),
            .identity = identity_from(json.at("identity")),
            .n_runs = json.at("runs"),
            .n_twins = json.at("twins")};
  } catch (const Json::exception& error) {
    throw InvalidInput("'" + path + "' is damaged: " + error.what() +
                       "; write it again by `pleuel sweep plan`");
  }
}

void remove_work(const fs::path& result) {
  std::error_code none;
  fs::remove_all(work_folder(result), none);
}

WorkList make_work_list(const Catalogue& catalogue, const Study& study, const std::string& version) {
  // Varied values may be wrong on purpose; the fixed ones were checked by the reader.
  RunRequest fixed = study.request(0);
  fixed.settings = study.parameters;
  fixed.formulation = study.settings.formulation;
  fixed.method = study.settings.method;
  fixed.until = study.settings.until;
  fixed.is_tolerance_open = true;
  WorkList list;
  list.study_path = study.path;
  list.study_text = study.text;
  list.folder = fs::current_path().string();
  list.identity = identity_of(checked_plan(catalogue, fixed), version);
  list.n_runs = study.n_runs();
  list.n_twins = study.n_twins;
  return list;
}

std::vector<std::string> differences(const WorkList& saved, const WorkList& present) {
  std::vector<std::string> list = pleuel::differences(saved.identity, present.identity);
  if (saved.study_text != present.study_text) list.emplace_back("the study file is another one");
  return list;
}

RowIndex::RowIndex(const fs::path& result, long n_tasks)
    : files_(journals_in(work_folder(result))), places_(static_cast<std::size_t>(n_tasks), {none, 0}) {
  for (std::uint32_t f = 0; f < files_.size(); ++f) {
    scan_journal(files_[f], [&](long task, std::uint64_t offset) {
      if (task < 0 || task >= static_cast<long>(places_.size())) return;
      RowPlace& place = places_[task];
      if (place.file == none) {
        place = {f, offset};
        ++n_done_;
        return;
      }
      ++n_repeated_;
      if (!is_same_result(read_row(files_[place.file], place.offset), read_row(files_[f], offset)))
        conflicts_.push_back(task);
    });
  }
}

std::vector<long> RowIndex::missing(long share, long n_shares) const {
  std::vector<long> list;
  for (long task = share - 1; task < static_cast<long>(places_.size()); task += n_shares)
    if (!has(task)) list.push_back(task);
  return list;
}

Row RowIndex::row(long task) const { return read_row(files_[places_[task].file], places_[task].offset); }

std::string numbers_text(const std::vector<long>& numbers) {
  constexpr std::size_t most_parts = 12;
  std::string text;
  std::size_t n_parts = 0;
  for (std::size_t i = 0; i < numbers.size(); ++n_parts) {
    if (n_parts == most_parts) return text + ", …";
    std::size_t j = i;
    while (j + 1 < numbers.size() && numbers[j + 1] == numbers[j] + 1) ++j;
    text += (text.empty() ? "" : ", ") + std::to_string(numbers[i]);
    if (j > i) text += (j == i + 1 ? ", " : "–") + std::to_string(numbers[j]);
    i = j + 1;
  }
  return text;
}

}  // namespace pleuel::sweep

#include "pleuel/run/catalogue.hpp"

#include <algorithm>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/problem/model_path.hpp"

namespace pleuel {
namespace {

template <class Entry>
const Entry& find(const char* kind, const std::vector<Entry>& entries, const std::string& name) {
  const auto it =
      std::find_if(entries.begin(), entries.end(), [&](const Entry& entry) { return entry.name == name; });
  if (it != entries.end()) return *it;
  std::vector<std::string> names;
  for (const auto& entry : entries) names.push_back(entry.name);
  throw InvalidInput(unknown_name(kind, name, names));
}

}  // namespace

ModelShelf::ModelShelf(const ModelShelf& other) : read_(other.read_) {
  const std::lock_guard lock(other.mutex_);
  problems_ = other.problems_;
}

const Problem& ModelShelf::problem(const std::string& path) {
  const std::lock_guard lock(mutex_);
  const auto it = problems_.find(path);
  if (it != problems_.end()) return it->second;
  if (read_ == nullptr)
    throw InvalidInput("this catalogue reads no model files, so '" + path +
                       "' is unknown to it; take standard_catalogue()");
  try {
    return problems_.emplace(path, read_(path)).first->second;
  } catch (const InvalidInput& error) {
    throw InvalidModel(error.faults());
  }
}

void ModelShelf::put(Problem problem) {
  const std::string name = problem.name;
  problems_.insert_or_assign(name, std::move(problem));
}

void Catalogue::put(Problem problem) {
  if (is_model_path(problem.name)) return models->put(std::move(problem));
  const auto it = std::find_if(problems.begin(), problems.end(),
                               [&](const Problem& entry) { return entry.name == problem.name; });
  if (it != problems.end())
    *it = std::move(problem);
  else
    problems.push_back(std::move(problem));
}

const Problem& Catalogue::problem(const std::string& name) const {
  if (!is_model_path(name)) return find("case", problems, name);
  const Problem& problem = models->problem(name);
  check(problem.preferences);
  return problem;
}

void Catalogue::check(const Preferences& preferences) const {
  std::vector<std::string> faults;
  const auto look_up = [&](const std::string& place, const auto& work) {
    try {
      work();
    } catch (const InvalidInput& error) {
      faults.push_back(place + ": " + error.what());
    }
  };
  if (preferences.formulation)
    look_up(preferences.formulation_place,
            [&] { find("formulation", formulations, *preferences.formulation); });
  const auto is_absent = [&](const AbsentMethod& absent) { return absent.name == preferences.method; };
  if (preferences.method && std::none_of(absent_methods.begin(), absent_methods.end(), is_absent))
    look_up(preferences.method_place, [&] { find("method", methods, *preferences.method); });
  if (!faults.empty()) throw InvalidModel(std::move(faults));
}

const Formulation& Catalogue::formulation(const std::string& name) const {
  return find("formulation", formulations, name);
}

const Method& Catalogue::method(const std::string& name) const {
  for (const AbsentMethod& absent : absent_methods)
    if (absent.name == name) throw InvalidInput(absent.remedy);
  return find("method", methods, name);
}

}  // namespace pleuel

#include "pleuel/lab/study_row.hpp"

#include "pleuel/base/error.hpp"
#include "pleuel/io/run_json.hpp"
#include "pleuel/mechanics/constraint_choice.hpp"
#include "pleuel/run/run_failure.hpp"

namespace pleuel {
namespace {

const char* kind_of_exception() {
  try {
    throw;
  } catch (const NoConsistentState&) {
    return no_start_kind;
  } catch (const RedundantConstraints&) {
    return redundant_kind;
  } catch (const InvalidInput&) {
    return refused_kind;
  } catch (...) {
    return thrown_kind;
  }
}

}  // namespace

std::string settings_text(const Settings& settings) {
  std::string text;
  for (const auto& [name, value] : settings) text += (text.empty() ? "" : " ") + name + "=" + value;
  return text;
}

std::string remarks_text(const RunResult& result) {
  std::string text;
  for (const std::string& remark : result.remarks) text += (text.empty() ? "" : "; ") + remark;
  return text;
}

StudyRow row_of(const RunKey& key, const RunResult& result) {
  StudyRow row;
  row.key = key;
  row.status = name_of(result.status);
  if (result.failure) row.failure_kind = file_name_of(result.failure->kind);
  if (result.status != RunStatus::ok) row.message = result.message;
  row.t = result.t;
  row.statistics = result.statistics;
  row.cpu_seconds = result.cpu_seconds;
  if (result.comparison) row.comparison = *result.comparison;
  row.residuals = result.residuals;
  row.energy_drift = result.energy_drift;
  row.remarks = remarks_text(result);
  return row;
}

StudyRow row_of_death(const RunKey& key, const std::string& reason) {
  StudyRow row;
  row.key = key;
  row.status = name_of(RunStatus::failed);
  row.failure_kind = died_kind;
  row.message = reason;
  row.t = StudyRow::none;
  row.residuals = {StudyRow::none, StudyRow::none, StudyRow::none};
  return row;
}

StudyRow row_of_exception(const RunKey& key) {
  StudyRow row;
  row.key = key;
  row.status = name_of(RunStatus::failed);
  row.failure_kind = kind_of_exception();
  row.message = thrown_text();
  row.residuals = {StudyRow::none, StudyRow::none, StudyRow::none};
  return row;
}

}  // namespace pleuel

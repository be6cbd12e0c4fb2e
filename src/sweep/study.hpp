// A study: which runs are made, and what is kept of each.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/run/run_request.hpp"
#include "pleuel/sweep/design_block.hpp"
#include "pleuel/sweep/output_spec.hpp"

namespace pleuel::sweep {

/// Settings of all runs, beside parameters.
struct StudySettings {
  std::optional<std::string> formulation = {}, method = {};
  std::optional<double> rtol = {}, atol = {}, until = {};
};

/// Names of settings that a study can fix or vary.
const std::vector<std::string>& setting_names();

struct Objective {
  std::string output;
  bool is_maximized = false;
};

/// The content of a study file. Tasks are numbered: 0 … n_runs() − 1 are the runs of the table; the
/// rest are twins, runs of the table repeated at tighter tolerances, from which the solver's error
/// is estimated. The runs are the product of the blocks; the last block varies fastest.
struct Study {
  std::string path, text;  ///< the file
  std::string title;
  std::string case_name;  ///< a built-in problem, or the path of a model file
  Settings parameters;
  StudySettings settings;
  std::vector<DesignBlock> blocks;
  std::vector<OutputSpec> outputs;
  std::optional<Objective> objective;
  long n_twins = 0;
  double twin_factor = 0.01;   ///< tolerance of a twin over that of its run
  ToleranceRequest tolerance;  ///< of a run that gives none: that of the case, or the default
  double time_limit = 3600;    ///< s, of one run
  double t_begin = 0;          ///< s, of curves: the start of the case
  std::vector<std::string> remarks = {};  ///< on the study itself

  long n_runs() const;
  long n_tasks() const { return n_runs() + n_twins; }
  bool is_twin(long task) const { return task >= n_runs(); }
  /// The run of the table that a task computes.
  long run_of(long task) const;

  /// The varied names in the order of the file: columns of the table.
  std::size_t n_columns() const;
  const Variation& column(std::size_t k) const { return block_of(k).variations()[place_of(k)]; }
  Level level(long run, std::size_t column) const;
  std::size_t group(long run, std::size_t column, std::size_t n_groups) const;
  /// The point of a column's block that a run belongs to: runs share it in a product of blocks.
  long block_point(long run, std::size_t column) const { return point(run, block_index(column)); }
  /// The block of a column, and the column's place in it.
  const DesignBlock& block_of(std::size_t column) const;
  std::size_t place_of(std::size_t column) const;

  /// The request of a task.
  RunRequest request(long task) const;
  /// The command that repeats a run of the table: "pleuel run CASE --set 'k=16 kN/m' …".
  std::string command(long run) const;

 private:
  std::size_t block_index(std::size_t column) const;
  long point(long run, std::size_t block) const;
};

/// A word for a shell, in quotes where it needs them.
std::string shell_word(const std::string& word);

}  // namespace pleuel::sweep

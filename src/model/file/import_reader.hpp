// Reads bodies that come from the files of another program.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/model/file/value_reader.hpp"
#include "pleuel/model/flexible/import_data.hpp"

namespace pleuel {

/// 'import' of a flexible body: matrices, DMIG cards or standard input data, with their node sets,
/// units, recovery matrices and what is expected. It reads the files; build_bodies() checks what
/// they say.
class ImportReader {
 public:
  /// `dimension` of the model.
  ImportReader(ValueReader& reader, int dimension) : reader_(reader), dimension_(dimension) {}

  /// Null, with its faults, if a file cannot be read.
  std::shared_ptr<const ImportChoice> read(const SourceLocation& place);
  /// Whether the type is that of a SID file, also of an import with faults.
  static bool is_sid(const SourceLocation& place);

  /// Keys by the type, in addition to "type".
  static const std::map<std::string, std::vector<std::string>>& keys();

 private:
  std::optional<ImportChoice> read_matrices(const SourceLocation& place);
  std::optional<ImportChoice> read_dmig(const SourceLocation& place);
  std::optional<ImportChoice> read_sid(const SourceLocation& place);
  /// What the types have in common.
  void read_rest(const SourceLocation& place, ImportChoice& choice);
  void read_recovery(const SourceLocation& list, ImportChoice& choice);
  std::map<std::string, std::vector<long long>> read_sets(const SourceLocation& list);
  fem::ImportUnits read_units(const SourceLocation& place);
  /// Reads the file that a key names: parse(text, path).
  template <class Parse>
  auto file(const SourceLocation& at, Parse parse)
      -> std::optional<decltype(parse(std::string(), std::string()))>;

  ValueReader& reader_;
  int dimension_;
};

}  // namespace pleuel

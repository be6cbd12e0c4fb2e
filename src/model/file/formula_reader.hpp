// Outputs that are formulas of other outputs.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "pleuel/model/description.hpp"
#include "pleuel/model/file/list_items.hpp"

namespace pleuel {

/// An output by its short form, or, if it was asked for, a sentence on why there is none.
enum class IfMissing { nothing, say_why };
struct FoundOutput {
  std::optional<OutputDescription> output = {};
  std::string fault = {};
  bool is_of_part = false;  ///< the item exists, but has no such part
};

/// A formula may use the time t, parameters, outputs of the list by the names they are shown with,
/// and everything that has a short form. It is read after the formulas that it uses. Faults are
/// unknown names, formulas that use each other in a circle, and dimensions that do not fit.
class FormulaReader {
 public:
  using Find = std::function<FoundOutput(const std::string& name, IfMissing)>;

  /// `shown`: numbers of outputs by name. All must outlive this object.
  FormulaReader(ValueReader& reader, ModelDescription& model, const std::map<std::string, std::size_t>& shown,
                Find find)
      : reader_(reader), model_(model), shown_(shown), find_(std::move(find)) {}

  /// Output number `output` is the formula of `item`.
  void add(std::size_t output, const ListItem& item) { pending_.emplace(output, Pending{&item}); }
  void read();

 private:
  enum class State { waiting, begun, done, failed };
  struct Pending {
    const ListItem* item = nullptr;
    State state = State::waiting;
  };

  State resolve(std::size_t output);
  bool read_formula(const SourceLocation& at, OutputDescription& output);
  std::optional<OutputDescription> input_of(const SourceLocation& at, const std::string& name);
  std::string circle(std::size_t output) const;

  ValueReader& reader_;
  ModelDescription& model_;
  const std::map<std::string, std::size_t>& shown_;
  Find find_;
  std::map<std::size_t, Pending> pending_;
  std::vector<std::size_t> path_;  // formulas begun, each used by the one before it
};

}  // namespace pleuel

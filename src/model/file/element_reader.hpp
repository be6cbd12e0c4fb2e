// Reads joints, drivers, forces and measures according to their types.
#pragma once

#include <unordered_map>
#include <vector>

#include "pleuel/model/description.hpp"
#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/file/list_items.hpp"
#include "pleuel/model/file/model_names.hpp"

namespace pleuel {

/// One section of the file. Elements of all sections refer to each other, so all names are
/// registered before the first element is read.
class ElementReader {
 public:
  /// `kind`: the name in messages, such as "joint". `types` must outlive the elements.
  ElementReader(std::string kind, const std::vector<ElementType>& types, ValueReader& reader,
                ModelDescription& model, ModelNames& names);

  /// Registers the names and their indices in `index`, if given.
  void take_names(const SourceLocation& place, NameIndex* index);
  /// For optional names (default prefix1, prefix2, …), which must be unique only within this
  /// section.
  void take_optional_names(const SourceLocation& place, const std::string& prefix);
  std::vector<Element> read();

 private:
  struct Pending {
    ListItem item;
    std::string name;
  };
  struct KnownType {
    const ElementType* type;
    std::vector<std::string> keys;
  };

  Element read_element(const Pending& pending);
  void read_markers(const SourceLocation& place, Element& element);
  /// Refuses keys that replace each other.
  void refuse_conflicts(const SourceLocation& place, const ElementType& type);
  void read_values(const SourceLocation& place, Element& element);
  /// A parameter that files of version 1 may omit.
  void read_version_1_default(const SourceLocation& place, const ParameterSpec& spec, Element& element);
  std::optional<Value> read_value(const SourceLocation& place, const ParameterSpec& spec,
                                  const Element& element);
  std::optional<Function> read_function(const SourceLocation& place, const ParameterSpec& spec,
                                        const Dimension& dimension);
  std::optional<Curve> read_curve(const SourceLocation& place, const ParameterSpec& spec);
  std::optional<int> reference(const SourceLocation& place, const std::string& kind, const NameIndex& index);
  const JsonValue& default_of(const ParameterSpec& spec);
  const KnownType* type_of(const SourceLocation& place);

  std::string kind_;
  ValueReader& reader_;
  ModelDescription& model_;
  ModelNames& names_;
  std::unordered_map<std::string, KnownType> types_;
  std::vector<std::string> type_names_;
  std::vector<Pending> pending_;
  std::unordered_map<const ParameterSpec*, JsonValue> defaults_;
};

/// The keys of an element of this type.
std::vector<std::string> keys_of(const ElementType& type);

}  // namespace pleuel

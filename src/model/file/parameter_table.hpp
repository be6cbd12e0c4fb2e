// The parameters of a model by name.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "pleuel/model/description.hpp"
#include "pleuel/model/expression/node_dimension.hpp"

namespace pleuel {

class ParameterTable {
 public:
  struct Entry {
    double value = 0;
    NodeDimension dimension = {};
    NodeDimension loose = {};  ///< by the lenient rule of version 1
  };

  void add(const std::string& name, const Entry& entry, const std::string& text) {
    entries_[name] = entry;
    descriptions_.push_back({name, entry.value, text});
  }
  const Entry* find(const std::string& name) const {
    const auto it = entries_.find(name);
    return it == entries_.end() ? nullptr : &it->second;
  }
  const std::vector<ParameterDescription>& descriptions() const { return descriptions_; }
  std::vector<std::string> names() const {
    std::vector<std::string> all;
    for (const auto& parameter : descriptions_) all.push_back(parameter.name);
    return all;
  }

 private:
  std::unordered_map<std::string, Entry> entries_;
  std::vector<ParameterDescription> descriptions_;
};

}  // namespace pleuel

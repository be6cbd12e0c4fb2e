// Tables that a study writes into a page.
#pragma once

#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>

namespace pleuel {

/// Replaces what stands between "<!-- NAME:begin -->" and "<!-- NAME:end -->" in a file. Throws
/// std::runtime_error where the marks are missing.
inline void replace_tables(const std::string& path, const std::string& name, const std::string& tables) {
  const std::string begin = "<!-- " + name + ":begin -->\n", end = "<!-- " + name + ":end -->";
  std::ifstream in(path);
  std::string page{std::istreambuf_iterator<char>(in), {}};
  const auto first = page.find(begin), last = page.find(end);
  if (first == std::string::npos || last == std::string::npos)
    throw std::runtime_error(path + " has no marks for the tables");
  page.replace(first + begin.size(), last - first - begin.size(), tables);
  std::ofstream(path) << page;
}

}  // namespace pleuel

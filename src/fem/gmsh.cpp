#include "pleuel/fem/gmsh.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <set>
#include <sstream>
#include <unordered_map>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/mesh_check.hpp"

namespace pleuel::fem {
namespace {

// Gmsh's element types that are read.
constexpr int line2 = 1, triangle3 = 2, line3 = 8, triangle6 = 9, point1 = 15;

int n_nodes_of_gmsh(int type) {
  switch (type) {
    case line2:
      return 2;
    case triangle3:
    case line3:
      return 3;
    case triangle6:
      return 6;
    case point1:
      return 1;
    default:
      return 0;
  }
}

int dimension_of_gmsh(int type) {
  return type == point1 ? 0 : type == triangle3 || type == triangle6 ? 2 : 1;
}

std::string gmsh_name(int type) {
  static const std::map<int, std::string> names = {
      {3, "quadrangle of 4 nodes"},    {4, "tetrahedron of 4 nodes"}, {5, "hexahedron of 8 nodes"},
      {6, "prism of 6 nodes"},         {7, "pyramid of 5 nodes"},     {10, "quadrangle of 9 nodes"},
      {11, "tetrahedron of 10 nodes"}, {16, "quadrangle of 8 nodes"}, {21, "triangle of 10 nodes"}};
  const auto found = names.find(type);
  return std::to_string(type) + (found == names.end() ? "" : ", a " + found->second);
}

/// Words of a text, with the line they stand in.
class Words {
 public:
  Words(const std::string& text, std::string name) : text_(text), name_(std::move(name)) {}

  void enter(std::string section) { section_ = std::move(section); }
  [[noreturn]] void fail(const std::string& what) const {
    throw InvalidInput(name_ + ":" + std::to_string(line_) +
                       (section_.empty() ? "" : ", section " + section_) + ": " + what);
  }

  bool at_end() {
    skip_space();
    return place_ == text_.size();
  }
  /// The next word, for a reader that wants `what`.
  std::string_view word(const char* what) {
    skip_space();
    if (place_ == text_.size())
      fail(std::string("the file ends where ") + what + " should stand; it is truncated");
    const std::size_t first = place_;
    while (place_ < text_.size() && !is_space(text_[place_])) ++place_;
    return std::string_view(text_).substr(first, place_ - first);
  }
  template <class Number>
  Number number(const char* what) {
    const auto w = word(what);
    Number value{};
    const auto [end, error] = std::from_chars(w.data(), w.data() + w.size(), value);
    if (error != std::errc{} || end != w.data() + w.size()) {
      if (w.starts_with("$"))
        fail("'" + std::string(w) + "' stands where " + what + " should; the section is truncated");
      fail("'" + std::string(w) + "' is not " + what);
    }
    return value;
  }
  long long integer(const char* what) { return number<long long>(what); }
  long long count(const char* what) {
    const auto n = integer(what);
    if (n < 0) fail(std::string(what) + " is " + std::to_string(n));
    return n;
  }
  double real(const char* what) { return number<double>(what); }
  /// A name in quotes.
  std::string quoted() {
    skip_space();
    if (place_ == text_.size() || text_[place_] != '"') fail("a name in quotes should stand here");
    const auto last = text_.find('"', place_ + 1);
    if (last == std::string::npos) fail("a quote is not closed");
    std::string name = text_.substr(place_ + 1, last - place_ - 1);
    place_ = last + 1;
    return name;
  }
  void end_section() {
    const std::string wanted = "$End" + section_.substr(1);
    const auto w = word(wanted.c_str());
    if (w != wanted) fail("'" + std::string(w) + "' stands where " + wanted + " should; is a count wrong?");
    section_.clear();
  }
  void skip_section() {
    const std::string wanted = "$End" + section_.substr(1);
    while (word(wanted.c_str()) != wanted) {
    }
    section_.clear();
  }

 private:
  static bool is_space(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }
  void skip_space() {
    for (; place_ < text_.size() && is_space(text_[place_]); ++place_)
      if (text_[place_] == '\n') ++line_;
  }

  const std::string& text_;
  std::string name_, section_;
  std::size_t place_ = 0;
  int line_ = 1;
};

class Reader {
 public:
  Reader(const std::string& text, const std::string& name) : words_(text, name), name_(name) {}

  Mesh read() && {
    while (!words_.at_end()) {
      const std::string section(words_.word("a section"));
      if (section.empty() || section[0] != '$')
        words_.fail("'" + section + "' stands where a section should begin");
      words_.enter(section);
      if (section != "$MeshFormat" && version_ == Version::unknown)
        words_.fail("the file does not begin with $MeshFormat; is it a .msh file of Gmsh?");
      read_section(section);
    }
    return finish();
  }

 private:
  enum class Version { unknown, v22, v41 };
  using Group = std::pair<int, long long>;  // dimension, number

  struct Cell {
    int type;
    long long tag;
    std::vector<int> nodes;
    std::vector<Group> groups;
  };

  void read_section(const std::string& section) {
    const bool is_new = version_ == Version::v41;
    if (section == "$MeshFormat")
      read_format();
    else if (section == "$PhysicalNames")
      read_names();
    else if (section == "$Entities" && is_new)
      read_entities();
    else if (section == "$Nodes")
      is_new ? read_nodes_41() : read_nodes_22();
    else if (section == "$Elements")
      is_new ? read_elements_41() : read_elements_22();
    else
      return words_.skip_section();
    words_.end_section();
  }

  void read_format() {
    const std::string version(words_.word("the version"));
    if (version == "2.2" || version == "2")
      version_ = Version::v22;
    else if (version == "4.1")
      version_ = Version::v41;
    else
      words_.fail("version " + version + " is not read; save as version 2.2 or 4.1 (Mesh.MshFileVersion)");
    if (words_.integer("the file's type") != 0)
      words_.fail("the file is binary; save it as ASCII (Mesh.Binary = 0)");
    words_.integer("the size of a number");
  }

  void read_names() {
    const auto n = words_.count("the number of names");
    for (long long k = 0; k < n; ++k) {
      const int dimension = static_cast<int>(words_.integer("a dimension"));
      const auto tag = words_.integer("a group's number");
      names_[{dimension, tag}] = words_.quoted();
    }
  }

  void read_entities() {
    std::array<long long, 4> n{};
    for (auto& count : n) count = words_.count("a number of entities");
    for (int dimension = 0; dimension < 4; ++dimension)
      for (long long k = 0; k < n[dimension]; ++k) {
        const auto tag = words_.integer("an entity's number");
        for (int i = 0; i < (dimension == 0 ? 3 : 6); ++i) words_.real("a coordinate");
        auto& groups = entity_groups_[{dimension, tag}];
        for (auto m = words_.count("a number of groups"); m > 0; --m)
          groups.emplace_back(dimension, std::abs(words_.integer("a group's number")));
        if (dimension > 0)
          for (auto m = words_.count("a number of bounding entities"); m > 0; --m)
            words_.integer("a bounding entity");
      }
  }

  void add_node(long long tag, double x, double y, double z) {
    if (!node_of_.try_emplace(tag, mesh_.n_nodes()).second)
      words_.fail("node " + std::to_string(tag) + " stands twice");
    mesh_.nodes.emplace_back(x, y, z);
    mesh_.node_tags.push_back(tag);
  }

  void read_nodes_22() {
    for (auto n = words_.count("the number of nodes"); n > 0; --n) {
      const auto tag = words_.integer("a node's number");
      const double x = words_.real("a coordinate"), y = words_.real("a coordinate");
      add_node(tag, x, y, words_.real("a coordinate"));
    }
  }

  void read_nodes_41() {
    auto n_blocks = words_.count("the number of blocks");
    const auto n_nodes = words_.count("the number of nodes");
    words_.integer("the least number");
    words_.integer("the largest number");
    for (; n_blocks > 0; --n_blocks) {
      const auto dimension = words_.integer("a dimension");
      words_.integer("an entity's number");
      const auto n_parameters = words_.integer("the parametric flag") != 0 ? dimension : 0;
      const auto n = words_.count("the number of nodes in a block");
      std::vector<long long> tags;
      for (long long k = 0; k < n; ++k) tags.push_back(words_.integer("a node's number"));
      for (const auto tag : tags) {
        const double x = words_.real("a coordinate"), y = words_.real("a coordinate");
        add_node(tag, x, y, words_.real("a coordinate"));
        for (int k = 0; k < n_parameters; ++k) words_.real("a parameter");
      }
    }
    if (n_nodes != mesh_.n_nodes())
      words_.fail("the section announces " + std::to_string(n_nodes) + " nodes and has " +
                  std::to_string(mesh_.n_nodes()));
  }

  void read_cell(int type, long long tag, std::vector<Group> groups) {
    Cell cell{type, tag, {}, std::move(groups)};
    for (int k = 0; k < n_nodes_of_gmsh(type); ++k) {
      const auto node = words_.integer("a node of an element");
      const auto found = node_of_.find(node);
      if (found == node_of_.end())
        words_.fail("element " + std::to_string(tag) + " has node " + std::to_string(node) +
                    ", which the file does not have");
      cell.nodes.push_back(found->second);
    }
    cells_.push_back(std::move(cell));
  }

  void check_type(long long type, const std::string& where) const {
    if (type < 0 || type > 1000 || n_nodes_of_gmsh(static_cast<int>(type)) == 0)
      words_.fail(
          where + " is of type " + gmsh_name(static_cast<int>(std::clamp(type, -1LL, 1001LL))) +
          "; triangles of 3 and 6 nodes (2, 9), lines of 2 and 3 nodes (1, 8) and points (15) are read");
  }

  void read_elements_22() {
    for (auto n = words_.count("the number of elements"); n > 0; --n) {
      const auto tag = words_.integer("an element's number");
      const auto type = words_.integer("an element's type");
      check_type(type, "element " + std::to_string(tag));
      const auto n_tags = words_.count("a number of tags");
      std::vector<Group> groups;
      for (long long k = 0; k < n_tags; ++k) {
        const auto group = words_.integer("a tag");
        if (k == 0 && group != 0)
          groups.emplace_back(dimension_of_gmsh(static_cast<int>(type)), std::abs(group));
      }
      read_cell(static_cast<int>(type), tag, std::move(groups));
    }
  }

  void read_elements_41() {
    auto n_blocks = words_.count("the number of blocks");
    const auto n_elements = words_.count("the number of elements");
    words_.integer("the least number");
    words_.integer("the largest number");
    for (; n_blocks > 0; --n_blocks) {
      const int dimension = static_cast<int>(words_.integer("a dimension"));
      const auto entity = words_.integer("an entity's number");
      const auto type = words_.integer("the type of a block's elements");
      check_type(type, "the block of entity " + std::to_string(entity));
      const auto groups = entity_groups_.find({dimension, entity});
      for (auto n = words_.count("the number of elements in a block"); n > 0; --n) {
        const auto tag = words_.integer("an element's number");
        read_cell(static_cast<int>(type), tag,
                  groups == entity_groups_.end() ? std::vector<Group>() : groups->second);
      }
    }
    if (n_elements != static_cast<long long>(cells_.size()))
      words_.fail("the section announces " + std::to_string(n_elements) + " elements and has " +
                  std::to_string(cells_.size()));
  }

  std::string name_of_group(const Group& group) const {
    static const char* const kinds[] = {"point", "curve", "surface", "volume"};
    const auto found = names_.find(group);
    return found != names_.end() ? found->second
                                 : std::string(kinds[group.first]) + " " + std::to_string(group.second);
  }

  Mesh finish() {
    if (mesh_.nodes.empty()) words_.fail("the file has no nodes");
    int dimension = 0;
    std::map<std::string, std::set<int>> sets;
    for (const auto& cell : cells_) {
      dimension = std::max(dimension, dimension_of_gmsh(cell.type));
      for (const auto& group : cell.groups) {
        auto& set = sets[name_of_group(group)];
        set.insert(cell.nodes.begin(), cell.nodes.end());
      }
    }
    if (dimension == 0) words_.fail("the file has no triangles and no lines");
    std::set<std::vector<int>> taken;
    for (const auto& cell : cells_) {
      if (dimension_of_gmsh(cell.type) != dimension || !taken.insert(cell.nodes).second) continue;
      if (cell.type == line3)
        words_.fail("element " + std::to_string(cell.tag) +
                    " is a line of 3 nodes; beams have 2 (ElementOrder 1)");
      Element element{cell.type == line2       ? ElementType::beam
                      : cell.type == triangle3 ? ElementType::t3
                                               : ElementType::t6,
                      {}};
      std::copy(cell.nodes.begin(), cell.nodes.end(), element.node.begin());
      mesh_.elements.push_back(element);
      mesh_.element_tags.push_back(cell.tag);
    }
    for (const auto& [name, set] : sets) mesh_.node_sets[name].assign(set.begin(), set.end());
    auto faults = mesh_faults(mesh_);
    for (auto& fault : faults) fault = name_ + ": " + fault;
    if (!faults.empty()) throw InvalidInput(std::move(faults));
    return std::move(mesh_);
  }

  Words words_;
  std::string name_;
  Version version_ = Version::unknown;
  Mesh mesh_;
  std::unordered_map<long long, int> node_of_;
  std::map<Group, std::string> names_;
  std::map<Group, std::vector<Group>> entity_groups_;
  std::vector<Cell> cells_;
};

}  // namespace

Mesh parse_gmsh(const std::string& text, const std::string& name) { return Reader(text, name).read(); }

Mesh read_gmsh(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw InvalidInput("mesh file '" + path.string() + "' cannot be opened");
  std::ostringstream text;
  text << file.rdbuf();
  if (file.bad()) throw InvalidInput("mesh file '" + path.string() + "' cannot be read");
  return parse_gmsh(text.str(), path.string());
}

}  // namespace pleuel::fem

#include "pleuel/fem/gmsh.hpp"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <numeric>
#include <optional>
#include <span>

#include "pleuel/base/error.hpp"
#include "pleuel/base/input_file.hpp"
#include "pleuel/fem/mesh_check.hpp"

namespace pleuel::fem {
namespace {

/// A supported element type of Gmsh; those without a cell only define node sets.
struct GmshType {
  int number, dimension, n_nodes;
  std::optional<CellType> cell;
};
constexpr GmshType gmsh_types[] = {{1, 1, 2, CellType::beam}, {2, 2, 3, CellType::t3},
                                   {4, 3, 4, CellType::tet4}, {8, 1, 3, std::nullopt},
                                   {9, 2, 6, CellType::t6},   {11, 3, 10, CellType::tet10},
                                   {15, 0, 1, std::nullopt}};

/// Null for other types.
const GmshType* gmsh_type(long long number) {
  const auto found = std::ranges::find(gmsh_types, number, &GmshType::number);
  return found == std::end(gmsh_types) ? nullptr : &*found;
}

std::string gmsh_name(int type) {
  static const std::map<int, std::string> names = {
      {3, "quadrangle of 4 nodes"},  {5, "hexahedron of 8 nodes"},  {6, "prism of 6 nodes"},
      {7, "pyramid of 5 nodes"},     {10, "quadrangle of 9 nodes"}, {12, "hexahedron of 27 nodes"},
      {16, "quadrangle of 8 nodes"}, {21, "triangle of 10 nodes"},  {29, "tetrahedron of 20 nodes"}};
  const auto found = names.find(type);
  return std::to_string(type) + (found == names.end() ? "" : ", a " + found->second);
}

/// Words of a text with their line numbers.
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
  /// A word as quoted in messages.
  static std::string quoted_word(std::string_view word) {
    constexpr std::size_t most = 40;
    return "'" + std::string(word.substr(0, most)) + (word.size() > most ? "…'" : "'");
  }
  /// Upper bound of the number of items in the file: the announced number may be wrong.
  std::size_t room_for(long long n, std::size_t least_bytes) const {
    return std::min(static_cast<std::size_t>(n), text_.size() / least_bytes + 1);
  }
  /// The next word; `what` names it in messages.
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
        fail(quoted_word(w) + " stands where " + what + " should; the section is truncated");
      fail(quoted_word(w) + " is not " + what);
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
  /// Reads a quoted name.
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
    if (w != wanted) fail(quoted_word(w) + " stands where " + wanted + " should; is a count wrong?");
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
      if (section != "$MeshFormat" && version_ == Version::unknown)  // do not quote
        words_.fail("the file does not begin with $MeshFormat; is it a .msh file of Gmsh?");
      if (section[0] != '$')
        words_.fail(Words::quoted_word(section) + " stands where a section should begin");
      words_.enter(section);
      read_section(section);
    }
    return finish();
  }

 private:
  enum class Version { unknown, v22, v41 };
  using Group = std::pair<int, long long>;  // dimension, number

  using Groups = std::vector<Group>;

  static constexpr std::size_t most_groups = 10'000;

  // Its nodes are in cell_nodes_.
  struct FileCell {
    long long tag;
    std::uint32_t first;
    const GmshType* type;
    int groups;  // among group_lists_
  };

  std::span<const int> nodes_of(const FileCell& cell) const {
    return {cell_nodes_.data() + cell.first, static_cast<std::size_t>(cell.type->n_nodes)};
  }

  int list_of(const Groups& groups) {
    const auto [known, is_new] = list_numbers_.try_emplace(groups, static_cast<int>(group_lists_.size()));
    if (is_new) group_lists_.push_back(groups);
    if (group_lists_.size() > most_groups)
      words_.fail(
          "the elements are in more than 10000 groups, which is the limit; save fewer physical groups");
    return known->second;
  }

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
    if (n > static_cast<long long>(most_groups))
      words_.fail("the section announces " + std::to_string(n) + " names, but at most 10000 are read");
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
        Groups groups;
        for (auto m = words_.count("a number of groups"); m > 0; --m)
          groups.emplace_back(dimension, number_of_group());
        if (!groups.empty()) entity_groups_[{dimension, tag}] = list_of(groups);
        if (dimension > 0)
          for (auto m = words_.count("a number of bounding entities"); m > 0; --m)
            words_.integer("a bounding entity");
      }
  }

  long long number_of_group() {
    const auto number = words_.integer("a group's number");
    // the smallest number has no opposite
    return std::abs(std::max(number, -std::numeric_limits<long long>::max()));
  }

  void make_room(long long n_nodes) {
    constexpr std::size_t least_bytes = 8;  // "1 0 0 0 "
    const std::size_t room = mesh_.nodes.size() + words_.room_for(n_nodes, least_bytes);
    mesh_.nodes.reserve(room);
    mesh_.node_tags.reserve(room);
  }

  void add_node(long long tag, double x, double y, double z) {
    mesh_.nodes.emplace_back(x, y, z);
    mesh_.node_tags.push_back(tag);
  }

  // From here on, nodes are found by their numbers.
  void sort_nodes() {
    sorted_.resize(mesh_.nodes.size());
    std::iota(sorted_.begin(), sorted_.end(), 0);
    std::ranges::sort(sorted_, {}, [&](int i) { return mesh_.node_tags[i]; });
    const auto twice = std::ranges::adjacent_find(sorted_, {}, [&](int i) { return mesh_.node_tags[i]; });
    if (twice != sorted_.end())
      words_.fail("node " + std::to_string(mesh_.node_tags[*twice]) + " stands twice");
  }

  int node_with(long long tag) const {
    const auto found = std::ranges::lower_bound(sorted_, tag, {}, [&](int i) { return mesh_.node_tags[i]; });
    return found == sorted_.end() || mesh_.node_tags[*found] != tag ? -1 : *found;
  }

  void read_nodes_22() {
    auto n = words_.count("the number of nodes");
    make_room(n);
    for (; n > 0; --n) {
      const auto tag = words_.integer("a node's number");
      const double x = words_.real("a coordinate"), y = words_.real("a coordinate");
      add_node(tag, x, y, words_.real("a coordinate"));
    }
    sort_nodes();
  }

  void read_nodes_41() {
    auto n_blocks = words_.count("the number of blocks");
    const auto n_nodes = words_.count("the number of nodes");
    make_room(n_nodes);
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
    sort_nodes();
  }

  void make_room_for_cells(long long n) {
    constexpr std::size_t least_bytes = 4;  // "1 1 "
    cells_.reserve(cells_.size() + words_.room_for(n, least_bytes));
  }

  void read_cell(const GmshType* type, long long tag, int groups) {
    cells_.push_back({tag, static_cast<std::uint32_t>(cell_nodes_.size()), type, groups});
    for (int k = 0; k < type->n_nodes; ++k) {
      const auto node = words_.integer("a node of an element");
      const int number = node_with(node);
      if (number < 0)
        words_.fail("element " + std::to_string(tag) + " has node " + std::to_string(node) +
                    ", which the file does not have");
      cell_nodes_.push_back(number);
    }
  }

  const GmshType* known_type(long long type, const std::string& where) const {
    if (const GmshType* known = gmsh_type(type)) return known;
    words_.fail(where + " is of type " + gmsh_name(static_cast<int>(std::clamp(type, -1LL, 1001LL))) +
                "; tetrahedra of 4 and 10 nodes (4, 11), triangles of 3 and 6 nodes (2, 9), lines of 2 and 3 "
                "nodes (1, 8) and points (15) are read");
  }

  void read_elements_22() {
    auto n = words_.count("the number of elements");
    make_room_for_cells(n);
    for (; n > 0; --n) {
      const auto tag = words_.integer("an element's number");
      const GmshType* const type =
          known_type(words_.integer("an element's type"), "element " + std::to_string(tag));
      const auto n_tags = words_.count("a number of tags");
      Groups groups;
      for (long long k = 0; k < n_tags; ++k) {
        const auto group = number_of_group();
        if (k == 0 && group != 0) groups.emplace_back(type->dimension, group);
      }
      read_cell(type, tag, list_of(groups));
    }
  }

  void read_elements_41() {
    auto n_blocks = words_.count("the number of blocks");
    const auto n_elements = words_.count("the number of elements");
    make_room_for_cells(n_elements);
    words_.integer("the least number");
    words_.integer("the largest number");
    for (; n_blocks > 0; --n_blocks) {
      const int dimension = static_cast<int>(words_.integer("a dimension"));
      const auto entity = words_.integer("an entity's number");
      const GmshType* const type = known_type(words_.integer("the type of a block's elements"),
                                              "the block of entity " + std::to_string(entity));
      const auto known = entity_groups_.find({dimension, entity});
      const int groups = known == entity_groups_.end() ? list_of({}) : known->second;
      for (auto n = words_.count("the number of elements in a block"); n > 0; --n) {
        const auto tag = words_.integer("an element's number");
        read_cell(type, tag, groups);
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

  /// Marks cells with the same nodes as an earlier cell.
  std::vector<char> repeated_cells() const {
    std::vector<std::uint32_t> order(cells_.size());
    std::iota(order.begin(), order.end(), 0u);
    std::ranges::stable_sort(order, [&](std::uint32_t a, std::uint32_t b) {
      return std::ranges::lexicographical_compare(nodes_of(cells_[a]), nodes_of(cells_[b]));
    });
    std::vector<char> is_repeated(cells_.size(), 0);
    for (std::size_t i = 1; i < order.size(); ++i)
      is_repeated[order[i]] = std::ranges::equal(nodes_of(cells_[order[i - 1]]), nodes_of(cells_[order[i]]));
    return is_repeated;
  }

  Mesh finish() {
    if (mesh_.nodes.empty()) words_.fail("the file has no nodes");
    int dimension = 0;
    for (const auto& cell : cells_) {
      dimension = std::max(dimension, cell.type->dimension);
      const auto nodes = nodes_of(cell);
      for (const auto& group : group_lists_[static_cast<std::size_t>(cell.groups)]) {
        auto& set = mesh_.node_sets[name_of_group(group)];
        set.insert(set.end(), nodes.begin(), nodes.end());
      }
    }
    for (auto& [name, set] : mesh_.node_sets) {
      std::ranges::sort(set);
      set.erase(std::unique(set.begin(), set.end()), set.end());
    }
    if (dimension == 0) words_.fail("the file has no tetrahedra, no triangles and no lines");
    const std::vector<char> is_repeated = repeated_cells();
    for (std::size_t i = 0; i < cells_.size(); ++i) {
      const FileCell& cell = cells_[i];
      if (cell.type->dimension != dimension || is_repeated[i]) continue;
      if (!cell.type->cell)
        words_.fail("element " + std::to_string(cell.tag) +
                    " is a line of 3 nodes; beams have 2 (ElementOrder 1)");
      Cell element{*cell.type->cell, {}};
      std::ranges::copy(nodes_of(cell), element.node.begin());
      // Gmsh numbers the last two edges of a tetrahedron the other way round.
      if (element.type == CellType::tet10) std::swap(element.node[8], element.node[9]);
      mesh_.elements.push_back(element);
      mesh_.element_tags.push_back(cell.tag);
    }
    auto faults = mesh_faults(mesh_);
    for (auto& fault : faults) fault = name_ + ": " + fault;
    if (!faults.empty()) throw InvalidInput(std::move(faults));
    return std::move(mesh_);
  }

  Words words_;
  std::string name_;
  Version version_ = Version::unknown;
  Mesh mesh_;
  std::vector<int> sorted_;  // nodes by their numbers in the file
  std::map<Group, std::string> names_;
  std::vector<Groups> group_lists_;  // each once
  std::map<Groups, int> list_numbers_;
  std::map<Group, int> entity_groups_;
  std::vector<FileCell> cells_;
  std::vector<int> cell_nodes_;
};

}  // namespace

Mesh parse_gmsh(const std::string& text, const std::string& name) { return Reader(text, name).read(); }

Mesh read_gmsh(const std::filesystem::path& path) {
  return parse_gmsh(read_input_file(path.string(), mesh_file), path.string());
}

}  // namespace pleuel::fem

#include "pleuel/fem/import/node_table.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/import/text_lines.hpp"

namespace pleuel::fem {
namespace {

constexpr const char* separators = ",;";

bool begins_with_letter(std::string_view word) {
  const char c = word[0];
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '"';
}

std::optional<NodalDof> dof_named(std::string_view word) {
  using enum NodalDof;
  static const std::map<std::string, NodalDof> names = [] {
    std::map<std::string, NodalDof> all;
    static constexpr const char* axes[] = {"X", "Y", "Z"};
    for (int k = 0; k < 3; ++k) {
      const std::string axis = axes[k], number = std::to_string(k + 1);
      const auto u = static_cast<NodalDof>(k), theta = static_cast<NodalDof>(k + 3);
      for (const std::string& name : {number, axis, "U" + axis, "U" + number}) all.emplace(name, u);
      for (const std::string& name :
           {std::to_string(k + 4), "R" + axis, "ROT" + axis, "UR" + number, "THETA" + axis})
        all.emplace(name, theta);
    }
    return all;
  }();
  const auto found = names.find(upper_case(word));
  return found == names.end() ? std::nullopt : std::optional(found->second);
}

const char* letters_of(NodalDof which) {
  static constexpr const char* names[] = {"x", "y", "z", "rx", "ry", "rz"};
  return names[static_cast<int>(which)];
}

}  // namespace

NodeTable parse_node_table(const std::string& text, const std::string& path, int dimension) {
  NodeTable table{path, {}};
  TextLines lines(text, path);
  bool is_deck = false;
  for (TextLines all(text, path); !is_deck && all.next();)
    is_deck = upper_case(trimmed(all.line())).starts_with("*NODE");
  bool is_inside = !is_deck, is_first = true;
  std::map<long long, int> known;
  while (lines.next()) {
    const auto line = trimmed(lines.line());
    if (line.empty() || line[0] == '#' || line.starts_with("**")) continue;
    if (line[0] == '*') {
      const std::string card = upper_case(line.substr(0, line.find(',')));
      is_inside = trimmed(card) == "*NODE";
      continue;
    }
    if (!is_inside) continue;
    const auto& words = lines.words(separators);
    if (std::exchange(is_first, false) && !words.empty() && begins_with_letter(words[0])) continue;
    const std::size_t least = dimension == 2 ? 3 : 4;
    if (words.size() < least || words.size() > 4)
      lines.fail(quoted_word(line) + " must be the number of a node and its coordinates " +
                 (dimension == 2 ? "x, y" : "x, y, z") + "; is the line truncated?");
    NodeTable::Node node{lines.whole(words[0], "the number of a node"), Eigen::Vector3d::Zero(),
                         lines.number()};
    for (std::size_t k = 1; k < words.size(); ++k)
      node.x[static_cast<Eigen::Index>(k - 1)] = lines.real(words[k], "a coordinate");
    if (dimension == 2 && node.x[2] != 0)
      lines.fail("node " + std::to_string(node.number) + " has z = " + number_text(node.x[2]) +
                 ", but the model is planar; nodes of a planar body have z = 0");
    if (const auto [at, is_new] = known.emplace(node.number, node.line); !is_new)
      lines.fail("node " + std::to_string(node.number) + " stands in line " + std::to_string(at->second) +
                 " already; remove one of them");
    table.nodes.push_back(node);
  }
  if (table.nodes.empty())
    throw InvalidInput(path + ": no node stands in this file; give number, x, y, z per line");
  return table;
}

UnknownTable parse_unknown_table(const std::string& text, const std::string& path) {
  UnknownTable table{path, {}};
  TextLines lines(text, path);
  std::map<std::pair<long long, NodalDof>, int> known;
  bool is_first = true;
  while (lines.next()) {
    const auto line = trimmed(lines.line());
    if (line.empty() || line[0] == '#') continue;
    auto words = lines.words(separators);
    if (std::exchange(is_first, false) && begins_with_letter(words[0])) continue;
    std::string_view node, name;
    if (words.size() == 1 && words[0].find('.') != std::string_view::npos) {
      node = words[0].substr(0, words[0].find('.'));
      name = words[0].substr(words[0].find('.') + 1);
    } else if (words.size() == 2 || words.size() == 3) {
      node = words[words.size() - 2];
      name = words.back();
    } else {
      lines.fail(quoted_word(line) +
                 " must be the node and the degree of freedom of a row, as '17.2', '17 2' or '17 uy'");
    }
    const int row = static_cast<int>(table.rows.size()) + 1;
    if (words.size() == 3 && lines.whole(words[0], "the number of a row") != row)
      lines.fail("the row " + std::string(words[0]) + " stands where row " + std::to_string(row) +
                 " should; sort the file by rows");
    const auto which = dof_named(name);
    if (!which)
      lines.fail(quoted_word(name) +
                 " is no degree of freedom; take 1 … 3 or x, y, z for displacements, 4 … 6 or rx, ry, rz for "
                 "rotations");
    const long long number = lines.whole(node, "the number of a node");
    if (const auto [at, is_new] = known.emplace(std::pair(number, *which), lines.number()); !is_new)
      lines.fail("the unknown " + std::string(letters_of(*which)) + " of node " + std::to_string(number) +
                 " stands in line " + std::to_string(at->second) + " already; correct one of them");
    table.rows.push_back({number, *which, lines.number()});
  }
  if (table.rows.empty())
    throw InvalidInput(path + ": no unknown stands in this file; give node and degree of freedom per line");
  return table;
}

UnknownTable unknowns_in_order(const NodeTable& nodes, int n_rows, int dimension,
                               const std::string& path_of_matrix) {
  using enum NodalDof;
  const std::vector<std::vector<NodalDof>> choices =
      dimension == 2
          ? std::vector<std::vector<NodalDof>>{{x, y}, {x, y, rotation_z}}
          : std::vector<std::vector<NodalDof>>{{x, y, z}, {x, y, z, rotation_x, rotation_y, rotation_z}};
  for (const auto& of_node : choices) {
    if (n_rows != static_cast<int>(nodes.nodes.size() * of_node.size())) continue;
    UnknownTable table{nodes.path, {}};
    for (const auto& node : nodes.nodes)
      for (const NodalDof which : of_node) table.rows.push_back({node.number, which, node.line});
    return table;
  }
  const std::size_t n = nodes.nodes.size();
  throw InvalidInput(path_of_matrix + ": the matrix has " + std::to_string(n_rows) + " rows, but " +
                     nodes.path + " has " + std::to_string(n) + " nodes, which have " +
                     std::to_string(n * choices[0].size()) + " displacements and with rotations " +
                     std::to_string(n * choices[1].size()) +
                     " unknowns; add 'unknowns', a file with node and degree of freedom of each row");
}

std::string node_table_text(const Mesh& mesh) {
  std::string text = "node,x,y,z\n";
  for (int i = 0; i < mesh.n_nodes(); ++i) {
    text += std::to_string(mesh.node_tag(i));
    for (const double x : mesh.nodes[static_cast<std::size_t>(i)]) {
      text += ',';
      append_shortest(text, x);
    }
    text += '\n';
  }
  return text;
}

std::string unknown_table_text(const NodalBody& body) {
  std::string text = "# node and degree of freedom of each row\n";
  for (const auto& [node, which] : body.unknowns())
    text += std::to_string(body.mesh().node_tag(node)) + ' ' + letters_of(which) + '\n';
  return text;
}

}  // namespace pleuel::fem

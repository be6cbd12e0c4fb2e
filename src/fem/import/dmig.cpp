#include "pleuel/fem/import/dmig.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/import/text_lines.hpp"

namespace pleuel::fem {
namespace {

constexpr std::size_t narrow = 8, wide = 16, n_narrow = 8, n_wide = 4;  // fields of a line

/// The fields of a line after the first, without the one for continuations.
struct CardLine {
  std::string_view name;  ///< the first field, without *; empty, + or * continue a card
  std::vector<std::string_view> fields;
};

CardLine split_card(std::string_view line) {
  CardLine card;
  if (line.find(',') != line.npos) {
    std::vector<std::string_view> all;
    for (std::size_t first = 0; first <= line.size();) {
      const std::size_t end = std::min(line.find(',', first), line.size());
      all.push_back(trimmed(line.substr(first, end - first)));
      first = end + 1;
    }
    card.name = all[0];
    const std::size_t most = card.name.ends_with('*') ? n_wide : n_narrow;
    for (std::size_t k = 1; k < all.size() && k <= most; ++k) card.fields.push_back(all[k]);
  } else {
    card.name = trimmed(line.substr(0, narrow));
    const bool is_wide = card.name.ends_with('*') || card.name.starts_with('*');
    const std::size_t width = is_wide ? wide : narrow, most = is_wide ? n_wide : n_narrow;
    for (std::size_t k = 0; k < most; ++k) {
      const std::size_t first = narrow + k * width;
      card.fields.push_back(first < line.size() ? trimmed(line.substr(first, width)) : std::string_view());
    }
  }
  // Fields of the line that the next one continues.
  const std::size_t all = card.name.ends_with('*') || card.name.starts_with('*') ? n_wide : n_narrow;
  card.fields.resize(all);
  if (card.name.size() > 1 && card.name.ends_with('*')) card.name.remove_suffix(1);
  return card;
}

bool continues(std::string_view name) {
  return name.empty() || name.starts_with('+') || name.starts_with('*');
}

class DmigReader {
 public:
  DmigReader(const std::string& text, const std::string& path) : lines_(text, path) {
    file_.path = path;
    file_.grid.path = path;
  }

  DmigFile read() && {
    while (lines_.next()) {
      if (lines_.line().starts_with('$') || trimmed(lines_.line()).empty()) continue;
      if (lines_.line().find('\t') != std::string_view::npos)
        lines_.fail("a tab stands in this card; replace tabs by blanks, so that columns are known");
      const CardLine card = split_card(lines_.line());
      if (continues(card.name)) {
        add_fields(card);
        continue;
      }
      finish();
      name_ = upper_case(card.name);
      first_line_ = lines_.number();
      add_fields(card);
    }
    finish();
    if (file_.matrices.empty())
      throw InvalidInput(file_.path +
                         ": no DMIG card stands in this file; export the matrices with "
                         "'PARAM,EXTOUT,DMIGPCH' or 'EXTSEOUT(DMIGPCH)'");
    return std::move(file_);
  }

 private:
  struct Field {
    std::string_view text;
    int line;
  };

  void add_fields(const CardLine& card) {
    for (const auto& text : card.fields) fields_.push_back({text, lines_.number()});
  }

  [[noreturn]] void fail(int line, const std::string& what) const {
    throw InvalidInput(line_text(file_.path, line) + ": " + what);
  }
  long long whole(const Field& field, const char* what) const {
    const auto value = whole_number(field.text);
    if (!value)
      fail(field.line, quoted_word(field.text) + " is not " + what + ", a whole number; correct it");
    return *value;
  }
  double real(const Field& field, const char* what) const {
    const auto value = real_number(field.text);
    if (!value || !std::isfinite(*value))
      fail(field.line, quoted_word(field.text) + " is not " + what + ", a finite number; export it again");
    return *value;
  }

  /// The card that the lines so far make up.
  void finish() {
    if (name_ == "DMIG")
      fields_.size() > 1 && fields_[1].text == "0" ? add_header() : add_column();
    else if (name_ == "GRID")
      add_grid();
    fields_.clear();
    name_.clear();
  }

  void add_header() {
    const std::string name = upper_case(fields_[0].text);
    const long long form = whole(fields_[2], "the form IFO of the matrix");
    const long long type = whole(fields_[3], "the type TIN of the matrix");
    if (form != 1 && form != 2 && form != 6)
      fail(first_line_, "the form IFO of '" + name + "' is " + std::to_string(form) +
                            ", but must be 1 or 2 (whole) or 6 (symmetric, one triangle); mass and stiffness "
                            "are square");
    if (type != 1 && type != 2)
      fail(first_line_, "the type TIN of '" + name + "' is " + std::to_string(type) +
                            ", but must be 1 or 2, real; complex matrices cannot be read");
    const auto [at, is_new] = file_.matrices.emplace(name, DmigFile::Matrix{form == 6, first_line_, {}});
    if (!is_new)
      fail(first_line_, "the matrix '" + name + "' has a header in line " + std::to_string(at->second.line) +
                            " already; remove one of them");
  }

  NodalDof component(const Field& node, const Field& field) const {
    const long long c = field.text.empty() ? 0 : whole(field, "a component");
    if (c == 0)
      fail(field.line,
           "point " + std::string(node.text) +
               " has component 0: it is a scalar point of a reduced matrix, whose shape is not known; export "
               "the matrices before reduction, with displacements of grid points only");
    if (c < 1 || c > n_nodal_dofs)
      fail(field.line, "the component is " + std::to_string(c) + ", but must be from 1 to 6");
    return static_cast<NodalDof>(c - 1);
  }

  void add_column() {
    const std::string name = upper_case(fields_[0].text);
    const auto found = file_.matrices.find(name);
    if (found == file_.matrices.end())
      fail(first_line_,
           "a column of '" + name + "' stands before the header of this matrix; add 'DMIG,NAME,0,6,1'");
    DmigFile::Matrix& matrix = found->second;
    const long long col_node = whole(fields_[1], "the point of a column");
    const NodalDof col = component(fields_[1], fields_[2]);
    constexpr std::size_t head = 4, group = 4;
    bool has_entry = false;
    for (std::size_t k = head; k < fields_.size(); k += group) {
      const Field* const f = &fields_[k];
      const bool is_complete = k + group <= fields_.size();
      if (is_complete && f[0].text.empty() && f[1].text.empty() && f[2].text.empty()) continue;
      if (!is_complete || f[2].text.empty())
        fail(f[0].line, "the entry of point '" + std::string(f[0].text) +
                            "' has no value; the card is truncated, export it again");
      if (!f[3].text.empty() && real(f[3], "the imaginary part of an entry") != 0)
        fail(f[3].line,
             "the entry has the imaginary part " + std::string(f[3].text) + ", but matrices must be real");
      matrix.entries.push_back({whole(f[0], "the point of a row"), col_node, component(f[0], f[1]), col,
                                real(f[2], "the value of an entry"), f[2].line});
      has_entry = true;
    }
    if (!has_entry)
      fail(first_line_, "the column of point " + std::to_string(col_node) + " of '" + name +
                            "' has no entries; the file is truncated, export it again");
  }

  void add_grid() {
    const long long number = whole(fields_[0], "the number of a grid point");
    for (const std::size_t k : {std::size_t{1}, std::size_t{5}})
      if (!fields_[k].text.empty() && fields_[k].text != "0")
        fail(fields_[k].line, "grid point " + std::to_string(number) + " uses the coordinate system " +
                                  std::string(fields_[k].text) +
                                  "; give points and their displacements in basic coordinates");
    NodeTable::Node node{number, Eigen::Vector3d::Zero(), first_line_};
    for (int c = 0; c < 3; ++c)
      if (const Field& field = fields_[static_cast<std::size_t>(2 + c)]; !field.text.empty())
        node.x[c] = real(field, "a coordinate");
    if (const auto [at, is_new] = grid_lines_.emplace(number, first_line_); !is_new)
      fail(first_line_, "grid point " + std::to_string(number) + " stands in line " +
                            std::to_string(at->second) + " already; remove one of them");
    file_.grid.nodes.push_back(node);
  }

  TextLines lines_;
  DmigFile file_;
  std::string name_;
  int first_line_ = 0;
  std::vector<Field> fields_;
  std::map<long long, int> grid_lines_;
};

const DmigFile::Matrix& matrix_named(const DmigFile& file, const std::string& name) {
  const auto found = file.matrices.find(upper_case(name));
  if (found != file.matrices.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [known, matrix] : file.matrices) names.push_back(known);
  throw InvalidInput(file.path + ": " + unknown_name("matrix", name, names));
}

}  // namespace

DmigFile parse_dmig(const std::string& text, const std::string& path) {
  return DmigReader(text, path).read();
}

UnknownTable unknowns_of(const DmigFile& file, const std::vector<std::string>& names) {
  std::map<std::pair<long long, NodalDof>, int> lines;
  for (const std::string& name : names)
    for (const auto& e : matrix_named(file, name).entries) {
      lines.emplace(std::pair(e.row_node, e.row), e.line);
      lines.emplace(std::pair(e.col_node, e.col), e.line);
    }
  UnknownTable table{file.path, {}};
  for (const auto& [unknown, line] : lines) table.rows.push_back({unknown.first, unknown.second, line});
  return table;
}

TextMatrix text_matrix_of(const DmigFile& file, const std::string& name, const UnknownTable& unknowns) {
  std::map<std::pair<long long, NodalDof>, int> rows;
  for (const auto& row : unknowns.rows)
    rows.emplace(std::pair(row.node, row.which), static_cast<int>(rows.size()));
  const DmigFile::Matrix& matrix = matrix_named(file, name);
  const auto n = static_cast<int>(unknowns.rows.size());
  TextMatrix text{.path = file.path, .rows = n, .cols = n, .is_half = matrix.is_half, .entries = {}};
  for (const auto& e : matrix.entries)
    text.entries.push_back({rows.at({e.row_node, e.row}), rows.at({e.col_node, e.col}), e.value, e.line});
  return text;
}

long long grid_offset(const Mesh& mesh) {
  long long lowest = 1;
  for (int i = 0; i < mesh.n_nodes(); ++i) lowest = std::min<long long>(lowest, mesh.node_tag(i));
  return 1 - lowest;
}

std::string dmig_text(const NodalBody& body, const std::map<std::string, const FixedMatrix*>& matrices) {
  std::string text = "$ points in basic coordinates; one triangle of each matrix\n";
  const Mesh& mesh = body.mesh();
  const long long offset = grid_offset(mesh);
  for (int i = 0; i < mesh.n_nodes(); ++i) {
    text += "GRID," + std::to_string(mesh.node_tag(i) + offset) + ",,";
    for (const double x : mesh.nodes[static_cast<std::size_t>(i)]) {
      append_shortest(text, x);
      text += ',';
    }
    text += '\n';
  }
  const auto point = [&](int dof) {
    const auto& [node, which] = body.unknowns()[static_cast<std::size_t>(dof)];
    return std::to_string(mesh.node_tag(node) + offset) + "," + std::to_string(static_cast<int>(which) + 1) +
           ",";
  };
  for (const auto& [name, A] : matrices) {
    text += "DMIG," + name + ",0,6,2,0\n";
    for (int j = 0; j < A->cols; ++j) {
      std::string column;
      for (int k = A->start[j]; k < A->start[j + 1]; ++k) {
        if (A->row[k] < j || A->value[k] == 0) continue;
        column += "*," + point(A->row[k]);
        append_shortest(column, A->value[k]);
        column += ",\n";
      }
      if (!column.empty()) text += "DMIG*," + name + "," + point(j) + ",\n" + column;
    }
  }
  return text;
}

}  // namespace pleuel::fem

#include "pleuel/fem/import/sid_file.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/import/text_lines.hpp"

namespace pleuel::fem {
namespace {

constexpr long long most_modes = 2000, most_columns = 3 * most_modes;

/// The parts of a body, in the order of the format.
struct NamedPart {
  const char* name;
  SidTaylor SidFile::*part;
  bool is_needed;
};
constexpr std::array<NamedPart, 11> parts = {{{"mdCM", &SidFile::mdCM, true},
                                              {"J", &SidFile::J, true},
                                              {"Ct", &SidFile::Ct, true},
                                              {"Cr", &SidFile::Cr, true},
                                              {"Me", &SidFile::Me, true},
                                              {"Gr", &SidFile::Gr, true},
                                              {"Ge", &SidFile::Ge, false},
                                              {"Oe", &SidFile::Oe, false},
                                              {"ksigma", &SidFile::ksigma, false},
                                              {"Ke", &SidFile::Ke, true},
                                              {"De", &SidFile::De, false}}};
struct NamedNodePart {
  const char* name;
  SidTaylor SidFile::Node::*part;
  bool is_needed;
};
constexpr std::array<NamedNodePart, 5> node_parts = {{{"origin", &SidFile::Node::origin, true},
                                                      {"phi", &SidFile::Node::phi, true},
                                                      {"psi", &SidFile::Node::psi, false},
                                                      {"AP", &SidFile::Node::AP, false},
                                                      {"sigma", &SidFile::Node::sigma, false}}};

/// As it stands in the file: entries of M1 with their three indices, whose order is not known yet.
struct RawTaylor {
  SidTaylor* to;
  std::string name;
  int order = 0, rows = 0, cols = 0, n_q = 0, structure = 3;
  struct Entry {
    std::array<int, 3> index;
    double value;
    int line;
  };
  std::vector<Entry> entries = {};
  std::map<std::array<int, 3>, int> lines = {};
};

class SidReader {
 public:
  SidReader(const std::string& text, const std::string& path) : lines_(text, path) { file_.path = path; }

  SidFile read() && {
    while (lines_.next() && word() != "part") {
    }
    if (word() != "part") lines_.fail("no line 'part' stands in this file; is it a SID file?");
    const int first = lines_.number();
    step("part", first);
    if (word() != "new" || !trimmed(lines_.line()).ends_with("modal"))
      lines_.fail(quoted_word(trimmed(lines_.line())) +
                  " stands where 'new modal' should; only modal bodies "
                  "can be read");
    const int modal = lines_.number();
    while (step("modal", modal)) read_modal_part();
    for (RawTaylor& raw : raw_) fill(raw);
    for (const auto& [name, part, is_needed] : parts)
      if (is_needed && !(file_.*part).is_given())
        throw InvalidInput(file_.path + ": the part '" + name + "' is missing; it is needed");
    return std::move(file_);
  }

 private:
  std::string_view word() {
    const auto& words = lines_.words("=(");
    return words.empty() ? std::string_view() : words[0];
  }

  /// The next line inside a block that is not blank; false at its end. Fails at the end of the
  /// file.
  bool step(const std::string& block, int first) {
    do
      if (!lines_.next())
        lines_.fail("the file ends inside '" + block + "', which begins in line " + std::to_string(first) +
                    "; it is truncated, export it again");
    while (word().empty());
    if (word() != "end") return true;
    const auto& words = lines_.words();
    if (words.size() > 1 && words[1] == block) return false;
    lines_.fail(quoted_word(trimmed(lines_.line())) + " stands inside '" + block +
                "', which begins in line " + std::to_string(first) + "; 'end " + block + "' is missing");
  }

  std::string_view value() const {
    const auto at = lines_.line().rfind('=');
    return at == std::string_view::npos ? std::string_view() : trimmed(lines_.line().substr(at + 1));
  }
  int count(const char* what, long long most) {
    const long long n = lines_.whole(value(), what);
    if (n < 0 || n > most)
      lines_.fail(std::string(what) + " is " + std::to_string(n) + ", but must be from 0 to " +
                  std::to_string(most));
    return static_cast<int>(n);
  }

  void read_modal_part() {
    const std::string name(word());
    if (name == "refmod") {
      read_refmod();
    } else if (name == "frame") {
      const int first = lines_.number();
      while (step("frame", first)) read_node();
    } else {
      for (const auto& [known, part, is_needed] : parts)
        if (name == known) {
          read_taylor(name, file_.*part);
          return;
        }
      lines_.fail(quoted_word(name) + " is no part of a modal body; correct or remove it");
    }
  }

  void read_refmod() {
    const int first = lines_.number();
    while (step("refmod", first)) {
      if (word() == "mass")
        file_.mass = lines_.real(value(), "the mass");
      else if (word() == "nelastq")
        file_.n_modes = count("the number of modes", most_modes);
      else if (word() == "ielastq")
        file_.mode_names.emplace_back(value());
    }
  }

  void read_node() {
    const int first = lines_.number();
    if (word() != "new")
      lines_.fail(quoted_word(trimmed(lines_.line())) + " stands where 'new node = number' should");
    // Addresses of nodes must stay as they are.
    if (file_.nodes.capacity() == 0) file_.nodes.reserve(lines_left());
    const long long number = lines_.whole(value(), "the number of a node");
    for (const auto& other : file_.nodes)
      if (other.number == number)
        lines_.fail("node " + std::to_string(number) + " stands in line " + std::to_string(other.line) +
                    " already; remove one of them");
    file_.nodes.push_back({.number = number, .line = first});
    SidFile::Node& node = file_.nodes.back();
    while (step("node", first)) {
      const std::string name(word());
      if (name == "rframe") continue;
      const auto part = std::ranges::find(node_parts, name, [](const auto& p) { return p.name; });
      if (part == node_parts.end())
        lines_.fail(quoted_word(name) + " is no part of a node; correct or remove it");
      read_taylor(name, node.*(part->part));
    }
    for (const auto& part : node_parts)
      if (part.is_needed && !(node.*(part.part)).is_given())
        lines_.fail("node " + std::to_string(number) + " has no '" + part.name + "', which is needed");
  }

  std::size_t lines_left() const {
    constexpr std::size_t least_bytes_of_node = 60;
    return lines_.n_left() / least_bytes_of_node + 1;
  }

  void read_taylor(const std::string& name, SidTaylor& to) {
    const int first = lines_.number();
    if (to.is_given())
      lines_.fail("'" + name + "' stands in line " + std::to_string(to.line) +
                  " already; remove one of them");
    to.line = first;
    RawTaylor raw{.to = &to, .name = name};
    while (step(name, first)) {
      const std::string key(word());
      if (key == "order")
        raw.order = count("the order", 2);
      else if (key == "nrow")
        raw.rows = count("the number of rows", most_columns);
      else if (key == "ncol")
        raw.cols = count("the number of columns", most_columns);
      else if (key == "nq")
        raw.n_q = count("the number of coordinates", most_modes);
      else if (key == "structure")
        raw.structure = count("the structure", 4);
      else if (upper_case(key) == "M0" || upper_case(key) == "M1")
        add_entry(raw, upper_case(key) == "M0" ? 2 : 3);
      else if (key == "nqn" && count("the number of further terms", most_modes) == 0)
        continue;
      else
        lines_.fail(quoted_word(key) + (key == "nqn" || upper_case(key) == "MN"
                                            ? " is of second order, which cannot be read; export first order"
                                            : " is no key of '" + name + "'; correct or remove it"));
    }
    raw_.push_back(std::move(raw));
  }

  void add_entry(RawTaylor& raw, std::size_t n_indices) {
    const auto line = lines_.line();
    const auto open = line.find('('), close = line.find(')');
    RawTaylor::Entry e{{0, 0, 0}, 0, lines_.number()};
    if (open == line.npos || close == line.npos || close < open)
      lines_.fail(quoted_word(trimmed(line)) +
                  " has no indices in brackets; correct it, or export the file again if it is truncated");
    std::size_t n = 0;
    for (std::size_t k = open + 1; k < close;) {
      const std::size_t end = std::min(line.find(',', k), close);
      if (n == n_indices) ++n;
      if (n < n_indices)
        e.index[n++] = static_cast<int>(
            std::clamp(lines_.whole(trimmed(line.substr(k, end - k)), "an index"), -1LL, most_columns + 1));
      k = end + 1;
    }
    if (n != n_indices)
      lines_.fail(quoted_word(trimmed(line)) + " must have " + std::to_string(n_indices) +
                  " indices; correct it");
    e.value = lines_.real(value(), "the value");
    if (n_indices == 2) e.index[2] = 0;
    if (const auto [at, is_new] = raw.lines.emplace(e.index, e.line); !is_new)
      lines_.fail("this entry stands in line " + std::to_string(at->second) + " already; remove one of them");
    raw.entries.push_back(e);
  }

  [[noreturn]] void fail(int line, const std::string& what) const {
    throw InvalidInput(line_text(file_.path, line) + ": " + what);
  }

  /// Whether all entries of M1 in the file have places with the column as second index; or as
  /// third.
  bool fits_all(bool column_second) const {
    return std::ranges::all_of(raw_, [&](const RawTaylor& raw) {
      return std::ranges::all_of(raw.entries, [&](const RawTaylor::Entry& e) {
        return e.index[2] == 0 ||
               (e.index[column_second ? 1 : 2] <= raw.cols && e.index[column_second ? 2 : 1] <= raw.n_q);
      });
    });
  }

  void fill(const RawTaylor& raw) {
    if (!column_second_) column_second_ = !fits_all(false) && fits_all(true);
    SidTaylor& to = *raw.to;
    to.M0 = raw.structure == 4 ? Matrix(Matrix::Identity(raw.rows, raw.cols))
                               : Matrix(Matrix::Zero(raw.rows, raw.cols));
    if (raw.order > 0) to.M1.assign(static_cast<std::size_t>(raw.n_q), Matrix::Zero(raw.rows, raw.cols));
    const bool is_symmetric = raw.structure == 2;
    if (is_symmetric && raw.rows != raw.cols)
      fail(to.line, "'" + raw.name + "' is declared symmetric, but has " + std::to_string(raw.rows) +
                        " rows and " + std::to_string(raw.cols) + " columns");
    // The given halves win over mirror images.
    for (const bool mirrored : {true, false}) {
      if (mirrored && !is_symmetric) continue;
      for (const RawTaylor::Entry& e : raw.entries) {
        const bool is_first_order = e.index[2] != 0;
        const int row = e.index[0], col = e.index[is_first_order && !*column_second_ ? 2 : 1],
                  q = is_first_order ? e.index[*column_second_ ? 2 : 1] : 1;
        if (row < 1 || row > raw.rows || col < 1 || col > raw.cols ||
            (is_first_order && (q < 1 || q > raw.n_q)))
          fail(e.line, "an index of this entry is outside of '" + raw.name + "', which has " +
                           std::to_string(raw.rows) + " rows, " + std::to_string(raw.cols) + " columns and " +
                           std::to_string(raw.n_q) + " coordinates; correct one of them");
        if (is_first_order && raw.order == 0)
          fail(e.line, "an entry of first order stands in '" + raw.name + "', whose order is 0; correct it");
        Matrix& M = is_first_order ? to.M1[static_cast<std::size_t>(q - 1)] : to.M0;
        (mirrored ? M(col - 1, row - 1) : M(row - 1, col - 1)) = e.value;
      }
    }
  }

  TextLines lines_;
  SidFile file_;
  std::vector<RawTaylor> raw_;
  std::optional<bool> column_second_;  // the second index of M1 is the column
};

void append_taylor(std::string& text, const std::string& name, const SidTaylor& t, std::size_t n_modes,
                   const std::string& indent) {
  const auto line = [&](const std::string& key, const std::string& value) {
    text += indent + "    " + key + " = " + value + "\n";
  };
  const auto n_rows = t.M0.rows(), n_cols = t.M0.cols();
  text += indent + name + "\n";
  line("order", t.M1.empty() ? "0" : "1");
  line("nrow", std::to_string(n_rows));
  line("ncol", std::to_string(n_cols));
  line("nq", std::to_string(n_modes));
  line("nqn", "0");
  line("structure", "3");
  const auto index = [](Eigen::Index k) { return std::to_string(k + 1); };
  for (Eigen::Index i = 0; i < n_rows; ++i)
    for (Eigen::Index j = 0; j < n_cols; ++j)
      line("m0(" + index(i) + "," + index(j) + ")", shortest_text(t.M0(i, j)));
  for (Eigen::Index i = 0; i < n_rows; ++i)
    for (std::size_t q = 0; q < t.M1.size(); ++q)
      for (Eigen::Index j = 0; j < n_cols; ++j)
        line("m1(" + index(i) + "," + std::to_string(q + 1) + "," + index(j) + ")",
             shortest_text(t.M1[q](i, j)));
  text += indent + "end " + name + "\n";
}

}  // namespace

SidFile parse_sid(const std::string& text, const std::string& path) { return SidReader(text, path).read(); }

std::string sid_text(const SidFile& file) {
  const auto n_modes = static_cast<std::size_t>(file.n_modes);
  std::string text = std::to_string(file.nodes.size()) + " nodes, " + std::to_string(n_modes) + " modes\n";
  text += "part\n    new modal\n        refmod\n            mass = " + shortest_text(file.mass) +
          "\n            nelastq = " + std::to_string(n_modes) + "\n";
  for (std::size_t k = 0; k < file.mode_names.size(); ++k)
    text += "            ielastq (" + std::to_string(k + 1) + ") = " + file.mode_names[k] + "\n";
  text += "        end refmod\n        frame\n";
  for (const auto& node : file.nodes) {
    text += "            new node = " + std::to_string(node.number) + "\n                rframe = body ref\n";
    for (const auto& part : node_parts)
      if ((node.*(part.part)).is_given())
        append_taylor(text, part.name, node.*(part.part), n_modes, "                ");
    text += "            end node\n";
  }
  text += "        end frame\n";
  for (const auto& [name, part, is_needed] : parts)
    if ((file.*part).is_given()) append_taylor(text, name, file.*part, n_modes, "        ");
  return text + "    end modal\nend part\n";
}

}  // namespace pleuel::fem

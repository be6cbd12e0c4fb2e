// What the import of bodies refuses, with file, line, value and remedy.
#include <algorithm>
#include <functional>
#include <map>
#include <sstream>

#include "models/imported_files.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/import/dmig.hpp"
#include "pleuel/fem/import/matrix_market.hpp"
#include "pleuel/fem/import/node_table.hpp"
#include "pleuel/fem/mesh_generators.hpp"

namespace pleuel::testing {
namespace import_faults_test {

using Lines = std::vector<std::string>;

Lines lines_of(const std::string& text) {
  Lines lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}
std::string text_of(const Lines& lines) {
  std::string text;
  for (const auto& line : lines) text += line + "\n";
  return text;
}

/// The files of one body, and its matrices.
struct Files {
  Matrix M, K;
  Lines nodes, unknowns;
  std::map<std::string, std::string> others = {};
  std::string keys = {};  ///< of 'import' in addition
  bool is_general = false;

  explicit Files(const fem::ElasticBody& body)
      : M(body.mass().dense()),
        K(body.stiffness().dense()),
        nodes(lines_of(fem::node_table_text(body.mesh()))),
        unknowns(lines_of(fem::unknown_table_text(body))) {
    // The first lines are comments.
    nodes.erase(nodes.begin());
    unknowns.erase(unknowns.begin());
  }

  /// Leaves out rows of the matrices and their names.
  void drop(const std::function<bool(const std::string&)>& is_dropped) {
    std::vector<Eigen::Index> kept;
    Lines names;
    for (std::size_t k = 0; k < unknowns.size(); ++k)
      if (!is_dropped(unknowns[k])) {
        kept.push_back(static_cast<Eigen::Index>(k));
        names.push_back(unknowns[k]);
      }
    unknowns = names;
    M = M(kept, kept).eval();
    K = K(kept, kept).eval();
  }
  /// The order in which all x come first.
  std::vector<Eigen::Index> by_components() const {
    std::vector<Eigen::Index> order(unknowns.size());
    for (std::size_t k = 0; k < order.size(); ++k) order[k] = static_cast<Eigen::Index>(k);
    std::ranges::stable_sort(order, {},
                             [&](Eigen::Index k) { return unknowns[static_cast<std::size_t>(k)].back(); });
    return order;
  }
};

Files solid() {
  return Files(fem::ElasticBody(
      fem::solid_box_mesh(
          {.length = 2, .height = 0.7, .width = 0.5, .nx = 2, .ny = 1, .nz = 1, .type = fem::CellType::tet4}),
      fem::SolidSection{{.modulus = 2e11, .poisson = 0.3, .density = 7800}}));
}
Files beam() {
  fem::SpatialBeamSection section{.material = {.modulus = 2e11, .poisson = 0.3, .density = 7800},
                                  .area = 1e-2,
                                  .inertia_y = 1e-5,
                                  .inertia_z = 2e-5,
                                  .torsion = 1e-5};
  section.y = Eigen::Vector3d::UnitY();
  return Files(fem::ElasticBody(fem::beam_mesh({.length = 2, .elements = 4}), section));
}

std::string market(const Matrix& A, bool is_general) {
  return fem::matrix_market_text(fem::full_matrix(A), !is_general, "written by a test");
}

/// The line of an entry; three lines stand before the entries.
int line_of(const std::string& text, Eigen::Index row, Eigen::Index col) {
  const auto lines = lines_of(text);
  const std::string start = std::to_string(row + 1) + " " + std::to_string(col + 1) + " ";
  for (std::size_t k = 3; k < lines.size(); ++k)
    if (lines[k].starts_with(start)) return static_cast<int>(k) + 1;
  return -1;
}

/// One fault with all words, or none.
void expect_refused(const std::string& name, const Files& files, const std::string& place,
                    const std::vector<std::string>& words) {
  const auto folder = import_folder(name);
  std::map<std::string, std::string> all = {{"m.mtx", market(files.M, files.is_general)},
                                            {"k.mtx", market(files.K, files.is_general)},
                                            {"nodes.csv", text_of(files.nodes)},
                                            {"dofs.txt", text_of(files.unknowns)}};
  for (const auto& [file, text] : files.others) all[file] = text;
  for (const auto& [file, text] : all) written(folder, file, text);
  const std::string import =
      files.keys.starts_with("{")
          ? files.keys
          : R"({"type": "matrices", "mass": "m.mtx", "stiffness": "k.mtx", "nodes": "nodes.csv", "unknowns": "dofs.txt")" +
                files.keys + "}";
  const std::string path = written(folder, "model.json", R"({"pleuel": 2, "name": "import", "dimension": 3,
"bodies": [{"name": "body", "type": "flexible",
"import": )" + import + R"(,
"frame": {"type": "mean"}, "reduction": {"type": "normal", "modes": 2}}]})");
  try {
    (void)built_from(path);
    EXPECT_TRUE(words.empty()) << name << " is accepted";
  } catch (const InvalidInput& fault) {
    ASSERT_FALSE(words.empty()) << fault.what();
    ASSERT_EQ(fault.faults().size(), 1u) << name << "\n" << fault.what();
    const std::string text = fault.faults()[0];
    EXPECT_TRUE(text.starts_with(path + ":3:")) << name << "\n" << text;
    EXPECT_NE(text.find((folder / place).string() + ":"), std::string::npos) << name << " " << place << "\n"
                                                                             << text;
    for (const auto& word : words)
      EXPECT_NE(text.find(word), std::string::npos) << name << ": " << word << "\n" << text;
  }
}

using Change = std::function<void(Files&)>;

Files changed(Files files, const Change& change) {
  change(files);
  return files;
}

TEST(ImportFaults, AcceptsTheBodiesWithoutFaults) {
  expect_refused("solid", solid(), "", {});
  expect_refused("beam", beam(), "", {});
}

TEST(ImportFaults, OfFilesNameTheirLine) {
  const Files good = solid();
  const std::string m = market(good.M, false), k = market(good.K, false);
  const auto n_lines = [](const std::string& text) { return static_cast<int>(lines_of(text).size()); };
  const auto with_file = [&](const std::string& file, const std::string& text) {
    return changed(good, [&](Files& f) { f.others[file] = text; });
  };
  const auto with_line = [&](const std::string& file, const std::string& text, int line,
                             const std::string& to) {
    Lines lines = lines_of(text);
    lines[static_cast<std::size_t>(line - 1)] = to;
    return with_file(file, text_of(lines));
  };
  Lines half = lines_of(k);
  half.resize(half.size() / 2);
  expect_refused("truncated", with_file("k.mtx", text_of(half)), "k.mtx:" + std::to_string(half.size()),
                 {"the file ends after " + std::to_string(half.size() - 3) + " of the " +
                      std::to_string(n_lines(k) - 3) + " entries",
                  "truncated, export it again"});
  expect_refused("truncated-line", with_line("m.mtx", m, n_lines(m), "36 36"),
                 "m.mtx:" + std::to_string(n_lines(m)), {"'36 36'", "row, column and value"});
  expect_refused("beyond", with_line("m.mtx", m, 10, "37 1 2.5"), "m.mtx:10",
                 {"the row is 37", "from 1 to 36", "correct it"});
  expect_refused("complex", with_line("k.mtx", k, 1, "%%MatrixMarket matrix coordinate complex symmetric"),
                 "k.mtx:1", {"'complex' must be 'real'", "cannot be read"});
  expect_refused("not-finite", with_line("k.mtx", k, 7, "4 1 nan"), "k.mtx:7",
                 {"the value is 'nan'", "must be finite", "export"});
  expect_refused("decimal-comma", with_line("k.mtx", k, 7, "4 1 1,5"), "k.mtx:7",
                 {"'1,5' is not the value", "correct it"});
  expect_refused("twice", with_line("k.mtx", k, 8, "1 1 2.5"), "k.mtx:8",
                 {"the entry (1, 1)", "stands in line 4 already", "remove one"});
  expect_refused("no-header", with_file("k.mtx", "mass of the rod\n"), "k.mtx:1",
                 {"'mass of the rod' begins the file", "%%MatrixMarket"});
  expect_refused("node-twice", changed(good, [](Files& f) { f.nodes[4] = f.nodes[1]; }), "nodes.csv:5",
                 {"node 1 stands in line 2 already", "remove one"});
  expect_refused("node-line", changed(good, [](Files& f) { f.nodes[4] = "4, 0.5"; }), "nodes.csv:5",
                 {"'4, 0.5' must be the number of a node and its coordinates x, y, z", "truncated"});
  expect_refused("node-missing", changed(good, [](Files& f) { f.nodes.erase(f.nodes.begin() + 2); }),
                 "dofs.txt:7", {"node 2 has an unknown, but no coordinates", "add it there"});
  expect_refused("unknown-twice", changed(good, [](Files& f) { f.unknowns[5] = f.unknowns[2]; }),
                 "dofs.txt:6", {"the unknown z of node 0 stands in line 3 already", "correct"});
  expect_refused("unknown-name", changed(good, [](Files& f) { f.unknowns[5] = "1 pressure"; }), "dofs.txt:6",
                 {"'pressure' is no degree of freedom", "1 … 3"});
  expect_refused("unknown-missing", changed(good, [](Files& f) { f.unknowns.pop_back(); }), "m.mtx",
                 {"has 36 rows", "has 35 unknowns", "rotations"});
  expect_refused("other-size", changed(good, [](Files& f) { f.K = f.K.topLeftCorner(33, 33).eval(); }),
                 "k.mtx", {"the stiffness matrix has 33 rows", "36 unknowns", "truncated"});
  expect_refused("recovery-columns",
                 changed(good,
                         [](Files& f) {
                           f.keys = R"(, "recovery": {"stress": "s.mtx"})";
                           f.others["s.mtx"] = market(Matrix::Ones(6, 30), true);
                         }),
                 "s.mtx", {"'stress' has 30 columns", "36 unknowns", "give a column"});
}

TEST(ImportFaults, OfMatricesNameTheEntryAndTheLikelyMistake) {
  const Files good = solid();
  const auto place = [](const std::string& file, const Matrix& A, Eigen::Index i, Eigen::Index j,
                        bool is_general) {
    return file + ":" + std::to_string(line_of(market(A, is_general), i, j));
  };

  Eigen::Index row = 0;
  good.K.col(3).tail(32).cwiseAbs().maxCoeff(&row);
  row += 4;
  const Files asymmetric = changed(good, [row](Files& f) {
    f.is_general = true;
    f.K(row, 3) *= 1.5;
  });
  expect_refused("asymmetric", asymmetric, place("k.mtx", asymmetric.K, row, 3, true),
                 {"not symmetric: the entry (" + std::to_string(row + 1) + ", 4) is " +
                      number_text(asymmetric.K(row, 3), 12),
                  "(4, " + std::to_string(row + 1) + ")", "declare the matrix symmetric"});

  const Files negative = changed(good, [](Files& f) { f.K *= -1; });
  expect_refused(
      "negative", negative, place("k.mtx", good.K, 0, 0, false),
      {"the stiffness of row 1, node 0 x is " + number_text(-good.K(0, 0)), "indefinite", "export it again"});
  const Files indefinite = changed(good, [](Files& f) {
    const Vector x = Vector::Random(36), w = f.K * x;
    f.K -= 1.5 / x.dot(w) * w * w.transpose();
  });
  ASSERT_GT(indefinite.K.diagonal().minCoeff(), 0);
  expect_refused(
      "indefinite", indefinite, "k.mtx",
      {"the stiffness matrix is indefinite", "1 negative eigenvalue", "row ", "an entry is wrong"});
  const Files mass = changed(good, [](Files& f) { f.M(5, 5) *= -1; });
  expect_refused("negative-mass", mass, place("m.mtx", mass.M, 5, 5, false),
                 {"the mass of row 6, node 1 z is", "indefinite"});
  const Files indefinite_mass = changed(good, [](Files& f) { f.M(4, 1) = f.M(1, 4) = 2 * f.M(1, 1); });
  expect_refused("indefinite-mass", indefinite_mass, "m.mtx",
                 {"mass matrix is indefinite", "1 negative eigenvalue"});

  const auto order = good.by_components();
  expect_refused(
      "by-components",
      changed(good,
              [&](Files& f) {
                f.K = f.K(order, order).eval();
                f.M = f.M(order, order).eval();
              }),
      "k.mtx", {"resists a translation", "ordered by degrees of freedom, all x first", "correct the order"});
  expect_refused("by-nodes",
                 changed(good,
                         [&](Files& f) {
                           Lines names;
                           for (const auto k : order)
                             names.push_back(good.unknowns[static_cast<std::size_t>(k)]);
                           f.unknowns = names;
                         }),
                 "k.mtx",
                 {"ordered node by node", "dofs.txt names them in another order", "correct the order"});
  expect_refused("other-order", changed(good, [](Files& f) { std::ranges::reverse(f.unknowns); }), "k.mtx",
                 {"resists a rotation", "the order of the unknowns in", "belong to other nodes"});
  expect_refused("exchanged", changed(good, [](Files& f) { std::swap(f.unknowns[3], f.unknowns[7]); }),
                 "k.mtx",
                 {"resists a translation", "row 4, node 2 y", "in another order", "correct the order"});
  expect_refused("exchanged-nodes",
                 changed(good,
                         [](Files& f) {
                           std::swap(f.nodes[3], f.nodes[6]);
                           std::swap(f.nodes[3][0], f.nodes[6][0]);
                         }),
                 "k.mtx", {"resists a rotation about", "translations are free", "belong to other nodes"});

  expect_refused(
      "held",
      changed(good, [](Files& f) { f.drop([](const auto& name) { return name.starts_with("5 "); }); }),
      "k.mtx", {"resists a translation", "their unknowns are missing", "export the free body"});
  const Files spring = changed(good, [](Files& f) { f.K(14, 14) *= 1.01; });
  expect_refused(
      "spring", spring, place("k.mtx", spring.K, 14, 14, false),
      {"resists a translation along z", "row 15, node 4 z", "at 1 of 12 nodes", "nodes 4 seem to be held"});

  const Files bar = beam();
  expect_refused(
      "rotations",
      changed(bar,
              [](Files& f) { f.drop([](const auto& name) { return name.find('r') != std::string::npos; }); }),
      "k.mtx", {"resists a rotation", "rotations of nodes are missing (they must be condensed"});
  expect_refused("millimetres",
                 changed(bar,
                         [](Files& f) {
                           for (int i = 0; i < 5; ++i)
                             f.nodes[static_cast<std::size_t>(i)] =
                                 std::to_string(i) + "," + std::to_string(500 * i) + ",0,0";
                         }),
                 "k.mtx", {"resists a rotation", "have another unit"});

  // 2 · 0.7 · 0.5 · 7800 kg, in t.
  expect_refused(
      "units",
      changed(good,
              [](Files& f) {
                f.M *= 1e-3;
                f.K *= 1e-3;
                f.keys = R"(, "expect": {"mass": "5460 kg"})";
              }),
      "m.mtx",
      {"the mass is 5.46 kg, but 5460 kg are expected", "10^-3", R"({"length": "mm", "mass": "t"})"});
  expect_refused("expected", changed(good, [](Files& f) { f.keys = R"(, "expect": {"mass": "5000 kg"})"; }),
                 "m.mtx", {"the mass is 5460 kg, but 5000 kg are expected", "correct the file, or 'expect'"});
  expect_refused("uneven",
                 changed(good,
                         [](Files& f) {
                           for (int i = 0; i < 36; i += 3) {
                             f.M.row(i) *= 0.5;
                             f.M.col(i) *= 0.5;
                           }
                         }),
                 "m.mtx", {"the mass is 1365 kg along x, 5460 kg along y", "must be the same", "reduced"});
  expect_refused(
      "loose",
      changed(good,
              [](Files& f) {
                // Two copies that nothing connects.
                Matrix M = Matrix::Zero(72, 72), K = M;
                M.topLeftCorner(36, 36) = M.bottomRightCorner(36, 36) = f.M;
                K.topLeftCorner(36, 36) = K.bottomRightCorner(36, 36) = f.K;
                const Lines nodes = f.nodes, unknowns = f.unknowns;
                for (const auto& line : nodes) {
                  const auto comma = line.find(',');
                  f.nodes.push_back(std::to_string(100 + std::stoi(line)) + ",1" + line.substr(comma + 1));
                }
                for (const auto& line : unknowns)
                  f.unknowns.push_back(std::to_string(100 + std::stoi(line)) + line.substr(line.find(' ')));
                f.M = M;
                f.K = K;
              }),
      "k.mtx", {"a free motion besides its rigid ones", "not connected", "connect it"});
}

TEST(ImportFaults, OfCardsNameTheirLine) {
  const fem::ElasticBody body(
      fem::solid_box_mesh(
          {.length = 2, .height = 0.7, .width = 0.5, .nx = 1, .ny = 1, .nz = 1, .type = fem::CellType::tet4}),
      fem::SolidSection{{.modulus = 2e11, .poisson = 0.3, .density = 7800}});
  const Lines good = lines_of(fem::dmig_text(body, {{"KAAX", &body.stiffness()}, {"MAAX", &body.mass()}}));
  const auto found =
      std::ranges::find_if(good, [](const auto& line) { return line.starts_with("DMIG,KAAX"); });
  const auto header = static_cast<std::size_t>(found - good.begin());
  const auto refused = [&](const std::string& name, const std::function<void(Lines&)>& change,
                           std::size_t line, const std::vector<std::string>& words,
                           const std::string& keys = {}) {
    Files files = solid();
    Lines lines = good;
    change(lines);
    files.others["rod.pch"] = text_of(lines);
    files.keys = R"({"type": "dmig", "file": "rod.pch")" + keys + "}";
    expect_refused(name, files, "rod.pch" + (line == 0 ? "" : ":" + std::to_string(line)), words);
  };
  refused("good", [](Lines&) {}, 0, {});
  refused("complex", [&](Lines& l) { l[header] = "DMIG,KAAX,0,6,3,0"; }, header + 1,
          {"TIN of 'KAAX' is 3", "must be 1 or 2, real"});
  refused("form", [&](Lines& l) { l[header] = "DMIG,KAAX,0,9,2,0"; }, header + 1,
          {"IFO of 'KAAX' is 9", "must be 1 or 2"});
  refused("scalar", [&](Lines& l) { l[header + 2] = "*,1,0,2.5,"; }, header + 3,
          {"component 0", "scalar point", "before reduction"});
  refused("component", [&](Lines& l) { l[header + 2] = "*,1,7,2.5,"; }, header + 3,
          {"the component is 7", "from 1 to 6"});
  refused("value", [&](Lines& l) { l[header + 2] = "*,1,1,,"; }, header + 3,
          {"has no value", "truncated, export it again"});
  refused("number", [&](Lines& l) { l[header + 2] = "*,1,1,x2,"; }, header + 3,
          {"'x2' is not the value of an entry", "export"});
  refused("column", [&](Lines& l) { l[header] = "$"; }, header + 2,
          {"'KAAX' stands before the header", "add 'DMIG,NAME,0,6,1'"});
  refused("system", [&](Lines& l) { l[1] = "GRID,1,7,0,0,0"; }, 2,
          {"coordinate system 7", "basic coordinates"});
  refused(
      "name", [](Lines&) {}, 0, {"KAX", "did you mean 'KAAX'"}, R"(, "stiffness": "KAX")");
  refused("entry-missing", [&](Lines& l) { l.erase(l.begin() + static_cast<std::ptrdiff_t>(header) + 3); }, 0,
          {"resists a translation", "export"});
}

}  // namespace import_faults_test
}  // namespace pleuel::testing

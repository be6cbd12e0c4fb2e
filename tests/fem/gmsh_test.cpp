#include "pleuel/fem/gmsh.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <numbers>
#include <sstream>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/mesh_check.hpp"
#include "pleuel/fem/mesh_generators.hpp"
#include "pleuel/fem/reference_cell.hpp"

namespace pleuel::fem {
namespace gmsh_test {

// A unit square of two T3, its left and right edges named; element 12 stands twice because it is in
// two groups.
const std::string square_22 = R"($MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
3
1 1 "left"
1 2 "right side"
2 7 "sheet"
$EndPhysicalNames
$Nodes
4
10 0 0 0
20 1 0 0
30 1 1 0
40 0 1.0e0 0
$EndNodes
$Elements
7
1 15 2 5 1 10
2 1 2 1 4 40 10
3 1 2 2 2 20 30
11 2 2 7 1 10 20 30
12 2 2 7 1 10 30 40
13 2 2 8 1 10 30 40
14 1 2 0 9 10 20
$EndElements
)";

// The same in version 4.1, as T6, with parametric coordinates in one block and a section that is
// skipped.
const std::string square_41 = R"($MeshFormat
4.1 0 8
$EndMeshFormat
$PhysicalNames
2
1 1 "left"
2 7 "sheet"
$EndPhysicalNames
$Entities
1 2 1 0
1 0 0 0 1 5
1 0 0 0 0 1 0 1 1 2 1 -4
2 1 0 0 1 1 0 0 2 2 -3
1 0 0 0 1 1 0 2 7 8 0
$EndEntities
$Nodes
3 9 1 9
0 1 0 1
1
0 0 0
1 1 1 2
4
8
0 1 0 0.1
0 0.5 0 0.2
2 1 0 6
2
3
5
6
7
9
1 0 0
1 1 0
0.5 0 0
1 0.5 0
0.5 0.5 0
0.5 1 0
$EndNodes
$Comments
anything $at all
$EndComments
$Elements
3 4 1 4
0 1 15 1
1 1
1 1 8 1
2 4 1 8
2 1 9 2
3 1 2 3 5 6 7
4 1 3 4 7 9 8
$EndElements
)";

std::string message(const std::string& text) {
  try {
    (void)parse_gmsh(text, "part.msh");
  } catch (const InvalidInput& e) {
    return e.what();
  }
  return "";
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  const auto place = text.find(from);
  EXPECT_NE(place, std::string::npos) << from;
  return text.replace(place, from.size(), to);
}

TEST(Gmsh, Reads22WithGroupsAsNodeSetsAndEachElementOnce) {
  const auto mesh = parse_gmsh(square_22, "square.msh");
  EXPECT_EQ(mesh.n_nodes(), 4);
  ASSERT_EQ(mesh.n_elements(), 2);
  EXPECT_EQ(mesh.elements[0].type, CellType::t3);
  EXPECT_EQ(mesh.element_tag(1), 12);
  EXPECT_EQ(mesh.node_tag(2), 30);
  EXPECT_EQ(mesh.point(3), Eigen::Vector2d(0, 1));
  EXPECT_EQ(mesh.node_set("left"), (std::vector<int>{0, 3}));
  EXPECT_EQ(mesh.node_set("right side"), (std::vector<int>{1, 2}));
  EXPECT_EQ(mesh.node_set("sheet"), (std::vector<int>{0, 1, 2, 3}));
  EXPECT_EQ(mesh.node_set("surface 8"), (std::vector<int>{0, 2, 3}));
  EXPECT_EQ(mesh.node_set("point 5"), (std::vector<int>{0}));
  EXPECT_EQ(mesh.node_sets.size(), 5u);
  EXPECT_EQ(mesh.boundary_on("left").size(), 1u);
}

TEST(Gmsh, Reads41WithEntitiesParametersAndSixNodes) {
  const auto mesh = parse_gmsh(square_41, "square.msh");
  EXPECT_EQ(mesh.n_nodes(), 9);
  ASSERT_EQ(mesh.n_elements(), 2);
  EXPECT_EQ(mesh.elements[0].type, CellType::t6);
  EXPECT_EQ(mesh.node_set("left").size(), 3u);
  EXPECT_EQ(mesh.boundary_on("left").size(), 1u);
  EXPECT_EQ(mesh.node_set("surface 8"), mesh.node_set("sheet"));
  EXPECT_EQ(mesh.node_set("point 5"), (std::vector<int>{0}));
  EXPECT_EQ(mesh.node_tag(1), 4);
  EXPECT_EQ(mesh.point(1), Eigen::Vector2d(0, 1));
}

TEST(Gmsh, ReadsLinesAsBeamsWhereThereAreNoTriangles) {
  const auto mesh = parse_gmsh(
      "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$Nodes\n3\n1 0 0 0\n2 1 0 0\n3 1 1 0\n$EndNodes\n"
      "$Elements\n2\n1 1 2 1 1 1 2\n2 1 2 1 1 2 3\n$EndElements\n",
      "frame.msh");
  EXPECT_EQ(mesh.n_elements(), 2);
  EXPECT_EQ(mesh.elements[1].type, CellType::beam);
  EXPECT_EQ(mesh.node_set("curve 1").size(), 3u);
}

TEST(Gmsh, ReadsAFileAndNamesOneThatIsNotThere) {
  const auto path = std::filesystem::path(::testing::TempDir()) / "pleuel_square.msh";
  std::ofstream(path) << square_22;
  EXPECT_EQ(read_gmsh(path).n_nodes(), 4);
  std::filesystem::remove(path);
  EXPECT_THROW((void)read_gmsh(path), InvalidInput);
}

// data/plate.geo, meshed by Gmsh 4.8.4: 0.2 × 0.1 m with a hole of radius 0.02 m, T6 with curved
// edges.
TEST(Gmsh, ReadsWhatGmshWritesInBothVersionsAlike) {
  const auto folder = std::filesystem::path(PLEUEL_SOURCE_DIR) / "tests" / "fem" / "data";
  const auto a = read_gmsh(folder / "plate_22.msh"), b = read_gmsh(folder / "plate_41.msh");
  for (const auto& mesh : {a, b}) {
    EXPECT_EQ(mesh.n_nodes(), 277);
    EXPECT_EQ(mesh.n_elements(), 121);
    EXPECT_EQ(mesh.node_set("plate").size(), 277u);
    EXPECT_EQ(mesh.boundary_on("left").size(), 5u);
    EXPECT_EQ(mesh.boundary_on("right").size(), 5u);
    double area = 0;
    for (const auto& e : mesh.elements)
      for (const auto& p : simplex_rule<2>(4)) area += p.weight * cell_determinant<2>(mesh, e, p.xi);
    // Parabolas through three points of the circle on n edges: the area errs by O((2π/n)⁴) of the
    // circle's.
    EXPECT_NEAR(area, 0.02 - std::numbers::pi * 0.0004, 2e-3 * std::numbers::pi * 0.0004);
  }
  for (const auto& [name, set] : a.node_sets) EXPECT_EQ(set.size(), b.node_set(name).size()) << name;
}

TEST(Gmsh, RefusesBinaryFilesOtherVersionsAndOtherFiles) {
  EXPECT_NE(message(replaced(square_22, "2.2 0 8", "2.2 1 8"))
                .find("part.msh:2, section $MeshFormat: the file is binary"),
            std::string::npos);
  EXPECT_NE(message(replaced(square_41, "4.1 0 8", "4.1 1 8")).find("the file is binary"), std::string::npos);
  EXPECT_NE(message(replaced(square_22, "2.2 0", "4 0")).find("version 4 is not read"), std::string::npos);
  EXPECT_NE(message("solid cube\n").find("does not begin with $MeshFormat"), std::string::npos);
  EXPECT_EQ(message("solid cube\n").find("solid"), std::string::npos);
  EXPECT_NE(message("$Nodes\n0\n$EndNodes\n").find("does not begin with $MeshFormat"), std::string::npos);
  EXPECT_NE(message("").find("no nodes"), std::string::npos);
}

TEST(Gmsh, NamesLineElementAndNodeOfAWrongEntry) {
  EXPECT_NE(message(replaced(square_22, "11 2 2 7 1 10 20 30", "11 3 2 7 1 10 20 30 40"))
                .find("part.msh:22, section $Elements: element 11 is of type 3, a quadrangle of 4 nodes"),
            std::string::npos);
  EXPECT_NE(message(replaced(square_22, "10 20 30", "10 20 31"))
                .find("element 11 has node 31, which the file does not have"),
            std::string::npos);
  EXPECT_NE(message(replaced(square_22, "20 1 0 0", "10 1 0 0")).find("node 10 stands twice"),
            std::string::npos);
  EXPECT_NE(message(replaced(square_22, "30 1 1 0", "30 1 one 0")).find("'one' is not a coordinate"),
            std::string::npos);
  EXPECT_NE(message(replaced(square_22, "$Nodes\n4", "$Nodes\n-4")).find("the number of nodes is -4"),
            std::string::npos);
  EXPECT_NE(message(replaced(square_22, "10 20 30", "10 30 20"))
                .find("part.msh: T3 element 11 is inverted: its nodes node 10"),
            std::string::npos);
  EXPECT_NE(message(replaced(square_41, "2 1 9 2", "2 1 16 2"))
                .find("the block of entity 1 is of type 16, a quadrangle of 8 nodes"),
            std::string::npos);
  EXPECT_NE(message(replaced(square_41, "3 9 1 9", "3 10 1 10")).find("announces 10 nodes and has 9"),
            std::string::npos);
}

TEST(Gmsh, RefusesEveryTruncationOfAFile) {
  for (const auto& text : {square_22, square_41}) {
    EXPECT_EQ(message(text), "");
    // Cut anywhere but in the white space after the last section.
    for (std::size_t n = 0; n + 1 < text.size(); ++n) EXPECT_NE(message(text.substr(0, n)), "") << n;
  }
}

TEST(Gmsh, TakesOrRefusesEveryFileWithOneWrongCharacter) {
  for (const auto& text : {square_22, square_41})
    for (std::size_t n = 0; n < text.size(); ++n)
      for (const char c : {'0', '9', '-', '.', ' ', '$', '"', 'n', '\0'}) {
        std::string wrong = text;
        wrong[n] = c;
        try {
          EXPECT_TRUE(mesh_faults(parse_gmsh(wrong, "part.msh")).empty());
        } catch (const InvalidInput&) {
        }
      }
}

TEST(Gmsh, RefusesAWrongCount) {
  EXPECT_NE(message(replaced(square_22, "$Nodes\n4", "$Nodes\n3")).find("stands where $EndNodes should"),
            std::string::npos);
  EXPECT_NE(message(replaced(square_22, "$Nodes\n4", "$Nodes\n5")).find("the section is truncated"),
            std::string::npos);
}

/// A mesh of tetrahedra as a file: the faces of "left" as surface 3, all cells as volume 7 "part",
/// node 0 as point 2. Gmsh numbers the last two edges of a tetrahedron the other way round.
std::string solid_text(const Mesh& mesh, const std::string& version) {
  const bool is_new = version == "4.1", is_quadratic_mesh = is_quadratic(mesh.elements[0].type);
  std::ostringstream text;
  text.precision(17);
  text << "$MeshFormat\n"
       << version << " 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n3 7 \"part\"\n$EndPhysicalNames\n";
  if (is_new)
    text << "$Entities\n1 0 1 1\n1 0 0 0 1 2\n1 0 0 0 1 1 1 1 3 0\n1 0 0 0 1 1 1 1 7 0\n$EndEntities\n";
  text << "$Nodes\n";
  if (is_new) {
    text << "1 " << mesh.n_nodes() << " 1 " << mesh.n_nodes() << "\n3 1 0 " << mesh.n_nodes() << "\n";
    for (int i = 0; i < mesh.n_nodes(); ++i) text << i + 1 << "\n";
  } else {
    text << mesh.n_nodes() << "\n";
  }
  for (int i = 0; i < mesh.n_nodes(); ++i) {
    if (!is_new) text << i + 1 << " ";
    text << mesh.nodes[i].transpose() << "\n";
  }
  text << "$EndNodes\n$Elements\n";
  const auto faces = mesh.boundary_on("left");
  const auto n_all = 1 + faces.size() + mesh.elements.size();
  int tag = 0;
  if (is_new)
    text << "3 " << n_all << " 1 " << n_all << "\n0 1 15 1\n";
  else
    text << n_all << "\n";
  text << ++tag << (is_new ? " 1\n" : " 15 2 2 1 1\n");
  if (is_new) text << "2 1 " << (is_quadratic_mesh ? 9 : 2) << " " << faces.size() << "\n";
  for (const auto& face : faces) {
    text << ++tag;
    if (!is_new) text << (is_quadratic_mesh ? " 9" : " 2") << " 2 3 1";
    for (const int node : face.nodes()) text << " " << node + 1;
    text << "\n";
  }
  if (is_new) text << "3 1 " << (is_quadratic_mesh ? 11 : 4) << " " << mesh.n_elements() << "\n";
  for (const auto& cell : mesh.elements) {
    text << ++tag;
    if (!is_new) text << (is_quadratic_mesh ? " 11" : " 4") << " 2 7 1";
    const auto nodes = cell.nodes();
    for (std::size_t k = 0; k < nodes.size(); ++k) text << " " << nodes[k == 8 ? 9 : k == 9 ? 8 : k] + 1;
    text << "\n";
  }
  text << "$EndElements\n";
  return text.str();
}

TEST(Gmsh, ReadsTetrahedraOfBothVersionsWithGroupsOfVolumesSurfacesAndPoints) {
  for (const auto type : {CellType::tet4, CellType::tet10})
    for (const char* version : {"2.2", "4.1"}) {
      const Mesh made = solid_box_mesh({.length = 2, .nx = 2, .type = type});
      const Mesh read = parse_gmsh(solid_text(made, version), "part.msh");
      ASSERT_EQ(read.n_elements(), made.n_elements()) << version;
      for (int e = 0; e < read.n_elements(); ++e) EXPECT_EQ(read.elements[e].node, made.elements[e].node);
      for (int i = 0; i < read.n_nodes(); ++i) EXPECT_EQ(read.nodes[i], made.nodes[i]);
      EXPECT_EQ(read.node_set("surface 3"), made.node_set("left"));
      EXPECT_EQ(read.node_set("part").size(), made.nodes.size());
      EXPECT_EQ(read.node_set("point 2"), (std::vector<int>{0}));
    }
}

TEST(Gmsh, NamesFaultsOfTetrahedra) {
  const std::string good = solid_text(solid_box_mesh({.type = CellType::tet4}), "2.2");
  EXPECT_EQ(message(good), "");
  const std::string prism = replaced(good, " 4 2 7 1", " 6 2 7 1");
  EXPECT_NE(message(prism).find("is of type 6, a prism of 6 nodes; tetrahedra of 4 and 10 nodes (4, 11)"),
            std::string::npos)
      << message(prism);
}

}  // namespace gmsh_test
}  // namespace pleuel::fem

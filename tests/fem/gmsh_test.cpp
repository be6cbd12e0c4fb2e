#include "pleuel/fem/gmsh.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <numbers>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/mesh_check.hpp"
#include "pleuel/fem/triangle.hpp"

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
      for (const auto& p : triangle_rule(4)) area += p.weight * triangle_determinant(mesh, e, p.xi, p.eta);
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

}  // namespace gmsh_test
}  // namespace pleuel::fem

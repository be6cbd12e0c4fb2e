// Diagrams of curves.
#include "pleuel/lab/plot_svg.hpp"

#include <gtest/gtest.h>

namespace pleuel {
namespace plot_svg_test {

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(PlotSvg, LabelsRoundNumbersThatEncloseTheCurves) {
  const std::string svg = plot_svg(
      {.title = "a < b", .x_title = "x", .y_title = "y", .curves = {{"one", {{0, -3}, {0.011, 187}}}}});
  EXPECT_TRUE(contains(svg, "a &lt; b"));
  for (const char* label : {">0<", ">0.002<", ">0.012<", ">-50<", ">200<"})
    EXPECT_TRUE(contains(svg, label)) << label;
  EXPECT_FALSE(contains(svg, ">250<"));
}

TEST(PlotSvg, LeavesOutWhatDecadesCannotShow) {
  const std::string svg =
      plot_svg({.title = "", .x_axis = Axis::decades, .curves = {{"one", {{0, 1}, {1, 2}, {1000, 3}}}}});
  EXPECT_TRUE(contains(svg, ">1e0<"));
  EXPECT_TRUE(contains(svg, ">1e3<"));
  EXPECT_FALSE(contains(svg, "nan") || contains(svg, "inf"));
}

TEST(PlotSvg, IsEmptyWithoutPointsAndShowsASingleOne) {
  EXPECT_EQ(plot_svg({.title = "nothing"}), "");
  EXPECT_EQ(plot_svg({.title = "nothing", .x_axis = Axis::decades, .curves = {{"one", {{-1, 1}}}}}), "");
  const std::string svg = plot_svg({.title = "one", .curves = {{"one", {{5, 5}}}}});
  EXPECT_FALSE(contains(svg, "nan") || contains(svg, "inf"));
  EXPECT_TRUE(contains(svg, ">5<"));
}

TEST(PlotSvg, ShowsEqualCurvesByTheirDashesAndLongLabelsCompletely) {
  const std::vector<std::pair<double, double>> points = {{0, 0}, {1, 1}};
  const std::string label(60, 'w');
  const std::string svg =
      plot_svg({.title = "two", .curves = {{"one", points}, {label, points}}, .has_markers = true});
  EXPECT_TRUE(contains(svg, "stroke-dasharray=''"));
  EXPECT_TRUE(contains(svg, "stroke-dasharray='9 5'"));
  EXPECT_TRUE(contains(svg, "<circle"));
  EXPECT_FALSE(contains(svg, "width='820'")) << "the label needs more";
}

}  // namespace plot_svg_test
}  // namespace pleuel

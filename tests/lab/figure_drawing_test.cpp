#include "pleuel/lab/figure_drawing.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/run/standard_catalogue.hpp"

namespace pleuel {
namespace figure_drawing_test {

int count(const std::string& text, const std::string& word) {
  int n = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

DrawnPaper drawn(const std::string& paper, const std::vector<std::string>& only) {
  return draw_figures(standard_catalogue(), {.paper = paper, .only = only});
}

TEST(PaperFigures, HaveUniqueNamesAndKnownCasesAndFormulations) {
  const Catalogue catalogue = standard_catalogue();
  for (const Paper& paper : papers()) {
    std::set<std::string> names;
    for (const PaperFigure& figure : paper.figures) {
      EXPECT_TRUE(names.insert(figure.name).second) << paper.name << " " << figure.name;
      EXPECT_NE(figure.curves.empty(), !figure.work) << figure.name;
      for (const FigureCurve& curve : figure.curves) {
        EXPECT_NO_THROW((void)catalogue.problem(curve.run.case_name)) << figure.name;
        if (!curve.run.formulation.empty()) {
          EXPECT_NO_THROW((void)catalogue.formulation(curve.run.formulation)) << figure.name;
        }
        EXPECT_TRUE(curve.y.name != figure_quantity::error || figure.reference) << figure.name;
      }
    }
  }
}

TEST(PaperFigures, DrawOneCurvePerRunAndStateItsCommand) {
  const DrawnPaper paper = drawn("alpha", {"figure3", "figure4"});
  ASSERT_EQ(paper.figures.size(), 2u);
  for (const DrawnFigure& figure : paper.figures) {
    EXPECT_EQ(count(figure.svg, "<polyline"), 3) << figure.name;
    EXPECT_EQ(figure.commands.size(), 3u);
    EXPECT_TRUE(figure.notes.empty()) << figure.notes.front();
  }
  EXPECT_EQ(paper.figures[0].commands[0].find("pleuel run stiff-pendulum --method alpha"), 0u)
      << paper.figures[0].commands[0];
}

// β makes more than one revolution in 0.03 s, γ less than half of one.
TEST(PaperFigures, InterruptAnglesWhereTheyJumpBy2Pi) {
  const DrawnPaper paper = drawn("andrews", {"figure13.1"});
  ASSERT_EQ(paper.figures.size(), 7u);
  EXPECT_GT(count(paper.figures[0].svg, "<polyline"), 1);
  EXPECT_EQ(count(paper.figures[2].svg, "<polyline"), 1) << "γ stays between -π and π";
}

// The error of 1e-7 over 20 s is between rounding and the length of the pendulum.
TEST(PaperFigures, ShowErrorsAgainstAReferenceRun) {
  const DrawnPaper paper = drawn("pendulum", {"figure4"});
  ASSERT_EQ(paper.figures.size(), 1u);
  EXPECT_EQ(count(paper.figures[0].svg, "<polyline"), 11);
  EXPECT_NE(paper.figures[0].svg.find(">1e-6<"), std::string::npos) << "a decade of the axis";
}

TEST(PaperFigures, RefuseUnknownNamesWithTheKnownOnes) {
  EXPECT_THROW((void)drawn("pendulun", {}), InvalidInput);
  try {
    (void)drawn("alpha", {"figure99"});
    FAIL();
  } catch (const InvalidInput& fault) {
    EXPECT_NE(std::string(fault.what()).find("figure12"), std::string::npos) << fault.what();
  }
}

}  // namespace figure_drawing_test
}  // namespace pleuel

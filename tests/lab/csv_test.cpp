#include "pleuel/lab/csv.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "pleuel/base/error.hpp"

namespace pleuel {
namespace csv_test {

TEST(Csv, QuotedFieldsKeepCommasQuotesAndLineEnds) {
  const std::string awkward = "a, \"b\"\nc";
  const auto records = parse_csv("x,y\n" + csv_field(awkward) + ",2\r\n# a comment\n\n3,4");
  ASSERT_EQ(records.size(), 3u);
  EXPECT_EQ(records[1], (CsvRecord{awkward, "2"}));
  EXPECT_EQ(records[2], (CsvRecord{"3", "4"}));
}

TEST(Csv, NumbersReadBackAsTheSameDouble) {
  for (const double value : {0.1, 1e-300, -1.0 / 3, 5e-324, std::numeric_limits<double>::infinity()})
    EXPECT_EQ(number_from_csv("", csv_number(value)), value);
  EXPECT_EQ(csv_number(std::nan("")), "");
  EXPECT_TRUE(std::isnan(number_from_csv("", "")));
}

TEST(Csv, AFaultNamesTheFileTheRecordAndTheColumn) {
  const CsvTable table("peers.csv", "solver,tol\na,1e-4\nb,x\n");
  EXPECT_EQ(table.number(0, "tol"), 1e-4);
  try {
    (void)table.number(1, "tol");
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("peers.csv, record 2, tol"), std::string::npos) << error.what();
  }
  EXPECT_THROW((void)table.text(0, "scd"), InvalidInput);
  EXPECT_THROW(CsvTable("f", "a,b\n1\n"), InvalidInput);
  EXPECT_THROW(CsvTable("f", ""), InvalidInput);
}

}  // namespace csv_test
}  // namespace pleuel

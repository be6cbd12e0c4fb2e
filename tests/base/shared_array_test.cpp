#include <gtest/gtest.h>

#include <string>

#include "pleuel/base/shared_array.hpp"

namespace pleuel {
namespace shared_array_test {

TEST(SharedArray, CopiesShareMemoryUntilOneIsEdited) {
  SharedArray<std::string> a = {"one", "two"};
  SharedArray<std::string> b = a;
  EXPECT_TRUE(a.shares_memory_with(b));
  EXPECT_EQ(a.data(), b.data());
  b.push_back("three");
  EXPECT_FALSE(a.shares_memory_with(b));
  EXPECT_EQ(a.size(), 2u);
  ASSERT_EQ(b.size(), 3u);
  EXPECT_EQ(b.back(), "three");
  EXPECT_FALSE(a == b);
  a.edit([](std::vector<std::string>& items) { items.push_back("three"); });
  EXPECT_TRUE(a == b);
}

TEST(SharedArray, StaysValidWhenMovedFrom) {
  SharedArray<int> a(std::vector<int>(5, 7));
  const SharedArray<int> b = std::move(a);
  EXPECT_EQ(a.size(), b.size());
  EXPECT_EQ(a[4], 7);
  EXPECT_TRUE(SharedArray<int>().empty());
  EXPECT_TRUE(static_cast<const std::vector<int>&>(SharedArray<int>()).empty());
}

}  // namespace shared_array_test
}  // namespace pleuel

// JSON in at most ten times its size.
#include "pleuel/model/file/json_text.hpp"

#include <gtest/gtest.h>
#include <malloc.h>

#include <new>

#include "pleuel/base/error.hpp"

namespace {

std::size_t allocated = 0, most_allocated = 0;

void count(void* memory) {
  allocated += malloc_usable_size(memory);
  most_allocated = std::max(most_allocated, allocated);
}

}  // namespace

void* operator new(std::size_t size) {
  void* const memory = std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  count(memory);
  return memory;
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  void* const memory = std::malloc(size);
  if (memory != nullptr) count(memory);
  return memory;
}
void operator delete(void* memory) noexcept {
  if (memory != nullptr) allocated -= malloc_usable_size(memory);
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }

namespace pleuel {
namespace json_text_test {

using Kind = JsonValue::Kind;

TEST(JsonText, ValuesKeysAndPlacesAreThoseOfTheText) {
  const std::string text =
      "// head\n{\"a\": [1, -2.5e3, \"x\\n\\u00e9\\ud83d\\ude42\"], /* λ */ \"b\": {\"c\": true},\n \"d\": "
      "null, \"e\": []}";
  const JsonValue root = parse_json("f", text);
  ASSERT_EQ(root.kind, Kind::object);
  ASSERT_EQ(root.keys.size(), 4u);
  const JsonValue list = *root.find("a");
  ASSERT_EQ(list.items.size(), 3u);
  EXPECT_EQ(list.items[0].number, 1);
  EXPECT_TRUE(list.items[0].is_whole);
  EXPECT_EQ(list.items[1].number, -2500);
  EXPECT_EQ(list.items[2].text, "x\n\xC3\xA9\xF0\x9F\x99\x82");
  EXPECT_TRUE(root.find("b")->find("c")->is_true);
  EXPECT_EQ(root.find("d")->kind, Kind::null);
  EXPECT_TRUE(root.find("e")->items.empty());
  EXPECT_TRUE(root.find("f") == nullptr);
  EXPECT_EQ(root.keys[1].text, "b");
  EXPECT_EQ(root.keys[1].position.line, 2);
  EXPECT_EQ(root.keys[1].position.column, 53);  // λ is one column
  EXPECT_EQ(root.find("e")->position().line, 3);
  EXPECT_EQ(root.find("e")->position().column, 18);
}

TEST(JsonText, PlacesBehindManyLinesAndInLongOnesAreRight) {
  std::string text = "[";
  for (int i = 0; i < 5000; ++i) text += std::to_string(i % 10) + (i % 100 == 99 ? ",\n" : ", ");
  text += "0]";
  const JsonValue root = parse_json("f", text);
  for (const int i : {0, 1, 99, 100, 2345, 4999}) {
    EXPECT_EQ(root.items[i].number, i % 10);
    EXPECT_EQ(root.items[i].position().line, 1 + i / 100);
    EXPECT_EQ(root.items[i].position().column, (i < 100 ? 2 : 1) + 3 * (i % 100));
  }
}

TEST(JsonText, ARepeatedKeyIsFoundAmongManyAndBehindEscapes) {
  std::string text = "{";
  for (int i = 0; i < 1000; ++i) text += "\"k" + std::to_string(i) + "\": 0,\n";
  const std::string good = text + "\"z\": 0}", bad = text + "\"\\u006b7\": 0}";
  EXPECT_NO_THROW(parse_json("f", good));
  try {
    parse_json("f", bad);
    FAIL();
  } catch (const InvalidInput& error) {
    EXPECT_EQ(error.faults().size(), 1u);
    EXPECT_NE(std::string(error.what()).find("f:1001:1: the key 'k7' occurs a second time, first in line 8"),
              std::string::npos)
        << error.what();
  }
}

TEST(JsonText, AFaultOfSyntaxQuotesNothingOfTheFile) {
  for (const std::string text :
       {"root:x:0:0:secret\n", "{\"a\": secret}", "secret", "{\"a\": [1, 2 secret]}"}) {
    try {
      parse_json("f", text);
      FAIL() << text;
    } catch (const InvalidInput& error) {
      EXPECT_EQ(std::string(error.what()).find("secret"), std::string::npos) << error.what();
      if (text.front() == '{') {
        EXPECT_NE(std::string(error.what()).find("f:1:"), std::string::npos) << error.what();
      }
    }
  }
}

// The text itself counts once.
double bytes_per_byte(const std::string& value) {
  const std::string text = "{\"a\":" + value + "}";
  const std::size_t before = allocated;
  most_allocated = allocated;
  (void)parse_json("f", text);
  return 1 + static_cast<double>(most_allocated - before) / static_cast<double>(text.size());
}

std::string repeated(const std::string& part, int n) {
  std::string text = "[" + part;
  for (int i = 1; i < n; ++i) text += "," + part;
  return text + "]";
}

TEST(JsonText, NoTextTakesMoreThanTenTimesItsSize) {
  constexpr int n = 300'000;
  EXPECT_LT(bytes_per_byte(repeated("0", n)), 10);
  EXPECT_LT(bytes_per_byte(repeated("[]", n)), 10);
  EXPECT_LT(bytes_per_byte(repeated("[0]", n)), 10);
  EXPECT_LT(bytes_per_byte(repeated("[[[[0]]]]", n / 4)), 10);
  EXPECT_LT(bytes_per_byte(repeated("{\"\":0}", n)), 10);
  EXPECT_LT(bytes_per_byte(repeated("\"text\"", n)), 10);
  EXPECT_LT(bytes_per_byte("\"" + std::string(1'000'000, 'x') + "\""), 10);
  EXPECT_LT(bytes_per_byte(std::string(1'000'000, ' ') + "0"), 10);
  std::string keys = "{\"a\":0";
  for (int i = 0; i < n; ++i) keys += ",\"" + std::to_string(i) + "\":0";
  EXPECT_LT(bytes_per_byte(keys + "}"), 10);
}

}  // namespace json_text_test
}  // namespace pleuel

#include "pleuel/model/file/list_items.hpp"

namespace pleuel {
namespace {

/// Writes repeats out, up to a limit on the work.
class Repeater {
 public:
  explicit Repeater(ValueReader& reader) : reader_(reader) {}

  void add_list(const SourceLocation& list, const std::shared_ptr<const LoopVariable>& loop) {
    if (!reader_.list(list)) return;
    for (std::size_t i = 0; i < list.value().items.size() && !is_exhausted_; ++i) {
      const auto& item = list.value().items[i];
      if (item.kind == JsonValue::Kind::object && item.find("repeat") != nullptr)
        add_repeat(list.item(i), loop);
      else
        add_item(list, i, loop);
    }
  }

  std::vector<ListItem> items;

 private:
  void add_item(const SourceLocation& list, std::size_t i, const std::shared_ptr<const LoopVariable>& loop) {
    if (!has_work_left(list)) return;
    items.push_back({list.value().items[i], list.path() + "/" + std::to_string(i), loop});
  }

  void add_repeat(const SourceLocation& place, const std::shared_ptr<const LoopVariable>& outer) {
    if (!reader_.object(place, {"repeat", "items"})) return;
    if (!reader_.has(place, "items", "the list to repeat")) return;
    const auto range = place.member("repeat");
    auto& faults = reader_.faults();
    if (range.value().kind != JsonValue::Kind::object || range.value().keys.size() != 1) {
      faults.add(
          range,
          "is " + range.value().shown() +
              ", but must be an object with one variable, {\"i\": [first, last]}; nest repeats for two");
      return;
    }
    const auto& name = range.value().keys[0].text;
    const auto bounds = range.member(std::size_t{0});
    if (!is_good_variable(bounds, name)) return;
    if (bounds.value().kind != JsonValue::Kind::list || bounds.value().items.size() != 2) {
      faults.add(bounds,
                 "is " + bounds.value().shown() + ", but must be a list of two whole numbers [first, last]");
      return;
    }
    const auto first = reader_.whole(bounds.item(0));
    const auto last = reader_.whole(bounds.item(1));
    if (!first || !last) return;
    const auto path = place.path() + "/items";
    const auto n_faults = faults.size();
    for (int i = *first; i <= *last && !is_exhausted_; ++i) {
      const auto loop = std::make_shared<const LoopVariable>(LoopVariable{name, i, outer});
      const SourceLocation inner(reader_.file(), *place.value().find("items"), path, loop.get());
      if (!has_work_left(place)) return;
      add_list(inner, loop);
      if (faults.size() > n_faults) return;  // the next round would say the same again
    }
  }

  bool is_good_variable(const SourceLocation& place, const std::string& name) {
    std::string sentence;
    if (!is_formula_name(name))
      sentence = "must be made of letters, digits and '_'";
    else if (name == "t" || is_reserved_in_expressions(name))
      sentence = "has a meaning in formulas already";
    else if (reader_.parameters().find(name) != nullptr)
      sentence = "is a parameter already";
    for (const auto* loop = place.loop(); loop != nullptr; loop = loop->outer.get()) {
      if (loop->name == name) sentence = "belongs to an outer repeat already";
    }
    if (sentence.empty()) return true;
    reader_.faults().add(
        place, "the variable '" + shortened(name) + "' of this repeat " + sentence + "; choose another name");
    return false;
  }

  bool has_work_left(const SourceLocation& place) {
    if (++work_ <= most_list_items) return true;
    if (!is_exhausted_)
      reader_.faults().add(place, "repeats give more than " + std::to_string(most_list_items) +
                                      " items in this list, which is the limit; lower the bounds");
    is_exhausted_ = true;
    return false;
  }

  ValueReader& reader_;
  std::size_t work_ = 0;
  bool is_exhausted_ = false;
};

}  // namespace

std::vector<ListItem> list_items(const SourceLocation& place, ValueReader& reader) {
  Repeater repeater(reader);
  repeater.add_list(place, nullptr);
  return std::move(repeater.items);
}

}  // namespace pleuel

// Scratch memory of a function object.
#pragma once

#include <functional>
#include <memory>

namespace pleuel {

/// Created at first use. Copies have their own scratch, so copies of a function may run on
/// different threads.
template <class Scratch>
class OwnScratch {
 public:
  explicit OwnScratch(std::function<std::unique_ptr<Scratch>()> make) : make_(std::move(make)) {}
  OwnScratch(const OwnScratch& other) : make_(other.make_) {}
  OwnScratch& operator=(const OwnScratch&) = delete;

  Scratch& operator*() const {
    if (!made_) made_ = make_();
    return *made_;
  }
  Scratch* operator->() const { return &**this; }

 private:
  std::function<std::unique_ptr<Scratch>()> make_;
  mutable std::unique_ptr<Scratch> made_;
};

}  // namespace pleuel

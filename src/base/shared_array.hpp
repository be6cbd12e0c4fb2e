// An array that its copies share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <initializer_list>
#include <memory>
#include <utility>
#include <vector>

namespace pleuel {

/// Like a constant std::vector whose copies take no memory: patterns of matrices, names of
/// unknowns. Changes are rare and go through `edit`, which first makes the array its own.
template <class T>
class SharedArray {
 public:
  using value_type = T;
  using const_iterator = const T*;

  SharedArray() = default;
  SharedArray(std::vector<T> items) : items_(std::make_shared<std::vector<T>>(std::move(items))) {
    refresh();
  }
  SharedArray(std::initializer_list<T> items) : SharedArray(std::vector<T>(items)) {}
  // A moved-from array stays valid, so moving is copying.
  SharedArray(const SharedArray&) = default;
  SharedArray& operator=(const SharedArray&) = default;
  ~SharedArray() = default;

  const T& operator[](std::size_t i) const { return data_[i]; }
  const T* data() const { return data_; }
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }
  const T& front() const { return data_[0]; }
  const T& back() const { return data_[size_ - 1]; }
  const_iterator begin() const { return data_; }
  const_iterator end() const { return data_ + size_; }

  /// Calls work(std::vector<T>&), which may change everything.
  template <class Work>
  void edit(Work work) {
    if (!items_)
      items_ = std::make_shared<std::vector<T>>();
    else if (items_.use_count() > 1)
      items_ = std::make_shared<std::vector<T>>(*items_);
    work(*items_);
    refresh();
  }
  void push_back(T item) {
    edit([&](std::vector<T>& items) { items.push_back(std::move(item)); });
  }

  bool shares_memory_with(const SharedArray& other) const { return items_ == other.items_; }
  operator const std::vector<T>&() const {
    static const std::vector<T> none;
    return items_ ? *items_ : none;
  }
  friend bool operator==(const SharedArray& a, const SharedArray& b) {
    return a.items_ == b.items_ || std::equal(a.begin(), a.end(), b.begin(), b.end());
  }

 private:
  void refresh() {
    data_ = items_->data();
    size_ = items_->size();
  }

  std::shared_ptr<std::vector<T>> items_;
  const T* data_ = nullptr;
  std::size_t size_ = 0;
};

}  // namespace pleuel

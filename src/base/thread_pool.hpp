// Threads that share the work of one run.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <exception>
#include <memory>
#include <thread>
#include <type_traits>
#include <vector>

namespace pleuel {

/// A fixed number of threads, the calling one included. A job consists of numbered parts; a thread
/// takes the next one that nobody has begun. Parts must write to disjoint memory; then results do
/// not depend on the number of threads. No allocation after construction.
class ThreadPool {
 public:
  explicit ThreadPool(int n_threads);
  ~ThreadPool();
  ThreadPool(const ThreadPool&) = delete;
  ThreadPool& operator=(const ThreadPool&) = delete;

  int n_threads() const { return static_cast<int>(workers_.size()) + 1; }

  /// Calls work(part) for 0 ≤ part < n_parts and returns after the last one. If parts throw, the
  /// exception of the first of them, in their order, is thrown again. Use one job at a time.
  template <class Work>
  void run(int n_parts, Work&& work) {
    run(
        n_parts, [](void* job, int part) { (*static_cast<std::remove_reference_t<Work>*>(job))(part); },
        &work);
  }

 private:
  using Part = void (*)(void*, int);
  struct Failure {
    int part = -1;
    std::exception_ptr exception;
  };
  void run(int n_parts, Part part, void* job);
  void take_parts(int thread);
  void work_as(int thread);

  std::vector<std::thread> workers_;
  std::vector<Failure> failures_;  // one per thread
  Part part_ = nullptr;
  void* job_ = nullptr;
  int n_parts_ = 0;
  std::atomic<std::uint32_t> n_jobs_ = 0;     // counts up; the workers wait for it
  // parts that nobody has begun · 2¹⁶ + unfinished parts
  std::atomic<std::uint32_t> n_waiting_ = 0;
  std::atomic<bool> is_closing_ = false;
};

/// The pool of the calling thread while this object lives; null: none. Kernels that are called far
/// below a run find it with thread_pool(), so no interface between them needs to pass it on.
class ThreadPoolScope {
 public:
  explicit ThreadPoolScope(ThreadPool* pool);
  ~ThreadPoolScope();
  ThreadPoolScope(const ThreadPoolScope&) = delete;
  ThreadPoolScope& operator=(const ThreadPoolScope&) = delete;

 private:
  ThreadPool* before_;
};

/// The pool of the innermost scope of this thread, or null. Threads of a pool have none, so that
/// jobs within jobs run on their own thread.
ThreadPool* thread_pool();

/// Work that a thread must at least receive, in floating-point operations: waking and waiting cost
/// some microseconds.
inline constexpr double least_operations_per_thread = 2e4;

/// Calls work(part) for each part, on the pool of this thread if there is one. `operations` is an
/// estimate of the whole job; small ones stay on the calling thread.
template <class Work>
void for_each_part(int n_parts, double operations, Work&& work) {
  ThreadPool* const pool = thread_pool();
  if (pool != nullptr && n_parts > 1 && operations >= 2 * least_operations_per_thread)
    pool->run(n_parts, work);
  else
    for (int part = 0; part < n_parts; ++part) work(part);
}

/// Calls work(first, end) for consecutive ranges that cover 0 … n − 1, one per thread.
template <class Work>
void for_each_range(int n, double operations_per_item, Work&& work) {
  const ThreadPool* const pool = thread_pool();
  const double most = n * operations_per_item / least_operations_per_thread;
  const int n_parts =
      pool == nullptr || most < 2 ? 1 : static_cast<int>(std::min<double>(most, pool->n_threads()));
  const auto begin = [&](int part) { return static_cast<int>(static_cast<long long>(n) * part / n_parts); };
  for_each_part(n_parts, n * operations_per_item, [&](int part) { work(begin(part), begin(part + 1)); });
}

}  // namespace pleuel

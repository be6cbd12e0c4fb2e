#include "pleuel/base/thread_pool.hpp"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace pleuel {
namespace {

thread_local ThreadPool* pool_of_thread = nullptr;

// A thread looks this often for a change before it sleeps: some 20 microseconds, as long as a
// typical gap between two jobs of a step.
constexpr int n_looks = 2000;

// The two counts of ThreadPool::n_waiting_.
constexpr std::uint32_t one_to_begin = 1U << 16;
constexpr int most_parts = one_to_begin - 1;

void pause() {
#if defined(__x86_64__)
  _mm_pause();
#endif
}

/// Returns when `value` is no longer `old`.
void wait_for_change(const std::atomic<std::uint32_t>& value, std::uint32_t old) {
  for (int look = 0; look < n_looks; ++look) {
    if (value.load(std::memory_order_acquire) != old) return;
    pause();
  }
  value.wait(old, std::memory_order_acquire);
}

}  // namespace

ThreadPool::ThreadPool(int n_threads) : failures_(std::max(n_threads, 1)) {
  for (int k = 1; k < n_threads; ++k) workers_.emplace_back([this, k] { work_as(k); });
}

ThreadPool::~ThreadPool() {
  is_closing_ = true;
  n_jobs_.fetch_add(1, std::memory_order_release);
  n_jobs_.notify_all();
  for (std::thread& worker : workers_) worker.join();
}

void ThreadPool::run(int n_parts, Part part, void* job) {
  if (n_parts > most_parts || workers_.empty()) {
    const ThreadPoolScope alone(nullptr);
    for (int k = 0; k < n_parts; ++k) part(job, k);
    return;
  }
  part_ = part;
  job_ = job;
  n_parts_ = n_parts;
  n_waiting_.store(static_cast<std::uint32_t>(n_parts) * (one_to_begin + 1), std::memory_order_release);
  n_jobs_.fetch_add(1, std::memory_order_release);
  n_jobs_.notify_all();
  {
    const ThreadPoolScope alone(nullptr);
    take_parts(0);
  }
  for (std::uint32_t left = n_waiting_.load(std::memory_order_acquire); left > 0;
       left = n_waiting_.load(std::memory_order_acquire))
    wait_for_change(n_waiting_, left);
  Failure* first = nullptr;
  for (Failure& failure : failures_)
    if (failure.exception && (first == nullptr || failure.part < first->part)) first = &failure;
  if (first == nullptr) return;
  const std::exception_ptr exception = first->exception;
  for (Failure& failure : failures_) failure.exception = nullptr;
  std::rethrow_exception(exception);
}

/// A part belongs to the thread whose exchange succeeds. Only then it reads the data of the job:
/// the next job cannot begin before this part is finished.
void ThreadPool::take_parts(int thread) {
  for (std::uint32_t seen = n_waiting_.load(std::memory_order_acquire); seen >= one_to_begin;) {
    if (!n_waiting_.compare_exchange_weak(seen, seen - one_to_begin, std::memory_order_acq_rel,
                                          std::memory_order_acquire))
      continue;
    const int part = n_parts_ - static_cast<int>(seen / one_to_begin);
    try {
      part_(job_, part);
    } catch (...) {
      // A thread takes parts in ascending order: its first failure is the one that counts.
      if (!failures_[thread].exception) failures_[thread] = {part, std::current_exception()};
    }
    seen = n_waiting_.fetch_sub(1, std::memory_order_acq_rel) - 1;
    if (seen == 0) n_waiting_.notify_one();
  }
}

void ThreadPool::work_as(int thread) {
  for (std::uint32_t seen = 0;;) {
    wait_for_change(n_jobs_, seen);
    seen = n_jobs_.load(std::memory_order_acquire);
    if (is_closing_) return;
    take_parts(thread);
  }
}

ThreadPoolScope::ThreadPoolScope(ThreadPool* pool) : before_(pool_of_thread) { pool_of_thread = pool; }
ThreadPoolScope::~ThreadPoolScope() { pool_of_thread = before_; }

ThreadPool* thread_pool() { return pool_of_thread; }

}  // namespace pleuel

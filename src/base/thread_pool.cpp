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
  part_ = part;
  job_ = job;
  n_parts_ = n_parts;
  n_waiting_.store(static_cast<std::uint32_t>(workers_.size()), std::memory_order_relaxed);
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

void ThreadPool::take_parts(int thread) {
  for (int part = thread; part < n_parts_; part += n_threads()) {
    try {
      part_(job_, part);
    } catch (...) {
      failures_[thread] = {part, std::current_exception()};
      return;
    }
  }
}

void ThreadPool::work_as(int thread) {
  for (std::uint32_t seen = 0;;) {
    wait_for_change(n_jobs_, seen);
    ++seen;
    if (is_closing_) return;
    take_parts(thread);
    if (n_waiting_.fetch_sub(1, std::memory_order_acq_rel) == 1) n_waiting_.notify_one();
  }
}

ThreadPoolScope::ThreadPoolScope(ThreadPool* pool) : before_(pool_of_thread) { pool_of_thread = pool; }
ThreadPoolScope::~ThreadPoolScope() { pool_of_thread = before_; }

ThreadPool* thread_pool() { return pool_of_thread; }

}  // namespace pleuel

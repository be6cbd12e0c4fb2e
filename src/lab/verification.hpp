// Compares all problems with their reference digits.
#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "pleuel/run/catalogue.hpp"

namespace pleuel {

/// The number of required digits. The error test keeps the local error of unknown i, if it is
/// tested unscaled, below rtol·(1 + |yᵢ|) in each of the N accepted steps (atol = rtol). If errors
/// do not grow, the global error is below N rtol (1 + |yᵢ|), so
///
///     digits ≥ −log10 rtol − log10 N.
///
/// - rcd0 has index 1: all unknowns are tested this way, and the digits are mescd over q, v, a and
///   λ.
/// - ggl1 has index 2: only q and v are. Its digits are those of q,
///   −log10( ‖e_q‖₂ / (√n_q (1 + max |qᵢ|)) ); those of a and λ are one or two powers of h worse by
///   design.
/// - A problem for other formulations (`Problem::formulations`) is verified with those of the two
///   that it lists, otherwise with all of its own: the bolt with qs, which has index 1.
///
/// Problems whose errors grow faster than linearly would need a condition number. None of the
/// built-in problems does so in its interval.
struct VerificationRequest {
  std::vector<std::string> cases = {};  ///< empty: all with reference digits
  std::vector<std::string> methods = {"radau5"};
  double rtol = 1e-9;
  double timeout = 60;  ///< s, wall time of one run
  int jobs = 1;         ///< runs made at once, each on a core of its own (JobPool)
};

struct VerificationLine {
  std::string case_name;
  std::string settings;
  std::string formulation;
  std::string method;
  double rtol = 0;
  std::string digits_of;  ///< "q, v, a, lambda" or "q"
  double wanted = 0;
  double got = 0;  ///< NaN if the run failed
  bool is_met = false;
  std::string message;  ///< reason of a failure
  std::string remarks;  ///< remarks of the run, concatenated
  double cpu_seconds = 0;

  template <class Self, class Stream>
  static void state(Self& self, Stream& stream) {
    stream(self.case_name, self.settings, self.formulation, self.method, self.rtol, self.digits_of,
           self.wanted, self.got, self.is_met, self.message, self.remarks, self.cpu_seconds);
  }
};

struct Verification {
  std::vector<VerificationLine> lines;
  bool is_interrupted = false;

  bool is_met() const;
};

struct VerificationWatch {
  const std::atomic<bool>* stop = nullptr;
  std::function<void(int done, int all, const VerificationLine& next)> begin = {};
  std::function<void(const VerificationLine& done)> line = {};
};

/// Runs each problem in each variant (every combination of its options' choices) that has reference
/// digits. Throws InvalidInput for unknown names and for cases without digits.
[[nodiscard]] Verification verify(const Catalogue& catalogue, const VerificationRequest& request,
                                  const VerificationWatch& watch = {});

/// One object: "met", "interrupted" and "lines".
std::string verification_json(const Verification& verification);

}  // namespace pleuel

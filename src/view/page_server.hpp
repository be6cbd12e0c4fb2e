// Pages of a result for the browser on this machine.
#pragma once

#include <atomic>
#include <chrono>

#include "pleuel/view/descriptor.hpp"
#include "pleuel/view/result_folder.hpp"

namespace pleuel {

/// How much of a client is borne.
struct ServerLimits {
  std::size_t head_bytes = 8192;           ///< of a request
  std::chrono::milliseconds head{10'000};  ///< until a request is complete
  std::chrono::milliseconds send{30'000};  ///< without a byte of the answer taken
  std::chrono::milliseconds drain{1'000};  ///< until the client closes after the answer
  /// at once; one more puts the oldest that has not asked yet out
  std::size_t n_connections = 32;
};

/// A file's name as a part of an address.
std::string percent_encoded(const std::string& name);

/// HTTP/1.1 on 127.0.0.1, one request a connection, all connections from one loop that never waits
/// for one of them. What is refused is said by parse_request and ResultFolder. Pages may run their
/// own scripts and load nothing from elsewhere (Content-Security-Policy), and no page of another
/// origin may read them (Cross-Origin-Resource-Policy).
class PageServer {
 public:
  /// port 0: one that is free. Throws InvalidInput where the port cannot be had.
  PageServer(const ResultFolder& folder, int port, ServerLimits limits = {});

  int port() const { return port_; }

  /// Until `stop`; looked at ten times a second, and when a signal arrives.
  void serve(const std::atomic<bool>& stop) const;

 private:
  const ResultFolder& folder_;
  ServerLimits limits_;
  Descriptor listener_;
  int port_ = 0;
};

}  // namespace pleuel

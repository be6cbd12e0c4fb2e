// Serves the pages of a result to the browser on this machine.
#pragma once

#include <atomic>
#include <chrono>

#include "pleuel/view/descriptor.hpp"
#include "pleuel/view/result_folder.hpp"

namespace pleuel {

/// Limits per client.
struct ServerLimits {
  std::size_t head_bytes = 8192;           ///< of a request
  std::chrono::milliseconds head{10'000};  ///< until a request is complete
  std::chrono::milliseconds send{30'000};  ///< time without progress in sending the answer
  std::chrono::milliseconds drain{1'000};  ///< time until the client closes after the answer
  /// concurrent connections; a further one closes the oldest idle one
  std::size_t n_connections = 32;
};

/// A file name as part of a URL.
std::string percent_encoded(const std::string& name);

/// HTTP/1.1 on 127.0.0.1, one request per connection, all connections in one non-blocking loop.
/// parse_request and ResultFolder decide what is refused. Pages may run their own scripts but load
/// nothing from elsewhere (Content-Security-Policy), and pages of other origins cannot read them
/// (Cross-Origin-Resource-Policy).
class PageServer {
 public:
  /// port 0: any free port. Throws InvalidInput if the port is not available.
  PageServer(const ResultFolder& folder, int port, ServerLimits limits = {});

  int port() const { return port_; }

  /// Runs until `stop`, which is checked ten times per second and when a signal arrives.
  void serve(const std::atomic<bool>& stop) const;

 private:
  const ResultFolder& folder_;
  ServerLimits limits_;
  Descriptor listener_;
  int port_ = 0;
};

}  // namespace pleuel

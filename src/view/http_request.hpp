// Parses requests of a browser.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pleuel {

/// A path below the served folder as segments. A segment is not empty, has no leading dot, and
/// contains no control character, slash, backslash or percent sign. Empty: the folder itself.
using RequestPath = std::vector<std::string>;

struct HttpRequest {
  enum class Method { get, head };
  Method method = Method::get;
  RequestPath path;
};

/// The answer to a refused request: an HTTP status and the reason in one sentence.
struct HttpRefusal {
  int status = 400;
  std::string reason;
};

/// Parses a head (RFC 9112: request line and fields separated by CR LF, without the final empty
/// line).
///
/// Stricter than the standard, because only browsers on this machine are served:
/// - only GET and HEAD, without a body;
/// - exactly one Host, which is 127.0.0.1 or localhost, with `port` or none. A foreign page whose
///   name points to this machine (DNS rebinding) sends its own name there;
/// - percent signs are decoded once; anything that could be decoded again is refused, and so is
///   everything that RequestPath excludes.
std::variant<HttpRequest, HttpRefusal> parse_request(std::string_view head, int port);

}  // namespace pleuel

// What a browser asks for, read from the bytes that it sent.
#pragma once

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace pleuel {

/// A path below the folder that is served, segment by segment: none of them empty, none with a
/// leading dot, none with a control character, a slash, a backslash or a percent sign. Empty: the
/// folder itself.
using RequestPath = std::vector<std::string>;

struct HttpRequest {
  enum class Method { get, head };
  Method method = Method::get;
  RequestPath path;
};

/// The answer to a request that is not served: a status of HTTP, and why in one sentence.
struct HttpRefusal {
  int status = 400;
  std::string reason;
};

/// Reads a head (RFC 9112: request line and fields, apart by CR LF, without the empty line at the
/// end).
///
/// Stricter than the standard, since only browsers on this machine are to be served:
/// - GET and HEAD alone, without a body;
/// - exactly one Host, which is 127.0.0.1 or localhost, with `port` or none. A page from
///   elsewhere whose name was made to point
///   to this machine (DNS rebinding) sends its own name there;
/// - percent signs are decoded once, and what could be decoded again is refused, as is all that
///   RequestPath excludes.
std::variant<HttpRequest, HttpRefusal> parse_request(std::string_view head, int port);

}  // namespace pleuel

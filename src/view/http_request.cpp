#include "pleuel/view/http_request.hpp"

#include <algorithm>
#include <cctype>
#include <optional>

namespace pleuel {
namespace {

constexpr std::string_view line_end = "\r\n";

std::string lower(std::string_view text) {
  std::string result(text);
  std::ranges::transform(result, result.begin(), [](unsigned char c) { return std::tolower(c); });
  return result;
}

bool is_control(char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7f; }

// A character of a method or of a field's name (RFC 9110, 5.6.2).
bool is_token(char c) {
  constexpr std::string_view others = "!#$%&'*+-.^_`|~";
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || others.find(c) != std::string_view::npos;
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

// Empty if a percent sign is not followed by two hexadecimal digits.
std::optional<std::string> percent_decoded(std::string_view text) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') {
      result += text[i];
      continue;
    }
    if (i + 2 >= text.size()) return std::nullopt;
    const int high = hex_value(text[i + 1]), low = hex_value(text[i + 2]);
    if (high < 0 || low < 0) return std::nullopt;
    result += static_cast<char>(16 * high + low);
    i += 2;
  }
  return result;
}

using PathOrRefusal = std::variant<RequestPath, HttpRefusal>;

PathOrRefusal path_of(std::string_view target) {
  if (target.empty() || target.front() != '/')
    return HttpRefusal{400, "The target must be a path that begins with a slash."};
  if (target.find('#') != std::string_view::npos) return HttpRefusal{400, "The target holds a fragment."};
  const auto decoded = percent_decoded(target.substr(1, target.find('?') - 1));
  if (!decoded) return HttpRefusal{400, "A percent sign is not followed by two hexadecimal digits."};
  if (std::ranges::any_of(*decoded, [](char c) { return is_control(c) || c == '\\' || c == '%'; }))
    return HttpRefusal{400, "The path holds a control character, a backslash or an encoded percent sign."};
  RequestPath path;
  if (decoded->empty()) return path;
  for (std::size_t begin = 0; begin <= decoded->size();) {
    const auto end = std::min(decoded->find('/', begin), decoded->size());
    path.push_back(decoded->substr(begin, end - begin));
    begin = end + 1;
  }
  for (const auto& segment : path) {
    if (segment.empty()) return HttpRefusal{400, "The path holds an empty segment."};
    if (segment.front() == '.') return HttpRefusal{403, "Names that begin with a dot are not served."};
  }
  return path;
}

bool is_own_host(std::string_view host, int port) {
  const auto colon = host.find(':');
  const std::string name = lower(host.substr(0, colon));
  if (name != "127.0.0.1" && name != "localhost") return false;
  return colon == std::string_view::npos || host.substr(colon + 1) == std::to_string(port);
}

// The relevant fields of a request.
struct Fields {
  int n_hosts = 0;
  std::string host;
  bool has_body = false;
};

std::optional<HttpRefusal> read_field(std::string_view line, Fields& fields) {
  const auto colon = line.find(':');
  const auto name = line.substr(0, colon);
  if (colon == std::string_view::npos || name.empty() || !std::ranges::all_of(name, is_token))
    return HttpRefusal{400, "A field of the head has no name."};
  const auto value = trimmed(line.substr(colon + 1));
  if (std::ranges::any_of(value, [](char c) { return is_control(c) && c != '\t'; }))
    return HttpRefusal{400, "A field of the head holds a control character."};
  const std::string known = lower(name);
  if (known == "host") {
    ++fields.n_hosts;
    fields.host = value;
  }
  if (known == "transfer-encoding" || (known == "content-length" && value != "0")) fields.has_body = true;
  return std::nullopt;
}

std::optional<HttpRefusal> fault_of(const Fields& fields, int port) {
  if (fields.n_hosts != 1) return HttpRefusal{400, "The head must hold the field Host once."};
  if (!is_own_host(fields.host, port))
    return HttpRefusal{403, "Only requests to 127.0.0.1 or localhost are served."};
  if (fields.has_body) return HttpRefusal{400, "A request must not have a body."};
  return std::nullopt;
}

}  // namespace

std::variant<HttpRequest, HttpRefusal> parse_request(std::string_view head, int port) {
  const auto first_end = std::min(head.find(line_end), head.size());
  const auto line = head.substr(0, first_end);
  const auto first_blank = line.find(' '), last_blank = line.rfind(' ');
  if (first_blank == std::string_view::npos || first_blank == last_blank)
    return HttpRefusal{400, "The request line must be a method, a target and a version."};
  const auto method = line.substr(0, first_blank), version = line.substr(last_blank + 1);
  const auto target = line.substr(first_blank + 1, last_blank - first_blank - 1);
  if (!std::ranges::all_of(method, is_token) || method.empty() || target.find(' ') != std::string_view::npos)
    return HttpRefusal{400, "The request line must be a method, a target and a version."};
  if (version != "HTTP/1.1" && version != "HTTP/1.0") return HttpRefusal{505, "Only HTTP/1.1 is supported."};

  Fields fields;
  for (std::size_t begin = first_end; begin < head.size();) {
    begin += line_end.size();
    const auto end = std::min(head.find(line_end, begin), head.size());
    if (const auto refusal = read_field(head.substr(begin, end - begin), fields)) return *refusal;
    begin = end;
  }
  if (const auto refusal = fault_of(fields, port)) return *refusal;
  if (method != "GET" && method != "HEAD") return HttpRefusal{405, "Only GET and HEAD are served."};
  PathOrRefusal path = path_of(target);
  if (const auto* refusal = std::get_if<HttpRefusal>(&path)) return *refusal;
  return HttpRequest{.method = method == "HEAD" ? HttpRequest::Method::head : HttpRequest::Method::get,
                     .path = std::move(std::get<RequestPath>(path))};
}

}  // namespace pleuel

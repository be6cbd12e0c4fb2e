#include "pleuel/view/page_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include "pleuel/base/error.hpp"
#include "pleuel/base/markup.hpp"

namespace pleuel {
namespace {

using Clock = std::chrono::steady_clock;

const char* phrase_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 204:
      return "No Content";
    case 302:
      return "Found";
    case 403:
      return "Forbidden";
    case 404:
      return "Not Found";
    case 405:
      return "Method Not Allowed";
    case 408:
      return "Request Timeout";
    case 431:
      return "Request Header Fields Too Large";
    case 505:
      return "HTTP Version Not Supported";
    default:
      return "Bad Request";
  }
}

// Inline scripts and styles are the page itself; data: and blob: are created by it.
const char common_fields[] =
    "Content-Security-Policy: default-src 'none'; script-src 'unsafe-inline' blob:; style-src "
    "'unsafe-inline'; "
    "img-src data: blob:; font-src data:; connect-src data: blob:; worker-src blob:; base-uri 'none'; "
    "form-action "
    "'none'; frame-ancestors 'none'\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n"
    "X-Content-Type-Options: nosniff\r\n"
    "Referrer-Policy: no-referrer\r\n"
    "Cache-Control: no-store\r\n"
    "Connection: close\r\n";

std::string head_of(int status, const std::string& content_type, long size, const std::string& more = "") {
  std::string head =
      "HTTP/1.1 " + std::to_string(status) + " " + phrase_of(status) + "\r\n" + common_fields + more;
  if (!content_type.empty()) head += "Content-Type: " + content_type + "\r\n";
  if (status != 204) head += "Content-Length: " + std::to_string(size) + "\r\n";
  return head + "\r\n";
}

std::string index_of(const std::vector<std::string>& pages) {
  std::string html =
      "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Pleuel: pages</title>"
      "<meta name=\"color-scheme\" content=\"light dark\"><h1>Pages of this result</h1><ul>";
  for (const auto& name : pages)
    html += "<li><a href=\"/" + percent_encoded(name) + "\">" + markup_escaped(name) + "</a>";
  return html + "</ul></html>\n";
}

// One client: reads a request, sends the answer, and waits briefly for the client to close, so that
// the answer is not lost while the client still sends.
class Connection {
 public:
  Connection(Descriptor socket, const ResultFolder& folder, const ServerLimits& limits, int port)
      : socket_(std::move(socket)), folder_(&folder), limits_(&limits), port_(port) {
    deadline_ = Clock::now() + limits_->head;
  }

  bool is_over() const { return state_ == State::over; }
  bool is_reading() const { return state_ == State::reading; }
  pollfd wish() const {
    return {socket_.number(), static_cast<short>(state_ == State::sending ? POLLOUT : POLLIN), 0};
  }

  void proceed(short events) {
    if (events != 0) {
      if (state_ == State::reading) read();
      if (state_ == State::sending) send();
      if (state_ == State::draining) drain();
    }
    if (Clock::now() < deadline_) return;
    if (state_ == State::reading) {
      refuse({408, "The request was not complete in time."});
    } else {
      state_ = State::over;
    }
  }

 private:
  enum class State { reading, sending, draining, over };

  void read() {
    std::array<char, 4096> bytes;
    const auto n = ::recv(socket_.number(), bytes.data(), bytes.size(), 0);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) {
      state_ = State::over;
      return;
    }
    text_.append(bytes.data(), static_cast<std::size_t>(n));
    const auto end = text_.find("\r\n\r\n");
    if (end == std::string::npos ? text_.size() >= limits_->head_bytes : end > limits_->head_bytes)
      return refuse({431, "The head of the request is too long."});
    if (end != std::string::npos) answer(text_.substr(0, end));
  }

  void answer(const std::string& head) {
    is_bare_ = head.starts_with("HEAD ");
    auto parsed = parse_request(head, port_);
    if (const auto* refusal = std::get_if<HttpRefusal>(&parsed)) return refuse(*refusal);
    const auto& request = std::get<HttpRequest>(parsed);
    if (request.path.empty()) return answer_root();
    // Browsers request it by themselves; a 404 would be an error on the page's console.
    if (request.path == RequestPath{"favicon.ico"}) return begin_to_send(head_of(204, "", 0));
    auto opened = folder_->open(request.path);
    if (const auto* refusal = std::get_if<HttpRefusal>(&opened)) return refuse(*refusal);
    auto& file = std::get<ServedFile>(opened);
    begin_to_send(head_of(200, file.content_type, file.size));
    if (is_bare_) return;
    file_ = std::move(file.descriptor);
    n_left_ = file.size;
  }

  void answer_root() {
    const auto pages = folder_->pages();
    if (pages.size() == 1)
      return begin_to_send(head_of(302, "", 0, "Location: /" + percent_encoded(pages.front()) + "\r\n"));
    send_text(200, "text/html; charset=utf-8", index_of(pages));
  }

  void refuse(const HttpRefusal& refusal) {
    const std::string more = refusal.status == 405 ? "Allow: GET, HEAD\r\n" : "";
    send_text(refusal.status, "text/plain; charset=utf-8", refusal.reason + "\n", more);
  }

  void send_text(int status, const std::string& type, const std::string& body, const std::string& more = "") {
    begin_to_send(head_of(status, type, static_cast<long>(body.size()), more) + (is_bare_ ? "" : body));
  }

  void begin_to_send(std::string text) {
    text_ = std::move(text);
    n_sent_ = 0;
    state_ = State::sending;
    deadline_ = Clock::now() + limits_->send;
  }

  void send() {
    if (n_sent_ == text_.size() && !fill_from_file()) return;
    const auto n = ::send(socket_.number(), text_.data() + n_sent_, text_.size() - n_sent_, MSG_NOSIGNAL);
    if (n < 0 && (errno == EAGAIN || errno == EINTR)) return;
    if (n <= 0) {
      state_ = State::over;
      return;
    }
    n_sent_ += static_cast<std::size_t>(n);
    deadline_ = Clock::now() + limits_->send;
    if (n_sent_ == text_.size() && n_left_ == 0) begin_to_drain();
  }

  // Returns false if the file was truncated meanwhile: the answer cannot be completed.
  bool fill_from_file() {
    constexpr long most = 1 << 18;
    text_.resize(static_cast<std::size_t>(std::min(most, n_left_)));
    const auto n = ::read(file_.number(), text_.data(), text_.size());
    if (n <= 0) {
      state_ = State::over;
      return false;
    }
    text_.resize(static_cast<std::size_t>(n));
    n_left_ -= n;
    n_sent_ = 0;
    return true;
  }

  void begin_to_drain() {
    ::shutdown(socket_.number(), SHUT_WR);
    file_ = Descriptor();
    state_ = State::draining;
    deadline_ = Clock::now() + limits_->drain;
  }

  void drain() {
    std::array<char, 4096> bytes;
    const auto n = ::recv(socket_.number(), bytes.data(), bytes.size(), 0);
    if (n > 0 || (n < 0 && (errno == EAGAIN || errno == EINTR))) return;
    state_ = State::over;
  }

  Descriptor socket_;
  const ResultFolder* folder_;
  const ServerLimits* limits_;
  int port_;
  State state_ = State::reading;
  bool is_bare_ = false;  // HEAD: no body
  std::string text_;      // the request, then the answer
  std::size_t n_sent_ = 0;
  Descriptor file_;
  long n_left_ = 0;  // bytes of the file that are not yet in text_
  Clock::time_point deadline_;
};

/// Returns false if the system has no descriptor left: clients wait until a connection ends.
bool accept_all(int listener, const ServerLimits& limits, std::vector<Connection>& connections,
                const ResultFolder& folder, int port) {
  while (true) {
    Descriptor socket(::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket.is_open()) return errno != EMFILE && errno != ENFILE;
    if (connections.size() >= limits.n_connections) {
      const auto oldest = std::ranges::find_if(connections, &Connection::is_reading);
      if (oldest == connections.end()) continue;  // all are being served: close the new one
      connections.erase(oldest);
    }
    connections.emplace_back(std::move(socket), folder, limits, port);
  }
}

}  // namespace

std::string percent_encoded(const std::string& name) {
  constexpr char digits[] = "0123456789ABCDEF";
  std::string result;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          c == '-' || c == '_' || c == '.';
    if (is_plain) {
      result += c;
    } else {
      result += {'%', digits[byte / 16], digits[byte % 16]};
    }
  }
  return result;
}

PageServer::PageServer(const ResultFolder& folder, int port, ServerLimits limits)
    : folder_(folder),
      limits_(limits),
      listener_(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0)) {
  sockaddr_in address = {};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  const int yes = 1;
  ::setsockopt(listener_.number(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  socklen_t size = sizeof address;
  auto* generic = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener_.number(), generic, size) != 0 || ::listen(listener_.number(), SOMAXCONN) != 0 ||
      ::getsockname(listener_.number(), generic, &size) != 0)
    throw InvalidInput("port " + std::to_string(port) + " of 127.0.0.1 is not available (" +
                       std::generic_category().message(errno) +
                       "); give another --port, or none: a free one is taken");
  port_ = ntohs(address.sin_port);
}

void PageServer::serve(const std::atomic<bool>& stop) const {
  constexpr int look_ms = 100;  // interval for checking deadlines and `stop`
  std::vector<Connection> connections;
  std::vector<pollfd> wishes;
  bool has_room = true;
  while (!stop.load()) {
    wishes.assign(1, {listener_.number(), static_cast<short>(has_room ? POLLIN : 0), 0});
    has_room = true;
    for (const Connection& connection : connections) wishes.push_back(connection.wish());
    if (::poll(wishes.data(), wishes.size(), look_ms) < 0)
      for (pollfd& wish : wishes) wish.revents = 0;
    for (std::size_t i = 0; i < connections.size(); ++i) connections[i].proceed(wishes[i + 1].revents);
    std::erase_if(connections, [](const Connection& connection) { return connection.is_over(); });
    if (wishes.front().revents != 0)
      has_room = accept_all(listener_.number(), limits_, connections, folder_, port_);
  }
}

}  // namespace pleuel

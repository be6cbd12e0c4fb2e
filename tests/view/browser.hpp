// A client that says exactly what a test wants, and a folder to serve.
#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/time.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "pleuel/view/descriptor.hpp"

namespace pleuel::view_test {

namespace fs = std::filesystem;

/// A folder for one test, gone after its end. What is to be served stands in "result"; beside it, a
/// secret.
class Folder {
 public:
  Folder() {
    std::string name = (fs::path(testing::TempDir()) / "pleuel_view_XXXXXX").string();
    root_ = mkdtemp(name.data());
    fs::create_directories(result());
    write("secret.html", "secret");
  }
  ~Folder() { fs::remove_all(root_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  fs::path root() const { return root_; }
  fs::path result() const { return root_ / "result"; }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((root_ / name).parent_path());
    std::ofstream(root_ / name) << text;
  }

 private:
  fs::path root_;
};

/// A connection to 127.0.0.1. Nothing that it reads takes longer than ten seconds.
class Client {
 public:
  explicit Client(int port) : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    is_connected_ =
        ::connect(socket_.number(), reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
    const timeval patience{.tv_sec = 10, .tv_usec = 0};
    ::setsockopt(socket_.number(), SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
  }

  bool is_connected() const { return is_connected_; }
  void say(const std::string& text) const {
    (void)::send(socket_.number(), text.data(), text.size(), MSG_NOSIGNAL);
  }

  /// All that comes until the server closes.
  std::string hear() const {
    std::string text;
    char bytes[65536];
    for (ssize_t n; (n = ::recv(socket_.number(), bytes, sizeof bytes, 0)) > 0;)
      text.append(bytes, static_cast<std::size_t>(n));
    return text;
  }

 private:
  Descriptor socket_;
  bool is_connected_ = false;
};

struct Answer {
  int status = 0;
  std::string head;
  std::string body;
};

inline Answer answer_of(const std::string& text) {
  Answer answer;
  const auto end = text.find("\r\n\r\n");
  if (text.rfind("HTTP/1.1 ", 0) != 0 || end == std::string::npos) return answer;
  answer.status = std::stoi(text.substr(9, 3));
  answer.head = text.substr(0, end);
  answer.body = text.substr(end + 4);
  return answer;
}

/// The answer to exactly these bytes.
inline Answer answer_to(int port, const std::string& bytes) {
  const Client client(port);
  client.say(bytes);
  return answer_of(client.hear());
}

/// The answer to a request as a browser would make it, for a target as it stands.
inline Answer get(int port, const std::string& target) {
  return answer_to(port,
                   "GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + std::to_string(port) + "\r\n\r\n");
}

}  // namespace pleuel::view_test

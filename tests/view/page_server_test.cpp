// The server of pages, over real sockets: what it serves, what it refuses, and what slow clients
// cannot do to others.
#include "pleuel/view/page_server.hpp"

#include <dirent.h>
#include <sys/stat.h>

#include <sstream>
#include <thread>

#include "pleuel/base/error.hpp"
#include "view/browser.hpp"

namespace pleuel::view_test {
namespace page_server_test {

using std::chrono::milliseconds;

/// A server of a folder, in a thread of its own while it lives.
class Serving {
 public:
  explicit Serving(const fs::path& result, ServerLimits limits = {})
      : folder_(result), server_(folder_, 0, limits), thread_([this] { server_.serve(stop_); }) {}
  ~Serving() {
    stop_ = true;
    thread_.join();
  }
  Serving(const Serving&) = delete;
  Serving& operator=(const Serving&) = delete;

  int port() const { return server_.port(); }

 private:
  std::atomic<bool> stop_ = false;
  ResultFolder folder_;
  PageServer server_;
  std::thread thread_;
};

std::string host(int port) { return "Host: localhost:" + std::to_string(port) + "\r\n"; }

TEST(PageServer, ServesFilesOfKnownKindsWithTheirTypesAndForbidsPagesToReachOut) {
  const Folder folder;
  folder.write("result/run.html", "<p>run</p>");
  folder.write("result/run.json", "{}");
  folder.write("result/deep/body.vtu", "<VTKFile/>");
  const Serving serving(folder.result());
  const Answer page = get(serving.port(), "/run.html?x=..#"), same = get(serving.port(), "/run.html?x=..");
  EXPECT_EQ(page.status, 400);  // a fragment is never sent
  EXPECT_EQ(same.status, 200);
  EXPECT_EQ(same.body, "<p>run</p>");
  for (const char* field :
       {"\r\nContent-Type: text/html; charset=utf-8", "\r\nContent-Length: 10", "default-src 'none'",
        "X-Content-Type-Options: nosniff", "Cross-Origin-Resource-Policy: same-origin"})
    EXPECT_NE(same.head.find(field), std::string::npos) << field << "\n" << same.head;
  EXPECT_EQ(get(serving.port(), "/run.json").body, "{}");
  EXPECT_EQ(get(serving.port(), "/deep/body.vtu").status, 200);
  EXPECT_EQ(get(serving.port(), "/%72un.html").body, "<p>run</p>");
  EXPECT_EQ(get(serving.port(), "/report.html").status, 404);
  EXPECT_EQ(get(serving.port(), "/favicon.ico").status, 204);
}

TEST(PageServer, HeadIsGetWithoutItsBody) {
  const Folder folder;
  folder.write("result/run.html", "<p>run</p>");
  const Serving serving(folder.result());
  const Answer answer =
      answer_to(serving.port(), "HEAD /run.html HTTP/1.1\r\n" + host(serving.port()) + "\r\n");
  EXPECT_EQ(answer.head, get(serving.port(), "/run.html").head);
  EXPECT_EQ(answer.body, "");
}

TEST(PageServer, TheRootIsTheOnlyPageOrAListOfPagesAndOfNothingElse) {
  const Folder folder;
  folder.write("result/my run.html", "x");
  folder.write("result/data.csv", "x");
  const Serving serving(folder.result());
  const Answer only = get(serving.port(), "/");
  EXPECT_EQ(only.status, 302);
  EXPECT_NE(only.head.find("\r\nLocation: /my%20run.html\r\n"), std::string::npos) << only.head;
  folder.write("result/report.html", "x");
  folder.write("result/.hidden.html", "x");
  folder.write("result/deep/other.html", "x");
  const Answer list = get(serving.port(), "/");
  EXPECT_EQ(list.status, 200);
  EXPECT_LT(list.body.find("report.html"), list.body.find("my%20run.html"));
  for (const char* absent : {"hidden", "other", "data", "deep"})
    EXPECT_EQ(list.body.find(absent), std::string::npos);
  for (const char* target : {"/deep", "/deep/"}) EXPECT_GE(get(serving.port(), target).status, 400) << target;
}

TEST(PageServer, NoSpellingOfAPathLeavesTheFolder) {
  const Folder folder;
  folder.write("result/run.html", "x");
  folder.write("result/deep/run.html", "x");
  const Serving serving(folder.result());
  for (const std::string& target : std::vector<std::string>{"/../secret.html",
                                                            "/deep/../../secret.html",
                                                            "/%2e%2e/secret.html",
                                                            "/%2E%2E%2fsecret.html",
                                                            "/..%2fsecret.html",
                                                            "/.%2e/secret.html",
                                                            "/%252e%252e/secret.html",
                                                            "/%25252e%25252e/secret.html",
                                                            "/..%5csecret.html",
                                                            "/..\\secret.html",
                                                            "/deep/..%2f..%2fsecret.html",
                                                            "/%c0%ae%c0%ae/secret.html",
                                                            "/%2e%2e%00/secret.html",
                                                            "/run.html%00.csv",
                                                            "/%00",
                                                            "//secret.html",
                                                            "/deep//run.html",
                                                            "/./run.html",
                                                            "/deep/./run.html",
                                                            "/%",
                                                            "/%2",
                                                            "/%zz",
                                                            "../secret.html",
                                                            "*",
                                                            "http://127.0.0.1/run.html",
                                                            "/run.html/",
                                                            "/..",
                                                            "/.",
                                                            "/...",
                                                            "/%0d%0aX:y"}) {
    const Answer answer = get(serving.port(), target);
    EXPECT_TRUE(answer.status == 400 || answer.status == 403 || answer.status == 404)
        << target << answer.status;
    EXPECT_EQ(answer.body.find("secret\n"), std::string::npos) << target;
    EXPECT_NE(answer.body, "secret") << target;
  }
  EXPECT_EQ(get(serving.port(), folder.root().string() + "/secret.html").status, 404);
}

TEST(PageServer, SymbolicLinksHiddenFilesAndUnknownKindsAreRefused) {
  const Folder folder;
  folder.write("result/run.html", "x");
  folder.write("result/.hidden.html", "x");
  folder.write("result/program.sh", "x");
  folder.write("result/plain", "x");
  fs::create_symlink(folder.root() / "secret.html", folder.result() / "link.html");
  fs::create_directory_symlink(folder.root(), folder.result() / "up");
  fs::create_directory(folder.result() / "folder.html");
  ASSERT_EQ(mkfifo((folder.result() / "pipe.html").c_str(), 0600), 0);
  const Serving serving(folder.result());
  for (const char* target : {"/link.html", "/up/secret.html", "/.hidden.html", "/program.sh", "/plain",
                             "/folder.html", "/pipe.html"})
    EXPECT_EQ(get(serving.port(), target).status, 403) << target;
}

TEST(PageServer, AFolderSwappedForALinkDuringServiceLeadsNowhere) {
  const Folder folder;
  folder.write("result/run.html", "x");
  folder.write("result/deep/secret.html", "inside");
  const Serving serving(folder.result());
  EXPECT_EQ(get(serving.port(), "/deep/secret.html").body, "inside");
  fs::remove_all(folder.result() / "deep");
  fs::create_directory_symlink(folder.root(), folder.result() / "deep");
  EXPECT_EQ(get(serving.port(), "/deep/secret.html").status, 403);
}

TEST(PageServer, OnlyItsOwnHostIsServed) {
  const Folder folder;
  folder.write("result/run.html", "x");
  const Serving serving(folder.result());
  const std::string port = std::to_string(serving.port()), wrong_port = std::to_string(serving.port() ^ 1);
  const auto status = [&](const std::string& fields) {
    return answer_to(serving.port(), "GET /run.html HTTP/1.1\r\n" + fields + "\r\n").status;
  };
  for (const std::string& name :
       {"127.0.0.1:" + port, "localhost:" + port, "LocalHost:" + port, std::string("localhost")})
    EXPECT_EQ(status("Host: " + name + "\r\n"), 200) << name;
  for (const std::string& name : std::vector<std::string>{
           "evil.example:" + port, std::string("evil.example"), "localhost.evil.example:" + port,
           "127.0.0.1:" + wrong_port, "127.0.0.1.evil.example", "evil@127.0.0.1:" + port, "0.0.0.0:" + port,
           "127.0.0.2:" + port, "[::1]:" + port, std::string("localhost:"), std::string("")})
    EXPECT_EQ(status("Host: " + name + "\r\n"), 403) << name;
  EXPECT_EQ(status(""), 400);
  EXPECT_EQ(status("Host: localhost\r\nHost: evil.example\r\n"), 400);
  EXPECT_EQ(status("Host : localhost\r\n"), 400);
}

TEST(PageServer, OnlyGetAndHeadWithoutABodyAreServed) {
  const Folder folder;
  folder.write("result/run.html", "x");
  const Serving serving(folder.result());
  const auto status = [&](const std::string& line, const std::string& fields = "") {
    return answer_to(serving.port(), line + "\r\n" + host(serving.port()) + fields + "\r\n").status;
  };
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "get"})
    EXPECT_EQ(status(std::string(method) + " /run.html HTTP/1.1"), 405) << method;
  EXPECT_EQ(status("GET /run.html HTTP/2"), 505);
  EXPECT_EQ(status("GET /run.html"), 400);
  EXPECT_EQ(status("GET  /run.html HTTP/1.1"), 400);
  EXPECT_EQ(status("nonsense"), 400);
  EXPECT_EQ(status("GET /run.html HTTP/1.1", "Content-Length: 3\r\n"), 400);
  EXPECT_EQ(status("GET /run.html HTTP/1.1", "Transfer-Encoding: chunked\r\n"), 400);
  EXPECT_EQ(status("GET /run.html HTTP/1.1", "no colon\r\n"), 400);
  EXPECT_EQ(status("GET /run.html HTTP/1.1", " folded: x\r\n"), 400);
}

TEST(PageServer, AHeadBeyondItsLimitIsRefusedWhetherItEndsOrNot) {
  const Folder folder;
  folder.write("result/run.html", "x");
  const Serving serving(folder.result());
  const std::string begin = "GET /run.html HTTP/1.1\r\n" + host(serving.port());
  EXPECT_EQ(answer_to(serving.port(), begin + "X: " + std::string(4000, 'x') + "\r\n\r\n").status, 200);
  EXPECT_EQ(answer_to(serving.port(), begin + "X: " + std::string(9000, 'x') + "\r\n\r\n").status, 431);
  EXPECT_EQ(answer_to(serving.port(), begin + "X: " + std::string(100000, 'x')).status, 431);
}

TEST(PageServer, AClientThatNeverFinishesItsRequestIsToldSoAndKeepsNobodyWaiting) {
  const Folder folder;
  folder.write("result/run.html", "x");
  const Serving serving(folder.result(), {.head = milliseconds(1000)});
  const Client slow(serving.port());
  slow.say("GET /run.html HT");
  EXPECT_EQ(get(serving.port(), "/run.html").status, 200);
  EXPECT_EQ(answer_of(slow.hear()).status, 408);
}

TEST(PageServer, AClientThatTakesNoBytesIsGivenUpAndKeepsNobodyWaiting) {
  const Folder folder;
  const std::string large(30'000'000, 'x');
  folder.write("result/run.html", large);
  folder.write("result/small.html", "x");
  const Serving serving(folder.result(), {.send = milliseconds(1000)});
  const Client slow(serving.port());
  slow.say("GET /run.html HTTP/1.1\r\n" + host(serving.port()) + "\r\n");
  EXPECT_EQ(get(serving.port(), "/small.html").status, 200);
  std::this_thread::sleep_for(milliseconds(2000));
  EXPECT_LT(slow.hear().size(), large.size());
  EXPECT_EQ(get(serving.port(), "/run.html").body, large);
}

TEST(PageServer, SilentClientsBeyondTheLimitMakeRoomForOneThatAsks) {
  const Folder folder;
  folder.write("result/run.html", "x");
  const Serving serving(folder.result(), {.n_connections = 4});
  std::vector<std::unique_ptr<Client>> silent;
  for (int i = 0; i < 20; ++i) silent.push_back(std::make_unique<Client>(serving.port()));
  for (int i = 0; i < 5; ++i) EXPECT_EQ(get(serving.port(), "/run.html").status, 200);
}

// The addresses, as /proc/net writes them, on which sockets of this process listen at `port`.
std::vector<std::string> listening_addresses(int port) {
  char wanted[8];
  std::snprintf(wanted, sizeof wanted, ":%04X", static_cast<unsigned>(port));
  std::vector<std::string> addresses;
  for (const char* table : {"/proc/net/tcp", "/proc/net/tcp6"}) {
    std::ifstream file(table);
    std::string line, number, local, remote, state;
    while (std::getline(file, line)) {
      std::istringstream(line) >> number >> local >> remote >> state;
      const auto colon = local.rfind(':');
      if (state == "0A" && colon != std::string::npos && local.substr(colon) == wanted)
        addresses.push_back(local.substr(0, colon));
    }
  }
  return addresses;
}

TEST(PageServer, ListensOnTheLoopbackAddressAlone) {
  const Folder folder;
  folder.write("result/run.html", "x");
  const Serving serving(folder.result());
  if (!fs::exists("/proc/net/tcp")) GTEST_SKIP() << "no /proc/net/tcp";
  EXPECT_EQ(listening_addresses(serving.port()), std::vector<std::string>{"0100007F"});
}

TEST(PageServer, APortInUseIsAFaultWithItsRemedy) {
  const Folder folder;
  folder.write("result/run.html", "x");
  const Serving serving(folder.result());
  const ResultFolder result(folder.result());
  try {
    const PageServer second(result, serving.port());
    ADD_FAILURE() << "two servers share a port";
  } catch (const InvalidInput& error) {
    EXPECT_NE(std::string(error.what()).find("give another --port"), std::string::npos) << error.what();
  }
}

TEST(ResultFolder, OnePageAloneServesNothingElse) {
  const Folder folder;
  folder.write("result/run.html", "run");
  folder.write("result/other.html", "other");
  folder.write("result/run.json", "{}");
  const Serving serving(folder.result() / "run.html");
  EXPECT_EQ(get(serving.port(), "/run.html").body, "run");
  EXPECT_EQ(get(serving.port(), "/").status, 302);
  EXPECT_EQ(get(serving.port(), "/other.html").status, 404);
  EXPECT_EQ(get(serving.port(), "/run.json").status, 404);
}

TEST(ResultFolder, WhatHoldsNoPageIsRefusedWithTheCommandThatWritesOne) {
  const Folder folder;
  folder.write("result/run.json", "{}");
  fs::create_symlink(folder.root() / "secret.html", folder.result() / "link.html");
  for (const fs::path& result : {folder.result(), folder.root() / "absent", folder.result() / "run.json",
                                 folder.result() / "link.html"}) {
    try {
      const ResultFolder served(result);
      ADD_FAILURE() << result;
    } catch (const InvalidInput& error) {
      EXPECT_NE(std::string(error.what()).find("'pleuel run CASE --out DIR'"), std::string::npos)
          << error.what();
    }
  }
}

}  // namespace page_server_test
}  // namespace pleuel::view_test

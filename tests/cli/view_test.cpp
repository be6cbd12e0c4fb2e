// view as a user runs it.
#include <csignal>
#include <thread>

#include "cli/program.hpp"
#include "view/browser.hpp"

namespace pleuel::cli_test {
namespace view_command_test {

// The address that the program prints first; empty if it never does.
std::string address_in(const fs::path& out) {
  for (int i = 0; i < 200; ++i) {
    const std::string text = contents(out);
    if (text.find('\n') != std::string::npos) return text.substr(0, text.find('\n'));
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return "";
}

int port_of(const std::string& address) {
  return std::stoi(address.substr(std::string("http://127.0.0.1:").size()));
}

TEST(ViewCommand, ServesTheResultUntilItIsInterruptedAndThenExitsWith0) {
  for (const int signal : {SIGINT, SIGTERM}) {
    const Scratch scratch;
    std::ofstream(scratch / "run.html") << "<p>run</p>";
    const std::string out = (scratch / "said").string();
    Program program({"view", (scratch / "").string(), "--no-open"}, out);
    const std::string address = address_in(out);
    ASSERT_EQ(address.rfind("http://127.0.0.1:", 0), 0u) << address;
    EXPECT_TRUE(contains(address, "/run.html")) << address;
    EXPECT_EQ(view_test::get(port_of(address), "/run.html").body, "<p>run</p>");
    const view_test::Client silent(port_of(address));  // an open connection does not keep it
    kill(program.pid(), signal);
    const Outcome outcome = program.wait();
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    EXPECT_FALSE(view_test::Client(port_of(address)).is_connected());
  }
}

TEST(ViewCommand, FaultsAreExit2WithTheirRemedy) {
  const Scratch scratch;
  std::ofstream(scratch / "run.html") << "x";
  const std::string folder = (scratch / "").string();
  const std::vector<std::pair<std::vector<std::string>, std::string>> lines = {
      {{"view"}, "RESULT"},
      {{"view", "absent"}, "'absent' does not exist"},
      {{"view", "absent"}, "--out DIR"},
      {{"view", folder, "--port", "70000"}, "--port is '70000'"},
      {{"view", folder, "--port", "x"}, "--port is 'x'"},
      {{"view", folder, "--prot", "1"}, "did you mean '--port'"}};
  for (const auto& [words, hint] : lines) {
    const Outcome outcome = pleuel(words);
    EXPECT_EQ(outcome.code, 2) << words.back();
    EXPECT_TRUE(contains(outcome.err, hint)) << outcome.err;
  }
}

}  // namespace view_command_test
}  // namespace pleuel::cli_test

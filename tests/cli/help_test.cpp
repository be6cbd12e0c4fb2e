// What the program tells of itself: help, version, manual page, completion; and models from
// standard input.
#include <regex>
#include <set>

#include "cli/program.hpp"

namespace pleuel::cli_test {
namespace help_test {

std::set<std::string> found_in(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  std::set<std::string> all;
  for (std::sregex_iterator it(text.begin(), text.end(), regex), end; it != end; ++it) all.insert((*it)[1]);
  return all;
}

std::set<std::string> commands() {
  const std::string help = pleuel({"--help"}).out;
  return found_in(help.substr(help.find("Subcommands:")), "\n  ([a-z]+) ");
}

// What a line of a shell says, with the program as `pleuel`.
std::string shell(const std::string& line) {
  const Scratch scratch;
  const std::string out = (scratch / "text").string();
  const std::string whole =
      "pleuel() { '" + std::string(PLEUEL_PROGRAM) + "' \"$@\"; }; { " + line + "; } > '" + out + "' 2>&1";
  const pid_t pid = fork();
  if (pid == 0) {
    execlp("bash", "bash", "-c", whole.c_str(), nullptr);
    _exit(127);
  }
  waitpid(pid, nullptr, 0);
  return contents(out);
}

// What bash offers for the last of the words.
std::string offered(const std::string& words, int last) {
  return shell("source <(pleuel list completion bash); COMP_WORDS=(" + words + "); COMP_CWORD=" +
               std::to_string(last) + "; compopt() { :; }; _pleuel; echo \"${COMPREPLY[*]}\"");
}

TEST(Help, TheCommandHelpSaysWhatTheOptionSays) {
  EXPECT_EQ(pleuel({"help"}).out, pleuel({"--help"}).out);
  for (const auto& command : commands())
    EXPECT_EQ(pleuel({"help", command}).out, pleuel({command, "--help"}).out) << command;
  const Outcome wrong = pleuel({"help", "rnu"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_TRUE(contains(wrong.err, "did you mean 'run'")) << wrong.err;
}

TEST(Help, TheVersionHasAShortOption) { EXPECT_EQ(pleuel({"-V"}).out, pleuel({"--version"}).out); }

TEST(Help, ACaseMayBeAModelFile) {
  for (const char* command : {"run", "bench", "check", "statics", "modes", "advise"})
    EXPECT_TRUE(contains(pleuel({command, "--help"}).out, "a model file")) << command;
}

TEST(Help, ManualAndCompletionsHaveEveryCommandAndOption) {
  const std::string bash = pleuel({"list", "completion", "bash"}).out;
  const std::string zsh = pleuel({"list", "completion", "zsh"}).out;
  const std::string manual = std::regex_replace(pleuel({"list", "manual"}).out, std::regex(R"(\\-)"), "-");
  ASSERT_GE(commands().size(), 10u);
  for (const auto& command : commands()) {
    EXPECT_TRUE(contains(bash, "    " + command + ") ")) << command;
    EXPECT_TRUE(contains(zsh, "    " + command + ") ")) << command;
    EXPECT_TRUE(contains(manual, ".SS " + command + "\n")) << command;
    for (const auto& option : found_in(pleuel({command, "--help"}).out, "\n  (?:-[a-z],)?(--[a-z0-9-]+)"))
      for (const std::string& text : {bash, zsh, manual})
        EXPECT_TRUE(contains(text, option)) << command << " " << option;
  }
}

TEST(Help, BashCompletesCommandsOptionsNamesAndLists) {
  EXPECT_EQ(offered("pleuel mo", 1), "modes\n");
  EXPECT_EQ(offered("pleuel run --formu", 2), "--formulation\n");
  EXPECT_EQ(offered("pleuel run pendulum --method radau", 4), "radau5 radau\n");
  EXPECT_EQ(offered("pleuel bench pendulum --formulations rcd0,gg", 4), "rcd0,ggl1\n");
  EXPECT_TRUE(contains(offered("pleuel run pend", 2), "pendulum"));
  EXPECT_EQ(offered("pleuel run pendulum --rtol 1", 4), "\n");
  EXPECT_EQ(offered("pleuel list compl", 2), "completion\n");
  EXPECT_EQ(offered("pleuel table andrews-1", 2), "andrews-13.3\n");
  // Model files and folders, from where the shell stands.
  EXPECT_TRUE(contains(offered("pleuel check " + std::string(PLEUEL_SOURCE_DIR) + "/models/four", 2),
                       "four-bar.json"));
}

TEST(Help, ZshReadsItsCompletionAndGroffTheManualWhereTheyAreInstalled) {
  EXPECT_EQ(shell("! command -v zsh > /dev/null || pleuel list completion zsh | zsh -n"), "");
  EXPECT_EQ(shell("! command -v groff > /dev/null || pleuel list manual | groff -man -ww -z -Tutf8 -k"), "");
}

TEST(Help, AnUnknownShellIsRefused) {
  const Outcome outcome = pleuel({"list", "completion", "zhs"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "did you mean 'zsh'")) << outcome.err;
  EXPECT_TRUE(contains(pleuel({"list", "completion"}).err, "Give bash or zsh"));
  EXPECT_EQ(pleuel({"list", "manual", "run"}).code, 2);
}

TEST(Help, ItsParserIsKnownToOneFile) {
  std::set<std::string> users;
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(PLEUEL_SOURCE_DIR) / "src"))
    if (entry.is_regular_file() && contains(contents(entry.path()), "#include <CLI/"))
      users.insert(entry.path().filename().string());
  EXPECT_EQ(users, std::set<std::string>{"command_line.cpp"});
}

TEST(StandardInput, AModelIsReadFromItByEveryCommandThatTakesOne) {
  const std::string file = std::string(PLEUEL_SOURCE_DIR) + "/models/double-pendulum.json";
  const std::string read = "--until 0.1 --json | grep -o '\"y\":\\[[^]]*\\]'";
  const std::string from_file = shell("pleuel run " + file + " " + read);
  ASSERT_TRUE(contains(from_file, "\"y\":[")) << from_file;
  EXPECT_EQ(shell("cat " + file + " | pleuel run - " + read), from_file);
  for (const char* command : {"check -", "statics -", "modes -"})
    EXPECT_EQ(shell(std::string("pleuel ") + command + " < " + file + " > /dev/null; echo $?"), "0\n")
        << command;
}

TEST(StandardInput, AFaultyModelIsExit3WithThePlace) {
  const std::string said = shell("echo '{\"pleuel\": 2,' | pleuel run -; echo $?");
  EXPECT_TRUE(contains(said, "standard input:2:1: ")) << said;
  EXPECT_TRUE(contains(said, "\n3\n")) << said;
}

}  // namespace help_test
}  // namespace pleuel::cli_test

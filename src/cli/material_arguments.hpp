// The command line of material.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "pleuel/cli/material_command.hpp"

namespace CLI {
class App;
}

namespace pleuel::cli {

/// Declares the command; after the line was parsed, its value. Throws InvalidInput that states all
/// that is wrong with its words.
class MaterialArguments {
 public:
  explicit MaterialArguments(CLI::App& app);
  MaterialArguments(const MaterialArguments&) = delete;
  MaterialArguments& operator=(const MaterialArguments&) = delete;

  std::optional<MaterialCommand> material() const;

 private:
  CLI::App* app_;
  std::string name_, test_, state_, strain_, hold_, cycles_, path_, method_, rtol_, atol_, step_, samples_,
      timeout_, out_;
  std::vector<std::string> rate_, stress_, at_, set_;
  bool json_ = false;
  bool quiet_ = false;
  bool force_ = false;
};

}  // namespace pleuel::cli

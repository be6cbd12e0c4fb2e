// The command material, as a value.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "pleuel/cli/lab_command.hpp"
#include "pleuel/problem/material_test.hpp"

namespace pleuel::cli {

struct MaterialCommand {
  std::string name;  ///< of a set, a law or a file
  std::string state = "uniaxial";
  MaterialTest test;
  std::vector<double> family = {};
  std::string path_file = {};  ///< of the test path: a table
  std::string method = "radau5";
  double rtol = 1e-8;
  std::optional<double> atol = {}, timeout = {};
  double step = 0;
  int samples = 200;
  std::vector<double> at = {};
  Settings settings = {};  ///< of the law and of the method
  std::optional<std::filesystem::path> out;
  bool force = false;  ///< into a folder that holds something else
  Report report = Report::summary;
};

}  // namespace pleuel::cli

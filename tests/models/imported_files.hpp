// Bodies written for other programs and read again.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "models/model_runs.hpp"
#include "pleuel/model/built_description.hpp"
#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/file/model_reader.hpp"
#include "pleuel/model/flexible/body_export.hpp"

namespace pleuel::testing {

/// A new directory for the files of a model.
inline std::filesystem::path import_folder(const std::string& label) {
  const auto* test = ::testing::UnitTest::GetInstance()->current_test_info();
  const auto folder = std::filesystem::path(::testing::TempDir()) /
                      (std::string("pleuel-") + test->test_suite_name() + "-" + test->name() + "-" + label);
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder);
  return folder;
}

inline std::string written(const std::filesystem::path& folder, const std::string& name,
                           const std::string& text) {
  std::ofstream(folder / name, std::ios::binary) << text;
  return (folder / name).string();
}

inline BuiltDescription built_from(const std::string& path) {
  return build_bodies(read_model_file(path, standard_model_catalogue()));
}

/// Writes a body of a model and its files into the directory.
inline BodyExport exported(const std::string& path, const std::string& body, ExportFormat format,
                           const std::filesystem::path& folder) {
  BodyExport result = export_body(built_from(path), body, format);
  for (const auto& file : result.files) written(folder, file.name, file.text);
  return result;
}

/// The text with the first occurrence of `from` replaced.
inline std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  return at == std::string::npos ? text : text.replace(at, from.size(), to);
}

}  // namespace pleuel::testing

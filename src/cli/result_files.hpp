// Writes the files of a result and loses as little as possible if the disk is full.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "pleuel/io/output_folder.hpp"

namespace pleuel::cli {

/// Calls `write` with the folder for the files and replaces an older result. If a file cannot be
/// written, or `losses` already exist, the older result stays and the new files are kept as a
/// partial result (OutputFolder::keep_partial). Returns the losses as sentences.
[[nodiscard]] std::vector<std::string> save_result(
    OutputFolder& folder, const std::function<void(const std::filesystem::path&)>& write,
    std::vector<std::string> losses = {});

/// Call it after the report: reports the losses and returns the exit code.
int with_losses(const std::vector<std::string>& losses, int code);

}  // namespace pleuel::cli

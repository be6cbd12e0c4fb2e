// The files of a result, written so that a full disk loses as little as possible.
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "pleuel/io/output_folder.hpp"

namespace pleuel::cli {

/// Calls `write` with the folder for the files and puts them in place of an older result. Where a
/// file cannot be written, or `losses` are known already, an older result stays, and what there is
/// of the new one is kept as a part (OutputFolder::keep_partial). Returns the losses as sentences.
[[nodiscard]] std::vector<std::string> save_result(
    OutputFolder& folder, const std::function<void(const std::filesystem::path&)>& write,
    std::vector<std::string> losses = {});

/// To be called when the report has been shown: tells the losses. Returns the exit code.
int with_losses(const std::vector<std::string>& losses, int code);

}  // namespace pleuel::cli

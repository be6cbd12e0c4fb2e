#include "pleuel/cli/result_files.hpp"

#include "pleuel/cli/session.hpp"

namespace pleuel::cli {
namespace {

// Calls `work`; returns whether it could write its files.
template <class Work>
bool is_written(std::vector<std::string>& losses, Work work) {
  try {
    work();
    return true;
  } catch (const FileError& error) {
    losses.emplace_back(error.what());
    return false;
  }
}

}  // namespace

std::vector<std::string> save_result(OutputFolder& folder,
                                     const std::function<void(const std::filesystem::path&)>& write,
                                     std::vector<std::string> losses) {
  (void)is_written(losses, [&] { write(folder.staging()); });
  if (losses.empty() && is_written(losses, [&] { folder.commit(); })) return losses;
  (void)is_written(losses, [&] { losses.push_back(folder.keep_partial()); });
  return losses;
}

int with_losses(const std::vector<std::string>& losses, int code) {
  return losses.empty() ? code : complain(losses, output_lost);
}

}  // namespace pleuel::cli

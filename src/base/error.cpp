#include "pleuel/base/error.hpp"

namespace pleuel {
namespace {

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const auto& line : lines) text += (text.empty() ? "" : "\n") + line;
  return text;
}

}  // namespace

InvalidInput::InvalidInput(std::vector<std::string> faults)
    : std::invalid_argument(joined(faults)), faults_(std::move(faults)) {}

}  // namespace pleuel

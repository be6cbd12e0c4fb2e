// What a run or a bench left behind, as a browser may see it.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "pleuel/view/descriptor.hpp"
#include "pleuel/view/http_request.hpp"

namespace pleuel {

/// A regular file that may be served.
struct ServedFile {
  Descriptor descriptor;
  long size = 0;  ///< bytes
  std::string content_type;
};

/// A folder with pages (*.html), or one page alone; then nothing else of its folder is served. Of a
/// folder with a manifest only the files that it names are pages or served: others do not belong to
/// the result.
///
/// A file is opened segment by segment from the folder itself, no symbolic link followed at any of
/// them, so that neither a link nor a folder that is swapped meanwhile leads out. Only files whose
/// ending has a known content type are served.
class ResultFolder {
 public:
  /// Throws InvalidInput if there is no such thing or no page in it, with the command that writes
  /// one.
  explicit ResultFolder(const std::filesystem::path& result);

  /// The names of the pages in the folder itself now, run.html and report.html first.
  std::vector<std::string> pages() const;

  /// `path` is not empty. 403: not to be served; 404: not there.
  std::variant<ServedFile, HttpRefusal> open(const RequestPath& path) const;

 private:
  std::filesystem::path path_;
  Descriptor folder_;
  std::optional<std::string> only_;  ///< the one page that is served
};

}  // namespace pleuel

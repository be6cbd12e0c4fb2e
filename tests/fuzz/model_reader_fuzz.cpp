// One input of a fuzzer: any bytes are a model file. The reader accepts them or throws
// InvalidInput; all else is a fault of ours.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "model/small_catalogue.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/model/built_description.hpp"
#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/file/model_reader.hpp"

namespace {

void read(const std::string& text, const pleuel::ModelCatalogue& catalogue) {
  try {
    const auto model = pleuel::build_bodies(pleuel::read_model("fuzz.json", text, catalogue));
    // What others rely on: references lie inside their lists.
    const auto n_markers = static_cast<int>(model.markers.size());
    for (const auto* section :
         {&model.measures, &model.joints, &model.drivers, &model.forces, &model.start}) {
      for (const auto& element : *section) {
        if (element.type == nullptr || static_cast<int>(element.markers.size()) != element.type->n_markers)
          std::abort();
        for (const int marker : element.markers) {
          if (marker < 0 || marker >= n_markers) std::abort();
        }
      }
    }
    for (const auto& marker : model.markers) {
      if (marker.body < pleuel::ground || marker.body >= static_cast<int>(model.bodies.size())) std::abort();
    }
  } catch (const pleuel::InvalidInput& fault) {
    if (fault.faults().empty()) std::abort();
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const auto small = pleuel::small_catalogue();
  const std::string text(reinterpret_cast<const char*>(data), size);
  read(text, small);
  read(text, pleuel::standard_model_catalogue());
  return 0;
}

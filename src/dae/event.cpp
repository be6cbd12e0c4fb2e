#include "pleuel/dae/event.hpp"

namespace pleuel {

const char* name_of(EventEffect effect) {
  switch (effect) {
    case EventEffect::note:
      return "note";
    case EventEffect::stop:
      return "stop";
    case EventEffect::jump:
      return "jump";
  }
  return "";
}

}  // namespace pleuel

#include "pleuel/dae/unknown.hpp"

namespace pleuel {

const char* name_of(Group group) {
  switch (group) {
    case Group::q:
      return "q";
    case Group::v:
      return "v";
    case Group::a:
      return "a";
    case Group::lambda:
      return "lambda";
    case Group::s:
      return "s";
    case Group::eta:
      return "eta";
    case Group::y:
      return "y";
  }
  return "?";
}

}  // namespace pleuel

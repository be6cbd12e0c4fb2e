// A model file is told all its faults at once, in the order of their lines.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "pleuel/base/error.hpp"
#include "pleuel/model/built_description.hpp"
#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/file/model_reader.hpp"

namespace pleuel {
namespace faults_at_once_test {

/// Lines and paths, "12 /bodies/0/frame".
std::vector<std::string> places_of(const std::string& text) {
  std::vector<std::string> places;
  try {
    build_bodies(read_model("m.json", text, standard_model_catalogue()));
  } catch (const InvalidInput& invalid) {
    for (const std::string& fault : invalid.faults()) {
      const std::size_t begin = fault.find(':') + 1, path = fault.find(", /") + 2;
      places.push_back(fault.substr(begin, fault.find(':', begin) - begin) + " " +
                       fault.substr(path, fault.find(": ", path) - path));
    }
  }
  return places;
}

using Places = std::vector<std::string>;

TEST(FaultsAtOnce, AFaultyElasticBodyDoesNotHideThoseOfTheNext) {
  EXPECT_EQ(places_of(R"({"pleuel": 2, "name": "bad", "dimension": 2,
    "bodies": [
      {"name": "one", "type": "flexible", "thickness": "1 mm",
       "mesh": {"type": "box", "length": "1 m", "height": "0.1 m", "cells": [4, 1]},
       "material": {"young": "2e11 Pa", "poisson": 0.7, "density": "7800 kg/m^3"},
       "frame": {"type": "tangent", "set": "left"}},
      {"name": "two", "type": "flexible", "thickness": "1 mm",
       "mesh": {"type": "box", "length": "1 m", "height": "0.1 m", "cells": [4, 1]},
       "material": {"young": "2e11 Pa", "poisson": 0.3, "density": "7800 kg/m^3"},
       "frame": {"type": "tangent", "set": "lefft"}},
      {"name": "three", "type": "flexible",
       "mesh": {"type": "beam", "length": "-1 m", "elements": 4},
       "section": {"area": "1 m^2", "inertia": "1 m^4"},
       "material": {"young": "2e11 Pa", "density": "7800 kg/m^3"},
       "frame": {"type": "tangent", "set": "start"}},
      {"name": "four", "type": "flexible",
       "mesh": {"type": "beam", "length": "1 m", "elements": 4},
       "section": {"area": "1 m^2", "inertia": "1 m^4"},
       "material": {"young": "2e11 Pa", "density": "7800 kg/m^3"},
       "frame": {"type": "tangent", "set": "start"},
       "markers": {"tip": {"set": "ende"}}}]})"),
            (Places{"5 /bodies/0/material", "10 /bodies/1/frame", "12 /bodies/2/mesh/length",
                    "21 /bodies/3/markers/tip"}));
}

TEST(FaultsAtOnce, OnePartOfAnElasticBodyDoesNotHideTheOthers) {
  EXPECT_EQ(places_of(R"({"pleuel": 2, "name": "bad", "dimension": 2,
    "bodies": [
      {"name": "sheet", "type": "flexible", "thickness": "1 mm",
       "markers": {"tip": {"set": "rihgt"}},
       "tractions": [{"set": "topp", "value": ["1 Pa", 0]}],
       "modes": 3, "elasticity": "green",
       "frame": {"type": "tangent", "set": "lefft"},
       "material": {"young": "2e11 Pa", "poisson": 0.7, "density": "7800 kg/m^3"},
       "mesh": {"type": "box", "length": "1 m", "height": "0.1 m", "cells": [4, 1]}}]})"),
            (Places{"4 /bodies/0/markers/tip", "5 /bodies/0/tractions/0", "6 /bodies/0/modes",
                    "7 /bodies/0/frame", "8 /bodies/0/material"}));
}

TEST(FaultsAtOnce, AMeshThatCannotBeReadDoesNotHideMaterialAndSection) {
  EXPECT_EQ(places_of(R"({"pleuel": 2, "name": "bad", "dimension": 2,
    "bodies": [
      {"name": "beam", "type": "flexible",
       "section": {"area": "1 m", "inertia": "1 m^4"},
       "material": {"young": "-1 Pa", "density": "7800 kg/m^3"},
       "mesh": {"type": "beam", "length": "1 m"},
       "frame": {"type": "tangent"}}]})"),
            (Places{"4 /bodies/0/section/area", "5 /bodies/0/material/young", "6 /bodies/0/mesh",
                    "7 /bodies/0/frame"}));
}

TEST(FaultsAtOnce, TheyAreInTheOrderOfTheirLinesAndNotOfReading) {
  // Parameters are read before bodies, joints after them, and elastic bodies are built at the end.
  EXPECT_EQ(places_of(R"({"pleuel": 2, "name": "bad", "dimension": 2,
    "joints": [{"name": "j", "type": "revolte", "a": "ground.origin", "b": "rod.origin"}],
    "bodies": [
      {"name": "rod", "type": "flexible", "thickness": "1 mm",
       "mesh": {"type": "box", "length": "1 m", "height": "0.1 m", "cells": [4, 1]},
       "material": {"young": "2e11 Pa", "poisson": 0.7, "density": "7800 kg/m^3"},
       "frame": {"type": "tangent", "set": "left"}},
      {"name": "block", "mass": "-1 kg", "inertia": "1 kg*m^2"}],
    "parameters": {"a": "1/0"}})"),
            (Places{"2 /joints/0/type", "6 /bodies/0/material", "8 /bodies/1/mass", "9 /parameters/a"}));
}

}  // namespace faults_at_once_test
}  // namespace pleuel

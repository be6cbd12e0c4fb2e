#include "pleuel/io/body_states.hpp"

#include <unordered_map>

#include "pleuel/base/error.hpp"

namespace pleuel {

BodyStates::BodyStates(ElasticView view)
    : view_(std::move(view)),
      frame_(Vector::Zero(static_cast<Eigen::Index>(view_.frame.size()))),
      q_(Vector::Zero(view_.shape->n_deformation())),
      x_(Vector::Zero(static_cast<Eigen::Index>(view_.states.size()))) {}

void BodyStates::find(const RunHeader& header) {
  std::unordered_map<std::string, Eigen::Index> places;
  for (const auto& unknown : header.unknowns)
    places.emplace(unknown.name, static_cast<Eigen::Index>(places.size()));
  for (const auto* names : {&view_.frame, &view_.deformations, &view_.states})
    for (const auto& name : *names) {
      const auto found = places.find(name);
      if (found == places.end())
        throw InvalidInput("pictures of '" + view_.name + "': the formulation has no unknown '" + name +
                           "'; choose another formulation");
      places_.push_back(found->second);
    }
}

void BodyStates::read(ConstVec y) {
  auto place = places_.begin();
  for (auto& value : frame_) value = y[*place++];
  for (auto& value : q_) value = y[*place++];
  for (auto& value : x_) value = y[*place++];
}

}  // namespace pleuel

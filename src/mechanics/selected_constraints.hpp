// A system with some of its constraints left out.
#pragma once

#include <memory>
#include <vector>

#include "pleuel/mechanics/mechanical_system.hpp"

namespace pleuel {

/// The system `whole` with the constraints numbered `kept` alone; everything else is as it is
/// there. All formulations take it like any other. Where the constraints left out are combinations
/// of those kept, its motions are the same, and its multipliers are those that make up the same
/// forces without them.
class SelectedConstraints final : public MechanicalSystem {
 public:
  /// `kept` ascending.
  SelectedConstraints(std::shared_ptr<const MechanicalSystem> whole, std::vector<int> kept);

  const SystemInfo& info() const override { return info_; }
  std::unique_ptr<SystemEvaluator> make_evaluator() const override;
  TurnState* turns() const override { return whole_->turns(); }

  const MechanicalSystem& core() const override { return whole_->core(); }
  const std::vector<int>& kept() const { return kept_; }

 private:
  std::shared_ptr<const MechanicalSystem> whole_;
  std::vector<int> kept_;
  SystemInfo info_;
};

}  // namespace pleuel

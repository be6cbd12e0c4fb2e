// A flexible body of a model as it was built.
#pragma once

#include <memory>
#include <vector>

#include "pleuel/fem/flexible_body.hpp"
#include "pleuel/fem/inelastic_points.hpp"
#include "pleuel/fem/linear_conditions.hpp"
#include "pleuel/fem/spatial_body.hpp"
#include "pleuel/mechanics/reduction_report.hpp"
#include "pleuel/mechanics/system_info.hpp"
#include "pleuel/model/flexible/body_loads.hpp"
#include "pleuel/model/flexible/elastic_shape.hpp"
#include "pleuel/model/flexible/imported_nodes.hpp"
#include "pleuel/model/flexible/recovered_fields.hpp"

namespace pleuel {

/// The equations of a flexible body, whose frame is the body's frame, and the names of its
/// deformations.
struct BuiltBody {
  std::shared_ptr<const fem::FlexibleBody<2>> equations = nullptr;          ///< in the plane
  std::shared_ptr<const fem::FlexibleBody<3>> spatial_equations = nullptr;  ///< in space
  /// names without the body's name
  std::vector<Quantity> deformations = {};
  /// Its finite elements, for pictures; null if the equations come from elsewhere.
  std::shared_ptr<const ElasticShape> shape = nullptr;
  /// Of an imported body, whose elements are not known: its nodes, and the fields of its recovery
  /// matrices; otherwise null.
  std::shared_ptr<const ImportedNodes> nodes = nullptr;
  std::shared_ptr<const RecoveredFields> recovered = nullptr;
  /// Inelastic strains and hardening variables; null if the body is elastic.
  std::shared_ptr<const fem::InelasticPoints> points = nullptr;
  std::vector<BodyLoad> loads = {};
  /// Its frame, if that is one of mean axes and all unknowns are kept; else null.
  std::shared_ptr<const fem::MeanAxes> mean_axes = nullptr;
  /// Of mean axes and rigid sets; null if there are none, and for a reduced body, whose shapes
  /// satisfy them.
  std::shared_ptr<const fem::LinearConditions> conditions = nullptr;
  /// ū(t) on the right side of some of these conditions.
  struct Drive {
    int row = 0;
    Expression value;    ///< of t
    Expression formula;  ///< of t and the place
    bool is_rotation = false;
    std::string name = {}, place = {};
  };
  std::vector<Drive> drives = {};
  /// null if all unknowns are kept
  std::shared_ptr<const ReductionReport> reduction = nullptr;

  template <int D>
  const auto& equations_in() const {
    if constexpr (D == 2)
      return *equations;
    else
      return *spatial_equations;
  }
  int n_deformation() const {
    return equations ? equations->n_deformation() : spatial_equations->n_deformation();
  }
  int n_states() const { return points ? points->n_states() : 0; }
};

}  // namespace pleuel

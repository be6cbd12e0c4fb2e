#include "pleuel/model/element_catalogue.hpp"

#include "pleuel/model/driver/driver.hpp"
#include "pleuel/model/force/actuator.hpp"
#include "pleuel/model/force/applied.hpp"
#include "pleuel/model/force/beam_force.hpp"
#include "pleuel/model/force/bushing_force.hpp"
#include "pleuel/model/force/friction.hpp"
#include "pleuel/model/force/spring_damper.hpp"
#include "pleuel/model/force/stop.hpp"
#include "pleuel/model/joint/cylindrical.hpp"
#include "pleuel/model/joint/distance_joint.hpp"
#include "pleuel/model/joint/gear.hpp"
#include "pleuel/model/joint/planar.hpp"
#include "pleuel/model/joint/point_on_line.hpp"
#include "pleuel/model/joint/prismatic.hpp"
#include "pleuel/model/joint/revolute.hpp"
#include "pleuel/model/joint/screw.hpp"
#include "pleuel/model/joint/spherical.hpp"
#include "pleuel/model/joint/universal.hpp"
#include "pleuel/model/joint/weld.hpp"
#include "pleuel/model/measure/measure.hpp"

namespace pleuel {

const ModelCatalogue& standard_model_catalogue() {
  static const ModelCatalogue catalogue{
      .joints = {revolute_type(), prismatic_type(), cylindrical_type(), spherical_type(), universal_type(),
                 weld_type(), planar_joint_type(), distance_joint_type(), screw_type(), point_on_line_type(),
                 gear_type()},
      .drivers = driver_types(),
      .forces = {spring_damper_type(), torsional_spring_type(), bushing_type(), beam_type(),
                 applied_force_type(), applied_torque_type(), actuator_type(), control_type(),
                 friction_type(), stop_type()},
      .measures = measure_types()};
  return catalogue;
}

}  // namespace pleuel

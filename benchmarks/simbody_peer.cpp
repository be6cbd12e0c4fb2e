#include "simbody_peer.hpp"

#include <Simbody.h>

#include <ctime>

namespace {
double processor_time() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }
}  // namespace

PeerRun simbody_chain(const PeerChain& chain, double until, double accuracy) {
  using namespace SimTK;
  MultibodySystem system;
  SimbodyMatterSubsystem matter(system);
  GeneralForceSubsystem forces(system);
  Force::UniformGravity gravity(forces, matter, Vec3(0, -9.81, 0));
  const Real l = chain.l, m = chain.m;
  const Inertia about_centre(0, m * l * l / 12, m * l * l / 12);
  const Vec3 centre(l / 2, 0, 0);
  const Body::Rigid link(MassProperties(m, centre, about_centre.shiftFromMassCenter(centre, m)));
  std::vector<MobilizedBody::Pin> pins;
  pins.reserve(chain.n);
  for (int i = 0; i < chain.n; ++i) {
    if (i == 0)
      pins.emplace_back(matter.updGround(), Transform(Vec3(0)), link, Transform(Vec3(0)));
    else
      pins.emplace_back(pins.back(), Transform(Vec3(l, 0, 0)), link, Transform(Vec3(0)));
  }
  system.realizeTopology();
  State state = system.getDefaultState();
  pins[0].setAngle(state, chain.start);
  RungeKuttaMersonIntegrator integrator(system);
  integrator.setAccuracy(accuracy);
  TimeStepper stepper(system, integrator);
  stepper.initialize(state);
  const double before = processor_time();
  stepper.stepTo(until);
  PeerRun run;
  run.seconds = processor_time() - before;
  system.realize(integrator.getState(), Stage::Position);
  for (const auto& pin : pins) {
    const Vec3 p = pin.findStationLocationInGround(integrator.getState(), centre);
    run.centres.push_back(p[0]);
    run.centres.push_back(p[1]);
  }
  return run;
}

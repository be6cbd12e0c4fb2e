#include "simbody_peer.hpp"

#include <Simbody.h>

#include <ctime>

namespace {

using namespace SimTK;

double processor_time() { return static_cast<double>(std::clock()) / CLOCKS_PER_SEC; }

PeerRun integrate(MultibodySystem& system, const State& state, const std::vector<MobilizedBody>& links,
                  const Vec3& centre, double until, double accuracy) {
  RungeKuttaMersonIntegrator integrator(system);
  integrator.setAccuracy(accuracy);
  TimeStepper stepper(system, integrator);
  stepper.initialize(state);
  const double before = processor_time();
  stepper.stepTo(until);
  PeerRun run;
  run.seconds = processor_time() - before;
  system.realize(integrator.getState(), Stage::Position);
  for (const auto& link : links) {
    const Vec3 p = link.findStationLocationInGround(integrator.getState(), centre);
    for (int k = 0; k < 3; ++k) run.centres.push_back(p[k]);
  }
  return run;
}

template <class Joint>
std::vector<MobilizedBody> add_links(SimbodyMatterSubsystem& matter, const Body::Rigid& link, int n, Real l) {
  std::vector<MobilizedBody> links;
  for (int i = 0; i < n; ++i) {
    if (i == 0)
      links.push_back(Joint(matter.updGround(), Transform(Vec3(0)), link, Transform(Vec3(0))));
    else
      links.push_back(Joint(links.back(), Transform(Vec3(l, 0, 0)), link, Transform(Vec3(0))));
  }
  return links;
}

}  // namespace

PeerRun simbody_chain(const PeerChain& chain, double until, double accuracy) {
  MultibodySystem system;
  SimbodyMatterSubsystem matter(system);
  GeneralForceSubsystem forces(system);
  Force::UniformGravity gravity(forces, matter, chain.is_spatial ? Vec3(0, 0, -9.81) : Vec3(0, -9.81, 0));
  const Real l = chain.l, m = chain.m, r = chain.radius;
  const Real across = m * (3 * r * r + l * l) / 12;
  const Inertia about_centre(m * r * r / 2, across, across);
  const Vec3 centre(l / 2, 0, 0);
  const Body::Rigid link(MassProperties(m, centre, about_centre.shiftFromMassCenter(centre, m)));
  const auto links = chain.is_spatial ? add_links<MobilizedBody::Ball>(matter, link, chain.n, l)
                                      : add_links<MobilizedBody::Pin>(matter, link, chain.n, l);
  system.realizeTopology();
  State state = system.getDefaultState();
  if (chain.is_spatial)
    links[0].setOneU(state, 2, chain.turn);
  else
    links[0].setOneQ(state, 0, chain.start);
  return integrate(system, state, links, centre, until, accuracy);
}

// Chains in Simbody, behind an interface without its headers, which C++20 does not take.
#pragma once

#include <vector>

struct PeerChain {
  int n = 10;           // links
  double l = 0, m = 0;  // length, m, and mass, kg, of one
  double start = 0;     // angle of all links, rad
  bool is_spatial = false;
  double radius = 0, turn = 0;  // of spatial links, m, and their rotation about the vertical, rad/s
};

struct PeerRun {
  double seconds = 0;           // processor time of the integration
  std::vector<double> centres;  // x, y, z of each link at the end
};

/// Pin joints in the plane x-y, or ball joints; Runge-Kutta-Merson with error control.
PeerRun simbody_chain(const PeerChain& chain, double until, double accuracy);

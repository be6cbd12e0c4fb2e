#include "pleuel/model/flexible/beam_remarks.hpp"

#include <algorithm>

#include "pleuel/base/error.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/beam_resolution.hpp"

namespace pleuel {
namespace {

constexpr double least_slenderness = 3, most_neglected_shear = 0.01, most_frequency_error = 0.02;
// A mode with more than eight elements has errors below (π/8)⁴/1440; this many for the first modes
// of a branched body.
constexpr int fine_per_mode = 8, fine = 60;

std::string percent_of(double part) { return number_text(100 * part, 2) + " %"; }

void add_thickness(const fem::ElasticBody& body, std::vector<std::string>& remarks) {
  const fem::Slenderness s = fem::slenderness(body);
  const std::string chain =
      "is of beams " + number_text(s.length, 3) + " m long and " + number_text(s.thickness, 3) + " m thick; ";
  if (s.length < least_slenderness * s.thickness)
    remarks.push_back(chain +
                      "the assumptions on their sections hold for beams at least three times as long "
                      "as thick; take " +
                      (body.dimension() == 3 ? "tetrahedra" : "triangles"));
  else if (s.neglected_shear >= most_neglected_shear)
    remarks.push_back(chain + "shear, which they neglect, lowers the lowest bending frequency by about " +
                      percent_of(s.neglected_shear) + "; add \"shear\": true to 'section'");
}

/// The frame, with the unknowns whose motion is prescribed held too.
fem::DofSelection held(const ElasticShape& shape, const std::vector<int>& prescribed) {
  std::vector<int> fixed = prescribed;
  for (int dof = 0; dof < shape.frame.n_all(); ++dof)
    if (shape.frame.place(dof) < 0) fixed.push_back(dof);
  return {shape.frame.n_all(), fixed};
}

void add_coarseness(const ElasticShape& shape, int n_modes, const std::vector<int>& prescribed,
                    std::vector<std::string>& remarks) {
  const int n = std::max(n_modes, 1), n_elements = shape.body.mesh().n_elements();
  if (n_elements >= std::max(fine, fine_per_mode * n)) return;
  fem::FrequencyErrors errors;
  try {
    errors = fem::beam_frequency_errors(shape.body, held(shape, prescribed), n);
  } catch (const InvalidInput&) {
    return;  // no modes of either mesh, which the body's equations report where they need them
  }
  for (Eigen::Index k = 0; k < errors.omega.size(); ++k) {
    if (errors.relative[k] < most_frequency_error) continue;
    remarks.push_back("has too few beam elements for " +
                      (k == 0 ? "its lowest frequency" : "the frequency of mode " + std::to_string(k + 1)) +
                      ", " + number_text(errors.omega[k], 4) + " rad/s in its frame: it falls by " +
                      percent_of(errors.relative[k]) + " where each of the " + std::to_string(n_elements) +
                      " elements is halved; take more" + (k == 0 ? "" : ", or keep fewer modes"));
    return;
  }
}

}  // namespace

std::vector<std::string> beam_remarks(const ElasticShape& shape, int n_modes,
                                      const std::vector<int>& prescribed) {
  std::vector<std::string> remarks;
  if (!shape.body.is_beam()) return remarks;
  add_thickness(shape.body, remarks);
  add_coarseness(shape, n_modes, prescribed, remarks);
  return remarks;
}

}  // namespace pleuel

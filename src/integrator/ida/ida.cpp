#include "pleuel/integrator/ida/ida.hpp"

#include <sundials/sundials_version.h>

#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/integrator/ida/ida_library.hpp"

namespace pleuel {
namespace {

void check(const StepSettings& settings) {
  std::vector<std::string> faults;
  const auto must_be_size = [&](const char* name, double value) {
    if (!(value >= 0 && std::isfinite(value)))
      faults.push_back(std::string(name) + " is " + number_text(value) + "; it must be zero or positive");
  };
  must_be_size("h0", settings.h0);
  must_be_size("h_max", settings.h_max);
  if (settings.fixed_step != 0)
    faults.push_back("ida chooses its steps itself; leave the fixed step out, or take bdf");
  if (settings.scaling == IndexScaling::strict)
    faults.push_back("ida tests unknowns of every index alike; leave the strict error test out");
  if (settings.max_retries != StepSettings().max_retries)
    faults.push_back("ida counts failed tries by limits of its own; leave max_retries out");
  if (!faults.empty()) throw InvalidInput(std::move(faults));
}

}  // namespace

std::string sundials_version() {
  char text[32] = "";
  SUNDIALSGetVersion(text, sizeof text);
  return text;
}

Ida::Ida(Dae& dae, const StepSettings& settings, const IdaOptions& options) {
  check(settings);
  library_ = std::make_unique<Library>(dae, settings, options);
}

Ida::~Ida() = default;

void Ida::start(double t, ConstVec y, ConstVec ydot, double t_end) { library_->start(t, y, ydot, t_end); }

StepOutcome Ida::step(double t_stop) { return library_->step(t_stop); }

double Ida::t() const { return library_->t(); }

ConstVec Ida::y() const { return library_->y(); }

const DenseOutput& Ida::dense_output() const { return *library_; }

const Statistics& Ida::statistics() const { return library_->statistics(); }

}  // namespace pleuel

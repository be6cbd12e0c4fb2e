#include "pleuel/run/standard_catalogue.hpp"

#include "pleuel/integrator/alpha/alpha_method.hpp"
#include "pleuel/integrator/bdf/bdf_method.hpp"
#include "pleuel/integrator/bim/bim_method.hpp"
#include "pleuel/integrator/explicit/explicit_method.hpp"
#include "pleuel/integrator/gam/gam_method.hpp"
#include "pleuel/integrator/ida/ida_method.hpp"
#include "pleuel/integrator/mebdf/mebdf_method.hpp"
#include "pleuel/integrator/pside/pside_method.hpp"
#include "pleuel/integrator/radau/radau_method.hpp"
#include "pleuel/mechanics/formulation/formulation_catalogue.hpp"
#include "pleuel/problem/model_problem.hpp"
#include "pleuel/problem/problem_catalogue.hpp"

namespace pleuel {

Catalogue standard_catalogue() {
  Catalogue catalogue{
      problem_catalogue(),
      formulation_catalogue(),
      {radau5_method(), radau_method(), bdf_method(), bdf2_method(), mebdf_method(), gam_method(),
       bim_method(), pside_method(), alpha_method(), dop853_method(), mdop5_method(), hem5_method()}};
  catalogue.models =
      std::make_shared<ModelShelf>([](const std::string& path) { return model_problem(path); });
  if (auto ida = ida_method())
    catalogue.methods.push_back(std::move(*ida));
  else
    catalogue.absent_methods.push_back({"ida", ida_remedy()});
  return catalogue;
}

}  // namespace pleuel

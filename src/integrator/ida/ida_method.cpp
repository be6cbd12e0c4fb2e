#include "pleuel/integrator/ida/ida_method.hpp"

#if PLEUEL_HAS_SUNDIALS
#include "pleuel/integrator/ida/ida.hpp"
#endif

namespace pleuel {

std::string ida_remedy() {
  return "method 'ida' needs SUNDIALS, which was not there when this program was built: install it "
         "(Debian: apt-get install libsundials-dev), then configure with -DPLEUEL_WITH_SUNDIALS=ON and build "
         "again";
}

#if PLEUEL_HAS_SUNDIALS
namespace {

OptionSpecs ida_options() {
  return {
      {.name = "order_max",
       .default_value = "5",
       .help = "highest order",
       .minimum = 1,
       .maximum = 5,
       .is_whole = true},
      {.name = "newton_tolerance",
       .default_value = "0.33",
       .help = "Newton's method stops at this fraction of the tolerance",
       .minimum = 1e-8,
       .maximum = 1},
      {.name = "linear",
       .default_value = "own",
       .help =
           "linear systems: the library's own dense or sparse solver, its dense one, or that of all other "
           "methods",
       .choices = {"own", "dense", "saddle"}},
      {.name = "algebraic",
       .default_value = "by-index",
       .help = "whether unknowns without a derivative enter the error test; by-index: if all have index 1",
       .choices = {"by-index", "tested", "free"}}};
}

IdaOptions read_options(const OptionValues& values) {
  IdaOptions options;
  options.order_max = static_cast<int>(values.number("order_max"));
  options.newton_tolerance = values.number("newton_tolerance");
  options.linear = values.is("linear", "saddle")  ? IdaLinear::saddle
                   : values.is("linear", "dense") ? IdaLinear::dense
                                                  : IdaLinear::own;
  options.algebraic = values.is("algebraic", "tested") ? IdaAlgebraic::tested
                      : values.is("algebraic", "free") ? IdaAlgebraic::free
                                                       : IdaAlgebraic::by_index;
  return options;
}

std::optional<std::string> refusal(const DaeInfo& dae) {
  if (dae.is_overdetermined())
    return "ida takes as many rows as unknowns; " + dae.name + " has more where there are constraints";
  if (dae.constraint_level <= 2) return {};
  return "ida takes equations with at most 2 hidden constraint levels; " + dae.name + " has " +
         std::to_string(dae.constraint_level);
}

std::vector<IgnoredSetting> ignored(const OptionValues& values) {
  std::vector<IgnoredSetting> all = {
      {"error", "IDA tests unknowns of every index alike; its option 'algebraic' says which are tested"},
      {"max_retries", "IDA counts failed tries by limits of its own"}};
  if (!values.is("linear", "saddle"))
    for (const char* name : {"jacobian", "solver"})
      all.push_back(
          {name,
           "its matrices are its own, by differences; --set linear=saddle takes those of the formulation"});
  return all;
}

}  // namespace

std::optional<Method> ida_method() {
  return Method{
      .name = "ida",
      .title = "IDA of SUNDIALS " + sundials_version() + ": BDF of orders 1 to 5, a peer for comparison",
      .source = "HBG05",
      .options = ida_options(),
      .traits = {.family = "bdf", .order = 5, .rank = 6, .can_be_saved = false},
      .refusal = refusal,
      .doubt = doubt_at_index_3,
      .make = [](Dae& dae, const StepSettings& settings,
                 const OptionValues& values) -> std::unique_ptr<Integrator> {
        return std::make_unique<Ida>(dae, settings, read_options(values));
      },
      .ignored = ignored};
}
#else
std::optional<Method> ida_method() { return {}; }
#endif

}  // namespace pleuel

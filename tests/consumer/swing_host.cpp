// Loads the shared library while it runs, and compares with the exact time of a swing.
#include <dlfcn.h>

#include <cmath>
#include <cstdio>
#include <numbers>

int main(int argc, char** argv) {
  void* const library = argc == 2 ? dlopen(argv[1], RTLD_NOW | RTLD_LOCAL) : nullptr;
  if (library == nullptr) {
    std::printf("cannot load the library: %s\n", argc == 2 ? dlerror() : "give its path");
    return 1;
  }
  const auto swing = reinterpret_cast<double (*)(double)>(dlsym(library, "swing"));
  // The rod comes to rest on the other side: with ω² = 3 g |sin φ| / l, after the time
  // ∫ dφ/ω over (0, π) = √π Γ(1/4)/Γ(3/4) / √(3 g/l).
  const double time =
      std::sqrt(std::numbers::pi) * std::tgamma(0.25) / std::tgamma(0.75) / std::sqrt(3 * 9.81);
  const double angle = swing(time);
  std::printf("phi(%.6f s) = %.9f rad\n", time, angle);
  // It rests there, so that only the error of the method counts: a hundred tolerances.
  return std::abs(angle + std::numbers::pi) < 1e-7 ? 0 : 1;
}

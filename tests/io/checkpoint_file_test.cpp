// What a checkpoint must have in common with the run that continues it.
#include "pleuel/io/checkpoint_file.hpp"

#include <gtest/gtest.h>

namespace pleuel {
namespace checkpoint_file_test {

TEST(CheckpointFile, NamesEveryDifferenceInASentence) {
  const RunIdentity saved{.version = "0.1.0",
                          .program = "a",
                          .case_name = "pendulum",
                          .content = "b",
                          .formulation = "ggl1",
                          .method = "radau",
                          .n_unknowns = 8};
  EXPECT_TRUE(differences(saved, saved).empty());
  const auto only = [&](auto change) {
    RunIdentity present = saved;
    change(present);
    const auto list = differences(saved, present);
    EXPECT_EQ(list.size(), 1u);
    return list.empty() ? std::string() : list.front();
  };
  EXPECT_EQ(only([](RunIdentity& x) { x.version = "0.2.0"; }),
            "the version of Pleuel was '0.1.0' when it was written, and is '0.2.0' now");
  EXPECT_EQ(only([](RunIdentity& x) { x.program = "c"; }),
            "the program is another build than the one that wrote it");
  EXPECT_EQ(only([](RunIdentity& x) { x.case_name = "andrews"; }),
            "the case was 'pendulum' when it was written, and is 'andrews' now");
  EXPECT_EQ(only([](RunIdentity& x) { x.content = "c"; }),
            "the model file, a mesh or another file of the case has changed since it was written");
  EXPECT_EQ(only([](RunIdentity& x) { x.formulation = "psi1"; }),
            "the formulation was 'ggl1' when it was written, and is 'psi1' now");
  EXPECT_EQ(only([](RunIdentity& x) { x.method = "bdf"; }),
            "the method was 'radau' when it was written, and is 'bdf' now");
  EXPECT_EQ(only([](RunIdentity& x) { x.n_unknowns = 9; }),
            "the number of unknowns was '8' when it was written, and is '9' now");
}

}  // namespace checkpoint_file_test
}  // namespace pleuel

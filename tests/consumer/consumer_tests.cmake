# An outside project finds the installed package, defines a system of its own and runs it.
set(consumer_dir ${CMAKE_CURRENT_BINARY_DIR}/consumer)

add_test(NAME consumer.package_installs
         COMMAND ${CMAKE_COMMAND} --install ${PROJECT_BINARY_DIR} --component development
                 --prefix ${consumer_dir}/installed)
add_test(NAME consumer.outside_project_finds_the_package
         COMMAND ${CMAKE_COMMAND} -S ${CMAKE_CURRENT_SOURCE_DIR}/consumer -B ${consumer_dir}/build
                 -G ${CMAKE_GENERATOR} -DCMAKE_BUILD_TYPE=${CMAKE_BUILD_TYPE}
                 -DCMAKE_CXX_COMPILER=${CMAKE_CXX_COMPILER} -DCMAKE_CXX_FLAGS=${CMAKE_CXX_FLAGS}
                 -DCMAKE_PREFIX_PATH=${consumer_dir}/installed)
add_test(NAME consumer.outside_project_builds COMMAND ${CMAKE_COMMAND} --build ${consumer_dir}/build)
add_test(NAME consumer.own_double_pendulum_keeps_its_rods_and_its_energy COMMAND ${consumer_dir}/build/double_pendulum)
add_test(NAME consumer.a_shared_library_contains_the_package
         COMMAND ${consumer_dir}/build/swing_host ${consumer_dir}/build/libswing${CMAKE_SHARED_LIBRARY_SUFFIX})

# Both components carry the licences; the program also its manual page and its completions.
set(installed_files
    development:share/doc/pleuel/LICENSE development:share/doc/pleuel/THIRD_PARTY.md program:share/doc/pleuel/LICENSE
    program:share/doc/pleuel/THIRD_PARTY.md program:share/man/man1/pleuel.1
    program:share/bash-completion/completions/pleuel program:share/zsh/site-functions/_pleuel program:bin/pleuel)
list(JOIN installed_files "," installed_files)
add_test(NAME consumer.licences_manual_page_and_completions_are_installed
         COMMAND ${CMAKE_COMMAND} -DBUILD=${PROJECT_BINARY_DIR} -DPREFIX=${consumer_dir}/components
                 -DFILES=${installed_files} -P ${CMAKE_CURRENT_SOURCE_DIR}/consumer/installed_files.cmake)

set_tests_properties(consumer.package_installs PROPERTIES FIXTURES_SETUP installed)
set_tests_properties(consumer.outside_project_finds_the_package
                     PROPERTIES FIXTURES_REQUIRED installed FIXTURES_SETUP configured)
set_tests_properties(consumer.outside_project_builds PROPERTIES FIXTURES_REQUIRED configured FIXTURES_SETUP built)
set_tests_properties(consumer.own_double_pendulum_keeps_its_rods_and_its_energy consumer.a_shared_library_contains_the_package
                     PROPERTIES FIXTURES_REQUIRED built)

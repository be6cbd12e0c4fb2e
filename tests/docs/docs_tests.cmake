# The commands on the pages are run, and the figures that are made in a second are made again.
find_program(PYTHON_PROGRAM python3)
if(NOT PYTHON_PROGRAM OR NOT TARGET pleuel_program)
  message(STATUS "python3 is not found: commands and figures of the pages are not tested")
  return()
endif()
set(of_program --program $<TARGET_FILE:pleuel_program>)
add_test(NAME docs.commands_on_the_pages_run COMMAND ${PYTHON_PROGRAM} ${PROJECT_SOURCE_DIR}/docs/commands ${of_program})
add_test(NAME docs.figures_are_what_the_program_gives
         COMMAND ${PYTHON_PROGRAM} ${PROJECT_SOURCE_DIR}/docs/renew --check --quick ${of_program})
add_test(NAME docs.long_commands_on_the_pages_run
         COMMAND ${PYTHON_PROGRAM} ${PROJECT_SOURCE_DIR}/docs/commands --long ${of_program})
set_tests_properties(docs.long_commands_on_the_pages_run PROPERTIES LABELS long TIMEOUT 3000)
add_test(NAME docs.tutorials_show_what_the_program_says
         COMMAND ${PYTHON_PROGRAM} ${PROJECT_SOURCE_DIR}/docs/tutorials/run ${of_program})

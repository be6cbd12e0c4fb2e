# The types and the layout of viewer/ are checked by the build; its pages are looked at in a browser by tests.
if(PLEUEL_HAS_VIEWER)
  file(GLOB_RECURSE viewer_files CONFIGURE_DEPENDS ${viewer_dir}/*.ts ${viewer_dir}/*.css ${viewer_dir}/*.mjs)
  list(FILTER viewer_files EXCLUDE REGEX "/node_modules/")
  add_custom_command(OUTPUT ${viewer_build}/checked
                     COMMAND ${NODE_PROGRAM} ${viewer_dir}/check.mjs ${viewer_build}
                     COMMAND ${CMAKE_COMMAND} -E touch ${viewer_build}/checked
                     DEPENDS ${viewer_files} ${viewer_dir}/tsconfig.json ${viewer_tools} ${pages}
                     COMMENT "Checking the viewer" VERBATIM)
  add_custom_target(viewer_checked ALL DEPENDS ${viewer_build}/checked)
endif()

# Pages in a browser; without one they are not tested.
find_program(CHROMIUM_PROGRAM NAMES chromium chromium-browser google-chrome)
if(PLEUEL_HAS_VIEWER AND CHROMIUM_PROGRAM AND TARGET pleuel_program)
  file(GLOB page_tests CONFIGURE_DEPENDS ${viewer_dir}/test/*.test.mjs)
  foreach(page_test IN LISTS page_tests)
    get_filename_component(name ${page_test} NAME_WE)
    add_test(NAME viewer.${name} COMMAND ${NODE_PROGRAM} --test ${page_test})
    set_tests_properties(viewer.${name} PROPERTIES LABELS viewer TIMEOUT 300 ENVIRONMENT
      "PLEUEL_PROGRAM=$<TARGET_FILE:pleuel_program>;PLEUEL_VIEWER_BUILD=${viewer_build};PLEUEL_CHROMIUM=${CHROMIUM_PROGRAM}")
  endforeach()
elseif(PLEUEL_HAS_VIEWER)
  message(STATUS "chromium is not found: pages are built, but not tested in a browser")
endif()

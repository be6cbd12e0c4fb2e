# The types and the layout of viewer/ are checked by the build; its pages are looked at in a browser by tests.
if(PLEUEL_HAS_VIEWER AND PLEUEL_HAS_NODE)
  file(GLOB_RECURSE viewer_files CONFIGURE_DEPENDS ${viewer_dir}/*.ts ${viewer_dir}/*.css ${viewer_dir}/*.mjs)
  list(FILTER viewer_files EXCLUDE REGEX "/node_modules/")
  add_custom_command(OUTPUT ${viewer_build}/checked
                     COMMAND ${NODE_PROGRAM} ${viewer_dir}/check.mjs ${viewer_build}
                     DEPENDS ${viewer_files} ${viewer_dir}/tsconfig.json ${viewer_tools} ${pages}
                     COMMENT "Checking the viewer" VERBATIM)
  add_custom_target(viewer_checked ALL DEPENDS ${viewer_build}/checked)
endif()

# The pages that ship with the sources are those of the sources: by their hash, and byte by byte where packages can be had.
add_test(NAME viewer.shipped_pages_are_of_these_sources
         COMMAND ${CMAKE_COMMAND} -DVIEWER=${viewer_dir} -DCHECK=ON -P ${PROJECT_SOURCE_DIR}/cmake/pages.cmake)
if(PLEUEL_HAS_NODE)
  foreach(test shipped_pages_are_what_the_sources_give pages_are_built_without_a_registry)
    add_test(NAME viewer.${test}
             COMMAND ${CMAKE_COMMAND} -DCLAIM=${test} -DVIEWER=${viewer_dir} -DNODE=${NODE_PROGRAM}
                     -DOUT=${CMAKE_CURRENT_BINARY_DIR}/${test} -P ${CMAKE_CURRENT_LIST_DIR}/pages_test.cmake)
    set_tests_properties(viewer.${test} PROPERTIES TIMEOUT 60)
  endforeach()
  set_tests_properties(viewer.shipped_pages_are_what_the_sources_give PROPERTIES
                       SKIP_REGULAR_EXPRESSION "registry does not answer")
endif()

# Pages in a browser; without one they are not tested.
find_program(CHROMIUM_PROGRAM NAMES chromium chromium-browser google-chrome)
if(PLEUEL_HAS_VIEWER AND PLEUEL_HAS_NODE AND CHROMIUM_PROGRAM AND TARGET pleuel_program)
  file(GLOB page_tests CONFIGURE_DEPENDS ${viewer_dir}/test/*.test.mjs)
  foreach(page_test IN LISTS page_tests)
    get_filename_component(name ${page_test} NAME_WE)
    add_test(NAME viewer.${name} COMMAND ${NODE_PROGRAM} --test ${page_test})
    # ./test --long runs those that take minutes, and ./test does not.
    set(labels viewer)
    if(name MATCHES "_long$")
      set(labels "viewer;long")
    endif()
    set_tests_properties(viewer.${name} PROPERTIES LABELS "${labels}" TIMEOUT 300
      SKIP_REGULAR_EXPRESSION "packages for tests of pages are not installed" ENVIRONMENT
      "PLEUEL_PROGRAM=$<TARGET_FILE:pleuel_program>;PLEUEL_VIEWER_BUILD=${viewer_build};PLEUEL_CHROMIUM=${CHROMIUM_PROGRAM}")
  endforeach()
elseif(PLEUEL_HAS_VIEWER)
  message(STATUS "chromium or node is not found: pages are built, but not tested in a browser")
endif()

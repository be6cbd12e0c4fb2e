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

# The pages of viewer/, in viewer/ of the build folder, and compiled in. Sets `page_sources`.
include(${CMAKE_CURRENT_LIST_DIR}/pages.cmake)

set(PLEUEL_VIEWER AUTO CACHE STRING "Pages of runs and benches: ON, OFF, or AUTO: where this is the whole project and pages can be had")
set_property(CACHE PLEUEL_VIEWER PROPERTY STRINGS AUTO ON OFF)

set(viewer_dir ${CMAKE_CURRENT_SOURCE_DIR}/viewer)
set(viewer_build ${CMAKE_CURRENT_BINARY_DIR}/viewer)
find_program(NODE_PROGRAM NAMES node nodejs)
find_program(NPM_PROGRAM npm)
set(PLEUEL_HAS_NODE 0)
if(NODE_PROGRAM AND NPM_PROGRAM)
  set(PLEUEL_HAS_NODE 1)
endif()

set(PLEUEL_HAS_VIEWER 0)
if(PLEUEL_VIEWER STREQUAL "ON" OR (PLEUEL_VIEWER STREQUAL "AUTO" AND PROJECT_IS_TOP_LEVEL))
  are_shipped_pages_current(${viewer_dir} are_pages_shipped)
  if(PLEUEL_HAS_NODE OR are_pages_shipped)
    set(PLEUEL_HAS_VIEWER 1)
  elseif(PLEUEL_VIEWER STREQUAL "ON")
    message(FATAL_ERROR "viewer/src differs from what the pages in viewer/shipped were built from, so PLEUEL_VIEWER=ON needs node 18 or later and npm; "
                        "install them (Debian: nodejs, npm) or set PLEUEL_VIEWER=OFF.")
  else()
    message(STATUS "viewer/shipped is out of date, and node or npm is not found: built without pages of runs and benches")
  endif()
endif()

set(page_names)
set(pages)
if(PLEUEL_HAS_VIEWER)
  # A page is a folder of viewer/src with a main.ts.
  file(GLOB entries RELATIVE ${viewer_dir}/src CONFIGURE_DEPENDS ${viewer_dir}/src/*/main.ts)
  foreach(entry IN LISTS entries)
    get_filename_component(name ${entry} DIRECTORY)
    list(APPEND page_names ${name})
    list(APPEND pages ${viewer_build}/${name}.html)
  endforeach()
  file(GLOB_RECURSE viewer_sources CONFIGURE_DEPENDS ${viewer_dir}/src/*.ts ${viewer_dir}/src/*.css ${viewer_dir}/shipped/*)
  set(viewer_tools ${viewer_dir}/build.mjs ${viewer_dir}/install.mjs ${viewer_dir}/package.json ${viewer_dir}/package-lock.json)
  set(node_option)
  if(PLEUEL_HAS_NODE)
    set(node_option -DNODE=${NODE_PROGRAM})
  endif()
  set(pages_script ${CMAKE_CURRENT_SOURCE_DIR}/cmake/pages.cmake)
  add_custom_command(OUTPUT ${pages}
                     COMMAND ${CMAKE_COMMAND} -DVIEWER=${viewer_dir} -DOUT=${viewer_build} ${node_option} -P ${pages_script}
                     DEPENDS ${viewer_sources} ${viewer_tools} ${pages_script} COMMENT "Making the pages" VERBATIM)
endif()

# The pages are taken in by the assembler: a megabyte of characters in a C++ literal would take the compiler seconds.
set(page_sources ${CMAKE_CURRENT_BINARY_DIR}/page_templates.cpp)
set(symbols "")
set(cases "")
foreach(name IN LISTS page_names)
  string(APPEND symbols "asm(R\"(
  .section .rodata
  .global pleuel_page_${name}
  .global pleuel_page_${name}_end
pleuel_page_${name}:
  .incbin \"${viewer_build}/${name}.html\"
pleuel_page_${name}_end:
  .byte 0
  .previous
)\");
extern \"C\" const char pleuel_page_${name}[], pleuel_page_${name}_end[];\n")
  string(APPEND cases "  if (name == \"${name}\")
    return {pleuel_page_${name}, static_cast<std::size_t>(pleuel_page_${name}_end - pleuel_page_${name})};\n")
endforeach()
file(CONFIGURE OUTPUT ${page_sources} @ONLY CONTENT [=[
// Made from viewer/ by cmake/viewer.cmake.
#include "pleuel/io/page_templates.hpp"

@symbols@
namespace pleuel {

std::string_view page_template([[maybe_unused]] std::string_view name) {
@cases@  return {};
}

}  // namespace pleuel
]=])
if(pages)
  set_source_files_properties(${page_sources} PROPERTIES OBJECT_DEPENDS "${pages}" SKIP_PRECOMPILE_HEADERS ON)
endif()

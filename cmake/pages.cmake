# The pages of viewer/ in the folder OUT, NAME.html for each viewer/src/NAME with a main.ts:
#
#   cmake -DVIEWER=viewer -DOUT=folder [-DNODE=node] -P cmake/pages.cmake    for the build
#   cmake -DVIEWER=viewer -DOUT=folder -DNODE=node -DSHIP=ON -P …            renews viewer/shipped/
#   cmake -DVIEWER=viewer -DCHECK=ON -P …                                    fails where viewer/shipped/ is out of date
#
# viewer/shipped/ holds pages that were built before, and a hash of the sources they were built from. Where the sources
# are still these, the pages are taken, so that a build needs neither node nor a package registry. Otherwise node builds
# them. As an included file it gives only the functions.
cmake_minimum_required(VERSION 3.25)

# One hash of all that pages are made from.
function(viewer_hash viewer result)
  file(GLOB_RECURSE files RELATIVE ${viewer} ${viewer}/src/*.ts ${viewer}/src/*.css)
  list(APPEND files build.mjs package.json package-lock.json)
  list(SORT files)
  set(lines "")
  foreach(file IN LISTS files)
    file(SHA256 ${viewer}/${file} hash)
    string(APPEND lines "${hash} ${file}\n")
  endforeach()
  string(SHA256 hash "${lines}")
  set(${result} ${hash} PARENT_SCOPE)
endfunction()

# TRUE where the pages in viewer/shipped/ were built from the sources as they are.
function(are_shipped_pages_current viewer result)
  set(is_current FALSE)
  if(EXISTS ${viewer}/shipped/sources.sha256)
    file(STRINGS ${viewer}/shipped/sources.sha256 recorded LIMIT_COUNT 1)
    viewer_hash(${viewer} present)
    if(recorded STREQUAL present)
      set(is_current TRUE)
    endif()
  endif()
  set(${result} ${is_current} PARENT_SCOPE)
endfunction()

function(build_pages node viewer out)
  execute_process(COMMAND ${node} ${viewer}/build.mjs ${out} RESULT_VARIABLE code)
  if(NOT code EQUAL 0)
    message(FATAL_ERROR "The pages of viewer/ cannot be built; viewer/src differs from what the pages in viewer/shipped were built from. "
                        "Connect to the package registry, or configure with -DPLEUEL_VIEWER=OFF.")
  endif()
endfunction()

if(NOT CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  return()
endif()

get_filename_component(VIEWER ${VIEWER} ABSOLUTE)
are_shipped_pages_current(${VIEWER} is_current)
if(CHECK)
  if(NOT is_current)
    message(FATAL_ERROR "viewer/shipped is older than the sources of the viewer; renew it by scripts/ship-pages and commit it.")
  endif()
elseif(SHIP)
  build_pages(${NODE} ${VIEWER} ${OUT})
  viewer_hash(${VIEWER} hash)
  file(GLOB pages ${OUT}/*.html)
  file(REMOVE_RECURSE ${VIEWER}/shipped)
  file(COPY ${pages} DESTINATION ${VIEWER}/shipped)
  file(WRITE ${VIEWER}/shipped/sources.sha256 "${hash}\n")
elseif(is_current)
  file(GLOB pages ${VIEWER}/shipped/*.html)
  file(COPY ${pages} DESTINATION ${OUT})
  # Now, not when they were built: else the build would look for them again and again.
  foreach(page IN LISTS pages)
    get_filename_component(name ${page} NAME)
    file(TOUCH ${OUT}/${name})
  endforeach()
elseif(NODE)
  build_pages(${NODE} ${VIEWER} ${OUT})
else()
  message(FATAL_ERROR "viewer/src differs from what the pages in viewer/shipped were built from, and node is not found. Install node and npm "
                      "(Debian: nodejs, npm), or configure with -DPLEUEL_VIEWER=OFF.")
endif()

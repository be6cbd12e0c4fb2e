# compile_together(TARGET SOURCE…): the files of a folder are compiled together, up to twelve at a time, and read the headers they
# share once. What a file keeps to itself must therefore have a name of its own within its folder.
set(unity_size 12)

# As dear as a group by themselves, or with names of their own kind.
set(unity_alone /linalg/decompositions\\.cpp$ /linalg/superlu_factor\\.cpp$ /linalg/umfpack_factor\\.cpp$ /linalg/cholmod_factor\\.cpp$
    /model/multibody_system\\.cpp$ /material/ /model/expression/ /model/unit/
    /model/force/spring_damper\\.cpp$ /model/force/bushing_force\\.cpp$ /cli/main\\.cpp$)

function(compile_together target)
  list(JOIN unity_alone "|" alone)
  set(folder "")
  foreach(source IN LISTS ARGN)
    if(source MATCHES "${alone}")
      continue()
    endif()
    get_filename_component(here ${source} DIRECTORY)
    if(NOT here STREQUAL folder)
      set(folder ${here})
      set(count 0)
    endif()
    file(RELATIVE_PATH group ${PROJECT_SOURCE_DIR}/src ${folder})
    string(REPLACE "/" "_" group ${group})
    math(EXPR number "${count} / ${unity_size}")
    set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${group}_${number})
    math(EXPR count "${count} + 1")
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
endfunction()

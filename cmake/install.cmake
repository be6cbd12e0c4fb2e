# Installation: `find_package(pleuel)` gives pleuel::pleuel. Two components, so that the library can be installed
# where the program was not built: `development` and `program`.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pleuel)

install(TARGETS pleuel pleuel_core pleuel_lab EXPORT pleuelTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/pleuel COMPONENT development
        FILES_MATCHING PATTERN "*.hpp" PATTERN cli EXCLUDE)
install(EXPORT pleuelTargets NAMESPACE pleuel:: DESTINATION ${package_dir} COMPONENT development)

configure_package_config_file(cmake/pleuelConfig.cmake.in ${PROJECT_BINARY_DIR}/pleuelConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pleuelConfigVersion.cmake COMPATIBILITY SameMinorVersion)
# The library is static, so whoever links it links KLU, MUMPS, SuperLU, METIS and HDF5 too: the modules that find them travel with it.
install(FILES ${PROJECT_BINARY_DIR}/pleuelConfig.cmake ${PROJECT_BINARY_DIR}/pleuelConfigVersion.cmake
              cmake/FindKLU.cmake cmake/FindMUMPS.cmake cmake/FindSuperLU.cmake cmake/FindUMFPACK.cmake cmake/FindCHOLMOD.cmake cmake/FindMETIS.cmake cmake/FindHDF5C.cmake
        DESTINATION ${package_dir} COMPONENT development)

foreach(component development program)
  install(FILES LICENSE THIRD_PARTY.md DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT ${component})
endforeach()

if(TARGET pleuel_program)
  install(TARGETS pleuel_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  # The program tells of itself: its manual page, and how shells complete its line.
  set(manual ${PROJECT_BINARY_DIR}/manual)
  set(manual_files ${manual}/pleuel.1 ${manual}/pleuel ${manual}/_pleuel)
  set(texts "manual" "completion bash" "completion zsh")
  set(commands)
  foreach(file text IN ZIP_LISTS manual_files texts)
    list(APPEND commands COMMAND sh -c "'$<TARGET_FILE:pleuel_program>' list ${text} > '${file}'")
  endforeach()
  add_custom_command(OUTPUT ${manual_files} COMMAND ${CMAKE_COMMAND} -E make_directory ${manual} ${commands}
                     DEPENDS pleuel_program COMMENT "Writing the manual page" VERBATIM)
  add_custom_target(pleuel_manual ALL DEPENDS ${manual_files})
  install(FILES ${manual}/pleuel.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 COMPONENT program)
  install(FILES ${manual}/pleuel DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions COMPONENT program)
  install(FILES ${manual}/_pleuel DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions COMPONENT program)
endif()

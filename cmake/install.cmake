# Installation: `find_package(pleuel)` gives pleuel::pleuel. Two components, so that the library can be installed
# where the program was not built: `development` and `program`.
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/pleuel)

install(TARGETS pleuel EXPORT pleuelTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT development)
install(DIRECTORY src/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/pleuel COMPONENT development
        FILES_MATCHING PATTERN "*.hpp" PATTERN cli EXCLUDE)
install(EXPORT pleuelTargets NAMESPACE pleuel:: DESTINATION ${package_dir} COMPONENT development)

configure_package_config_file(cmake/pleuelConfig.cmake.in ${PROJECT_BINARY_DIR}/pleuelConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/pleuelConfigVersion.cmake COMPATIBILITY SameMinorVersion)
# The library is static, so whoever links it links KLU and HDF5 too: the modules that find them travel with it.
install(FILES ${PROJECT_BINARY_DIR}/pleuelConfig.cmake ${PROJECT_BINARY_DIR}/pleuelConfigVersion.cmake
              cmake/FindKLU.cmake cmake/FindHDF5C.cmake
        DESTINATION ${package_dir} COMPONENT development)

if(TARGET pleuel_program)
  install(TARGETS pleuel_program RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
endif()

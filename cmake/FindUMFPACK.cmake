# SuiteSparse's UMFPACK: multifrontal LU, under the GPL. Gives UMFPACK::UMFPACK.
find_path(UMFPACK_INCLUDE_DIR umfpack.h PATH_SUFFIXES suitesparse)
find_library(UMFPACK_LIBRARY umfpack)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(UMFPACK REQUIRED_VARS UMFPACK_LIBRARY UMFPACK_INCLUDE_DIR)
if(UMFPACK_FOUND AND NOT TARGET UMFPACK::UMFPACK)
  add_library(UMFPACK::UMFPACK UNKNOWN IMPORTED)
  set_target_properties(UMFPACK::UMFPACK PROPERTIES IMPORTED_LOCATION "${UMFPACK_LIBRARY}"
                                            INTERFACE_INCLUDE_DIRECTORIES "${UMFPACK_INCLUDE_DIR}")
endif()
mark_as_advanced(UMFPACK_INCLUDE_DIR UMFPACK_LIBRARY)

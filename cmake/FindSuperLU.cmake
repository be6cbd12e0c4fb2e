# SuperLU, sequential: supernodal LU. Gives SuperLU::SuperLU.
find_path(SUPERLU_INCLUDE_DIR slu_ddefs.h PATH_SUFFIXES superlu)
find_library(SUPERLU_LIBRARY superlu)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SuperLU REQUIRED_VARS SUPERLU_LIBRARY SUPERLU_INCLUDE_DIR)
if(SuperLU_FOUND AND NOT TARGET SuperLU::SuperLU)
  add_library(SuperLU::SuperLU UNKNOWN IMPORTED)
  set_target_properties(SuperLU::SuperLU PROPERTIES IMPORTED_LOCATION "${SUPERLU_LIBRARY}"
                                                    INTERFACE_INCLUDE_DIRECTORIES "${SUPERLU_INCLUDE_DIR}")
endif()
mark_as_advanced(SUPERLU_INCLUDE_DIR SUPERLU_LIBRARY)

# MUMPS, sequential: multifrontal LU and LDLᵀ. Gives MUMPS::MUMPS, the libraries for real and complex matrices.
find_path(MUMPS_INCLUDE_DIR dmumps_c.h PATH_SUFFIXES mumps mumps_seq)
find_library(MUMPS_REAL_LIBRARY dmumps_seq)
find_library(MUMPS_COMPLEX_LIBRARY zmumps_seq)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(MUMPS REQUIRED_VARS MUMPS_REAL_LIBRARY MUMPS_COMPLEX_LIBRARY MUMPS_INCLUDE_DIR)
if(MUMPS_FOUND AND NOT TARGET MUMPS::MUMPS)
  add_library(MUMPS::MUMPS INTERFACE IMPORTED)
  set_target_properties(MUMPS::MUMPS PROPERTIES INTERFACE_LINK_LIBRARIES "${MUMPS_REAL_LIBRARY};${MUMPS_COMPLEX_LIBRARY}"
                                                INTERFACE_INCLUDE_DIRECTORIES "${MUMPS_INCLUDE_DIR}")
endif()
mark_as_advanced(MUMPS_INCLUDE_DIR MUMPS_REAL_LIBRARY MUMPS_COMPLEX_LIBRARY)

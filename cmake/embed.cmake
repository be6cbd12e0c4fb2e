# cmake -DOUT=file.cpp -DDIR=folder -DNAMES=a.csv,b.csv -DHEADER=layer/name.hpp -DNAMESPACE=pleuel -DFUNCTION=name -P embed.cmake:
# a source file with a function that gives the files' text by name, so that an installed program finds its data wherever it stands.
string(REPLACE "," ";" names "${NAMES}")
set(text "// Made by cmake/embed.cmake from files.\n#include \"pleuel/${HEADER}\"\n\nnamespace ${NAMESPACE} {\n\n")
string(APPEND text "std::string_view ${FUNCTION}(std::string_view name) {\n")
foreach(name IN LISTS names)
  file(READ ${DIR}/${name} contents)
  string(APPEND text "  if (name == \"${name}\")\n    return R\"data(${contents})data\";\n")
endforeach()
string(APPEND text "  return {};\n}\n\n}  // namespace ${NAMESPACE}\n")
file(WRITE ${OUT} "${text}")

# cmake -DOUT=file.cpp -DDIR=folder -DNAMES=a.csv,b.csv -P embed.cmake: a source file that holds the files' text, so that an
# installed program finds its data wherever it stands.
string(REPLACE "," ";" names "${NAMES}")
set(text "// Made from src/lab/data by cmake/embed.cmake.\n#include \"pleuel/lab/embedded_data.hpp\"\n\nnamespace pleuel {\n\n")
string(APPEND text "std::string_view embedded_data(std::string_view name) {\n")
foreach(name IN LISTS names)
  file(READ ${DIR}/${name} contents)
  string(APPEND text "  if (name == \"${name}\")\n    return R\"csv(${contents})csv\";\n")
endforeach()
string(APPEND text "  return {};\n}\n\n}  // namespace pleuel\n")
file(WRITE ${OUT} "${text}")

#include "pleuel/io/vtk_series.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <span>
#include <stdexcept>

#include "pleuel/base/markup.hpp"
#include "pleuel/fem/stress.hpp"
#include "pleuel/io/whole_file.hpp"

namespace pleuel {
namespace {

const char* byte_order() { return std::endian::native == std::endian::little ? "LittleEndian" : "BigEndian"; }

template <class Number>
void append_number(std::string& text, Number value) {
  char buffer[32];
  text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr);
}

void append_base64(std::string& text, const std::vector<unsigned char>& bytes) {
  static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
    std::uint32_t group = 0;
    for (std::size_t k = 0; k < 3; ++k) group = group << 8 | (k < n ? bytes[i + k] : 0u);
    for (std::size_t k = 0; k < 4; ++k) text += k <= n ? digits[group >> (18 - 6 * k) & 63] : '=';
  }
}

template <class Number>
const char* vtk_type() {
  if constexpr (std::is_same_v<Number, double>)
    return "Float64";
  else if constexpr (std::is_same_v<Number, std::int64_t>)
    return "Int64";
  else
    return "UInt8";
}

/// <DataArray …> with its values; base64 data are headed by their number of bytes.
template <class Number>
void append_array(std::string& text, const std::string& name, int components, std::span<const Number> values,
                  VtkFormat format) {
  text += std::string("<DataArray type=\"") + vtk_type<Number>() + "\" Name=\"" + markup_escaped(name) +
          "\" NumberOfComponents=\"" + std::to_string(components) + "\" format=\"" +
          (format == VtkFormat::ascii ? "ascii" : "binary") + "\">\n";
  if (format == VtkFormat::ascii) {
    for (std::size_t k = 0; k < values.size(); ++k) {
      append_number(text, values[k]);
      text += (k + 1) % components == 0 ? '\n' : ' ';
    }
  } else {
    const std::uint64_t size = values.size_bytes();
    std::vector<unsigned char> bytes(sizeof size + size);
    std::memcpy(bytes.data(), &size, sizeof size);
    if (size > 0) std::memcpy(bytes.data() + sizeof size, values.data(), size);
    append_base64(text, bytes);
    text += '\n';
  }
  text += "</DataArray>\n";
}

std::uint8_t vtk_cell(fem::CellType type) {
  switch (type) {
    case fem::CellType::beam:
      return 3;  // VTK_LINE
    case fem::CellType::t3:
      return 5;  // VTK_TRIANGLE
    case fem::CellType::t6:
      return 22;  // VTK_QUADRATIC_TRIANGLE, whose nodes come in the order of T6
    case fem::CellType::tet4:
      return 10;  // VTK_TETRA
    case fem::CellType::tet10:
      return 24;  // VTK_QUADRATIC_TETRA, whose nodes come in the order of Tet10
  }
  return 0;
}

std::vector<VtkField> elastic_fields(const fem::ElasticBody& body, const Vector& q) {
  if (body.is_beam()) {
    const Matrix forces = fem::SectionForces::at_nodes(body, q);
    std::vector<VtkField> fields;
    for (const auto& field : fem::SectionForces::fields(body))
      fields.push_back({field.name, 1, forces.row(static_cast<Eigen::Index>(fields.size()))});
    return fields;
  }
  const Matrix stress = fem::nodal_stress(body, q);
  return {{"von_mises", 1, fem::von_mises(body, stress)},
          {"stress", static_cast<int>(stress.rows()), stress.reshaped()}};
}

}  // namespace

void write_vtu(const std::filesystem::path& path, const fem::Mesh& mesh, const Eigen::Matrix3Xd& positions,
               const std::vector<VtkField>& fields, VtkFormat format) {
  if (positions.cols() != mesh.n_nodes())
    throw std::logic_error("write_vtu: one position per node is needed");
  const auto span_of = [](const auto& x) { return std::span<const double>(x.data(), x.size()); };
  std::string text =
      std::string(
          "<?xml version=\"1.0\"?>\n<VTKFile type=\"UnstructuredGrid\" version=\"1.0\" byte_order=\"") +
      byte_order() + "\" header_type=\"UInt64\">\n<UnstructuredGrid>\n<Piece NumberOfPoints=\"" +
      std::to_string(mesh.n_nodes()) + "\" NumberOfCells=\"" + std::to_string(mesh.n_elements()) +
      "\">\n<PointData>\n";
  for (const auto& field : fields) {
    if (field.values.size() != field.components * positions.cols())
      throw std::logic_error("write_vtu: field " + field.name +
                             " must have one value per node and component");
    append_array(text, field.name, field.components, span_of(field.values), format);
  }
  text += "</PointData>\n<Points>\n";
  append_array(text, "Points", 3, span_of(positions), format);
  text += "</Points>\n<Cells>\n";
  std::vector<std::int64_t> connectivity, offsets;
  std::vector<std::uint8_t> types;
  for (const auto& element : mesh.elements) {
    for (const int node : element.nodes()) connectivity.push_back(node);
    offsets.push_back(static_cast<std::int64_t>(connectivity.size()));
    types.push_back(vtk_cell(element.type));
  }
  append_array<std::int64_t>(text, "connectivity", 1, connectivity, format);
  append_array<std::int64_t>(text, "offsets", 1, offsets, format);
  append_array<std::uint8_t>(text, "types", 1, types, format);
  text += "</Cells>\n</Piece>\n</UnstructuredGrid>\n</VTKFile>\n";
  write_whole_file(path, text);
}

VtkSeries::VtkSeries(std::filesystem::path directory, std::string name, const fem::ElasticBody& body,
                     const VtkSeriesOptions& options)
    : directory_(std::move(directory)), name_(std::move(name)), body_(body), options_(options) {
  make_directory(directory_);
}

void VtkSeries::add(double t, const Vector& q, const FramePose& pose, std::vector<VtkField> fields) {
  if (q.size() != body_.n_dofs())
    throw std::logic_error("VtkSeries: the size of q differs from that of the body");
  const fem::Mesh& mesh = body_.mesh();
  Eigen::Matrix3Xd positions(3, mesh.n_nodes());
  VtkField displacement{"displacement", 3, Vector(3 * mesh.n_nodes())};
  for (int i = 0; i < mesh.n_nodes(); ++i) {
    const Eigen::Vector3d u = body_.displacement(i, q);
    positions.col(i) = pose.position + pose.rotation * (mesh.nodes[i] + options_.scale * u);
    displacement.values.segment<3>(3 * i) = pose.rotation * u;
  }
  if (fields.empty()) fields = elastic_fields(body_, q);
  fields.insert(fields.begin(), std::move(displacement));
  std::string number = std::to_string(n_written_++);
  number.insert(0, number.size() < 5 ? 5 - number.size() : 0, '0');
  const std::string file = name_ + "_" + number + ".vtu";
  write_vtu(directory_ / file, mesh, positions, fields, options_.format);
  entries_ += "<DataSet timestep=\"";
  append_number(entries_, t);
  entries_ += "\" part=\"0\" file=\"" + markup_escaped(file) + "\"/>\n";
}

void VtkSeries::close() {
  write_whole_file(
      directory_ / (name_ + ".pvd"),
      std::string("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"1.0\" byte_order=\"") +
          byte_order() + "\">\n<Collection>\n" + entries_ + "</Collection>\n</VTKFile>\n");
}

}  // namespace pleuel

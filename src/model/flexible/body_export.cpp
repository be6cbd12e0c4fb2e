#include "pleuel/model/flexible/body_export.hpp"

#include <algorithm>
#include <set>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/import/dmig.hpp"
#include "pleuel/fem/import/matrix_market.hpp"
#include "pleuel/fem/import/node_table.hpp"
#include "pleuel/fem/import/sid_body.hpp"
#include "pleuel/model/flexible/elastic_builder.hpp"
#include "pleuel/model/flexible/elastic_data.hpp"

namespace pleuel {
namespace {

constexpr int most_shapes = 200;  // of a SID file, which grows with the third power

std::string quoted_json(const std::string& text) { return "\"" + text + "\""; }

/// Whether the body's frame or markers name nodes by their numbers.
bool uses_numbers(const BuiltDescription& model, int body) {
  const auto is_number = [](const NodeChoice& choice) { return std::holds_alternative<NodeNumbers>(choice); };
  for (const MarkerDescription& marker : model.markers)
    if (marker.body == body && marker.nodes && is_number(*marker.nodes)) return true;
  const auto& frame = model.bodies[body].flexible->frame;
  if (!frame) return false;
  if (const auto* chord = std::get_if<ChordFrame>(&*frame))
    return is_number(chord->a) || is_number(chord->b) || (chord->c && is_number(*chord->c));
  const auto* tangent = std::get_if<TangentFrame>(&*frame);
  return tangent != nullptr && is_number(tangent->nodes);
}

/// The names of the sets that a body's frame and markers use.
std::set<std::string> used_sets(const BuiltDescription& model, int body) {
  std::set<std::string> names;
  const auto add = [&](const NodeChoice& choice) {
    if (const auto* name = std::get_if<std::string>(&choice)) names.insert(*name);
  };
  for (const MarkerDescription& marker : model.markers)
    if (marker.body == body && marker.nodes) add(*marker.nodes);
  const ElasticData& data = *model.bodies[body].flexible;
  if (!data.frame) return names;
  if (const auto* chord = std::get_if<ChordFrame>(&*data.frame)) {
    add(chord->a);
    add(chord->b);
    if (chord->c) add(*chord->c);
  } else if (const auto* tangent = std::get_if<TangentFrame>(&*data.frame)) {
    add(tangent->nodes);
  } else if (const auto* held = std::get_if<SupportFrame>(&*data.frame)) {
    for (const auto& support : held->supports) names.insert(support.set);
  }
  return names;
}

/// The keys of a marker's axes, or nothing if they are those of the body.
std::string axes_text(const Eigen::Matrix3d& axes) {
  if (axes == Eigen::Matrix3d::Identity()) return {};
  const auto vector = [&](int column) {
    std::string text;
    for (int i = 0; i < 3; ++i) text += (i == 0 ? "" : ", ") + shortest_text(axes(i, column));
    return "[" + text + "]";
  };
  return R"(, "z": )" + vector(2) + R"(, "x": )" + vector(0);
}

/// "sets": {…}, or nothing; `offset` is added to the numbers of nodes.
std::string sets_text(const BuiltDescription& model, int number, const fem::Mesh& mesh,
                      long long offset = 0) {
  std::string text;
  for (const std::string& name : used_sets(model, number)) {
    std::string nodes;
    for (const int node : mesh.node_set(name))
      nodes += (nodes.empty() ? "" : ", ") + std::to_string(mesh.node_tag(node) + offset);
    text += (text.empty() ? "" : ", ") + quoted_json(name) + ": [" + nodes + "]";
  }
  return text.empty() ? "" : ", \"sets\": {" + text + "}";
}

const fem::ElasticBody& elastic_body(const BuiltBody& body, const std::string& name) {
  if (!body.shape)
    throw InvalidInput(
        "the body '" + name +
        "' is imported: its matrices are in its files already; export it as sid, if it is reduced");
  return body.shape->body;
}

BodyExport matrices(const BuiltDescription& model, int number, const BuiltBody& built,
                    const std::string& name) {
  const fem::ElasticBody& body = elastic_body(built, name);
  const std::string by = "of the body '" + name + "' of " + model.name + ", SI units";
  BodyExport out;
  out.files = {{name + ".mass.mtx", fem::matrix_market_text(body.mass(), true, "mass " + by)},
               {name + ".stiffness.mtx", fem::matrix_market_text(body.stiffness(), true, "stiffness " + by)},
               {name + ".nodes.csv", fem::node_table_text(body.mesh())},
               {name + ".unknowns.txt", fem::unknown_table_text(body)}};
  out.keys = R"("import": {"type": "matrices", "mass": )" + quoted_json(out.files[0].name) +
             R"(, "stiffness": )" + quoted_json(out.files[1].name) + R"(, "nodes": )" +
             quoted_json(out.files[2].name) + R"(, "unknowns": )" + quoted_json(out.files[3].name) +
             sets_text(model, number, body.mesh()) + "}";
  return out;
}

BodyExport cards(const BuiltDescription& model, int number, const BuiltBody& built, const std::string& name) {
  const fem::ElasticBody& body = elastic_body(built, name);
  if (fem::grid_offset(body.mesh()) > 0 && uses_numbers(model, number))
    throw InvalidInput("the body '" + name +
                       "' has a node 0, so that its grid points get other numbers, but its frame or a marker "
                       "names nodes by numbers; name them by sets or places");
  BodyExport out;
  out.files = {{name + ".pch", fem::dmig_text(body, {{"KAAX", &body.stiffness()}, {"MAAX", &body.mass()}})}};
  out.keys = R"("import": {"type": "dmig", "file": )" + quoted_json(out.files[0].name) +
             sets_text(model, number, body.mesh(), fem::grid_offset(body.mesh())) + "}";
  return out;
}

/// One per component.
std::vector<Matrix> bending_matrices(const MarkerBending& bending) {
  const FixedMatrix& pattern = bending.K.pattern;
  std::vector<Matrix> all(6, Matrix::Zero(pattern.rows, pattern.cols));
  for (std::size_t i = 0; i < bending.components.size(); ++i)
    for (int j = 0; j < pattern.cols; ++j)
      for (int e = pattern.start[j]; e < pattern.start[j + 1]; ++e)
        all[static_cast<std::size_t>(bending.components[i])](pattern.row[e], j) =
            bending.K.values(static_cast<Eigen::Index>(i), e);
  return all;
}

BodyExport sid(const BuiltDescription& model, int number, const BuiltBody& built, const std::string& name) {
  if (!built.spatial_equations)
    throw InvalidInput("the body '" + name +
                       "' is planar, but standard input data describe bodies in space; export it as "
                       "matrix-market or dmig");
  const int n = built.n_deformation();
  const bool has_all = !built.reduction && built.shape;
  if (n > most_shapes || has_all)
    throw InvalidInput(
        "the body '" + name + "' has " + std::to_string(n) +
        " deformations, but standard input data hold few shapes, at most 200; give it 'modes' or "
        "'reduction'");
  std::vector<fem::SidNode> nodes;
  std::string markers;
  for (std::size_t k = 0; k < model.markers.size(); ++k) {
    const MarkerDescription& marker = model.markers[k];
    if (marker.body != number || !marker.nodes) continue;
    const int m = static_cast<int>(k);
    fem::SidNode node{.number = static_cast<long long>(nodes.size()) + 1,
                      .X = marker.position,
                      .motion = {},
                      .has_rotation = !model.markers_without_rotation.contains(m)};
    node.motion.setZero(6, n);
    if (const auto found = model.flexible_markers.find(m); found != model.flexible_markers.end()) {
      node.X = found->second.X;
      for (const auto& e : found->second.entries) node.motion(e.component, e.dof) += e.weight;
      if (found->second.bending) node.bending = bending_matrices(*found->second.bending);
    }
    markers += (markers.empty() ? "" : ", ") + quoted_json(marker.name.substr(marker.name.rfind('.') + 1)) +
               R"(: {"node": )" + std::to_string(node.number) + axes_text(marker.axes) + "}";
    nodes.push_back(std::move(node));
  }
  std::vector<std::string> names;
  for (const Quantity& q : built.deformations) names.push_back(q.name);
  BodyExport out;
  out.files = {
      {name + ".SID_FEM", fem::sid_text(fem::sid_file(built.spatial_equations->data(), nodes, names))}};
  out.keys = R"("import": {"type": "sid", "file": )" + quoted_json(out.files[0].name) + "}" +
             (markers.empty() ? "" : ", \"markers\": {" + markers + "}");
  out.replaced = {"frame", "modes", "reduction", "damping", "elasticity"};
  if (!markers.empty()) out.replaced.emplace_back("markers");
  return out;
}

}  // namespace

BodyExport export_body(const BuiltDescription& model, const std::string& name, ExportFormat format) {
  const auto body = std::ranges::find(model.bodies, name, &BodyDescription::name);
  if (body == model.bodies.end()) {
    std::vector<std::string> names;
    for (const auto& [number, built] : model.flexible_bodies) names.push_back(model.bodies[number].name);
    throw InvalidInput(names.empty() ? "the model has no flexible body to export"
                                     : unknown_name("flexible body", name, names));
  }
  const auto number = static_cast<int>(body - model.bodies.begin());
  const BuiltBody* const built = model.flexible_body(static_cast<std::size_t>(number));
  if (built == nullptr)
    throw InvalidInput("the body '" + name +
                       "' is rigid; only flexible bodies have mass and stiffness matrices");
  if (built->points)
    throw InvalidInput("the body '" + name +
                       "' has inelastic strains, which mass and stiffness matrices do not contain; export an "
                       "elastic body");
  BodyExport out = format == ExportFormat::matrix_market ? matrices(model, number, *built, name)
                   : format == ExportFormat::dmig        ? cards(model, number, *built, name)
                                                         : sid(model, number, *built, name);
  const std::vector<std::string> of_mesh =
      built->shape ? std::vector<std::string>{"mesh", "material", "section", "thickness", "state"}
                   : std::vector<std::string>{"import"};
  out.replaced.insert(out.replaced.begin(), of_mesh.begin(), of_mesh.end());
  out.files.push_back({name + ".import.json", "{" + out.keys + "}\n"});
  return out;
}

}  // namespace pleuel

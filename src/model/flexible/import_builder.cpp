#include "pleuel/model/flexible/import_builder.hpp"

#include <algorithm>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/body_frame.hpp"
#include "pleuel/model/flexible/imported_nodes.hpp"
#include "pleuel/model/flexible/nodal_reduction.hpp"
#include "pleuel/model/flexible/recovered_fields.hpp"

namespace pleuel {
namespace {

using fem::NodalDof;

constexpr const char* stress = "stress";

/// S of the files in terms of the deformations of the model.
FixedMatrix recovery_of(const RecoveryChoice& choice, const fem::ImportedBody& body,
                        const fem::DofSelection& frame, const Matrix& V, double length) {
  const fem::TextMatrix& text = choice.matrix;
  FixedMatrix S = fem::plain_matrix(text, body.rows());
  // Displacements are in units of the files.
  for (int j = 0; j < S.cols; ++j)
    if (!is_rotation(body.unknowns()[static_cast<std::size_t>(j)].which))
      for (int k = S.start[j]; k < S.start[j + 1]; ++k) S.value[k] /= length;
  std::vector<std::pair<int, int>> pattern;
  for (const int j : frame.kept())
    for (int k = S.start[j]; k < S.start[j + 1]; ++k) pattern.emplace_back(S.row[k], frame.place(j));
  FixedMatrix kept(S.rows, frame.n_kept(), pattern);
  for (const int j : frame.kept())
    for (int k = S.start[j]; k < S.start[j + 1]; ++k)
      kept.value[kept.slot(S.row[k], frame.place(j))] = S.value[k];
  if (V.cols() == 0) return kept;
  Matrix SV = Matrix::Zero(S.rows, V.cols());
  for (Eigen::Index k = 0; k < V.cols(); ++k) kept.multiply_add(1, V.col(k).data(), SV.col(k).data());
  return fem::full_matrix(SV);
}

/// D = α M + β K of the reduced or whole body, and that of the files.
FixedMatrix damping_of(const fem::Rayleigh& rayleigh, const FixedMatrix& M, const FixedMatrix& K,
                       const FixedMatrix& given) {
  if (rayleigh.alpha == 0 && rayleigh.beta == 0) return given;
  std::vector<std::pair<int, int>> pattern;
  for (const FixedMatrix* const A : {&M, &K, &given})
    for (int j = 0; j < A->cols; ++j)
      for (int k = A->start[j]; k < A->start[j + 1]; ++k) pattern.emplace_back(A->row[k], j);
  FixedMatrix D(K.rows, K.cols, pattern);
  const auto add = [&](const FixedMatrix& A, double factor) {
    for (int j = 0; j < A.cols; ++j)
      for (int k = A.start[j]; k < A.start[j + 1]; ++k) D.value[D.slot(A.row[k], j)] += factor * A.value[k];
  };
  add(M, rayleigh.alpha);
  add(K, rayleigh.beta);
  add(given, 1);
  return D;
}

template <int D>
fem::FlexibleBodyData<D> data_of(const CheckedImport& import, const fem::DofSelection& frame,
                                 const fem::Rayleigh& rayleigh, const Eigen::Vector3d& gravity) {
  const fem::ImportedBody& body = import.body;
  FixedMatrix given;
  if (body.damping().rows > 0) given = frame.restrict(body.damping());
  fem::FlexibleBodyData<D> data;
  if constexpr (D == 2)
    data.integrals = fem::planar_nodal_integrals(body, import.mass).restricted(frame);
  else
    data.integrals = fem::spatial_nodal_integrals(body, import.mass).restricted(frame);
  data.stiffness = frame.restrict(body.stiffness());
  data.damping = damping_of(rayleigh, frame.restrict(body.mass()), data.stiffness, given);
  data.gravity = gravity.template head<D>();
  return data;
}

/// Null if all are zero.
std::shared_ptr<const MarkerBending> bending_of(const std::vector<Matrix>& matrices) {
  MarkerBending bending;
  for (std::size_t c = 0; c < matrices.size(); ++c)
    if (matrices[c].cwiseAbs().maxCoeff() > 0) bending.components.push_back(static_cast<int>(c));
  if (bending.components.empty()) return nullptr;
  const Eigen::Index n = matrices[0].rows();
  bending.K.pattern = fem::full_matrix(Matrix::Zero(n, n)).without_values();
  bending.K.values.resize(static_cast<Eigen::Index>(bending.components.size()), n * n);
  for (std::size_t i = 0; i < bending.components.size(); ++i)
    bending.K.values.row(static_cast<Eigen::Index>(i)) =
        matrices[static_cast<std::size_t>(bending.components[i])].reshaped().transpose();
  return std::make_shared<MarkerBending>(std::move(bending));
}

}  // namespace

CheckedImport make_imported(const fem::ImportData& data, std::optional<double> expected_mass) {
  fem::ImportedBody body(data);
  fem::NodalMass mass = fem::nodal_mass_of(body);
  fem::ImportReport report = fem::check_import(body, data, mass, expected_mass);
  return {std::move(body), std::move(mass), std::move(report), data.units.length};
}

void check_recovery(const RecoveryChoice& recovery, int n_columns, int dimension) {
  const fem::TextMatrix& matrix = recovery.matrix;
  const std::string what = matrix.path + ": the matrix of '" + recovery.name + "' has ";
  if (matrix.cols != n_columns)
    throw InvalidInput(
        what + std::to_string(matrix.cols) + " columns, but the body has " + std::to_string(n_columns) +
        " unknowns; give a column for each row of the mass matrix, or each mode of a SID file");
  const int n = recovery.name == stress ? (dimension == 3 ? 6 : 3) : 1;
  if (matrix.rows % n != 0)
    throw InvalidInput(what + std::to_string(matrix.rows) + " rows, but must have " + std::to_string(n) +
                       " per point (" + (dimension == 3 ? "xx, yy, zz, xy, yz, zx" : "xx, yy, xy") +
                       "); export it again");
}

void check_import_dynamics(const ElasticDynamics& dynamics, bool is_sid) {
  if (dynamics.elasticity != Elasticity::linear)
    throw InvalidInput(std::string("an imported body has linear elasticity: its elements are not known") +
                       (is_sid ? ", and geometric stiffening comes with the SID file" : "") +
                       "; remove 'elasticity'");
  if (!dynamics.loads.empty())
    throw InvalidInput(
        "tractions and body forces need elements, which an imported body does not have; take forces at "
        "markers");
  if (is_sid && !dynamics.displacements.empty())
    throw InvalidInput(
        "a SID file holds a reduced body, whose nodes cannot be moved one by one; remove "
        "'displacements', or move a marker by a driver");
  if (is_sid && dynamics.reduction)
    throw InvalidInput("a SID file holds a reduced body; remove 'modes' and 'reduction'");
}

ElasticBuild build_imported(CheckedImport imported, const FrameChoice& choice, BodyMarkers markers,
                            const ElasticDynamics& dynamics, const std::vector<RecoveryChoice>& recovery,
                            const Eigen::Vector3d& gravity) {
  check_dynamics(dynamics, false);
  check_import_dynamics(dynamics, false);
  if (imported.report.is_massless_somewhere && !dynamics.reduction)
    throw InvalidInput(
        "some unknowns have no mass, so all unknowns cannot be kept; give 'modes' or "
        "'reduction'");
  const fem::ImportedBody& body = imported.body;
  const auto moved = moved_unknowns(body, dynamics.displacements);
  const fem::DofSelection frame = make_frame(body, choice, moved);
  std::shared_ptr<const fem::MeanAxes> mean;
  if (std::holds_alternative<MeanFrame>(choice)) mean = std::make_shared<fem::MeanAxes>(body);
  auto built = std::make_shared<BuiltBody>();
  ElasticBuild result;
  result.remarks = imported.report.remarks;
  const FramedNodes nodes{body, frame, mean.get()};
  Matrix V;
  if (body.dimension() == 3) {
    auto data = data_of<3>(imported, frame, dynamics.damping, gravity);
    built->reduction = reduce_nodes(nodes, dynamics, data, markers, V, built->deformations);
    built->spatial_equations = std::make_shared<fem::FlexibleBody<3>>(std::move(data));
  } else {
    auto data = data_of<2>(imported, frame, dynamics.damping, gravity);
    built->reduction = reduce_nodes(nodes, dynamics, data, markers, V, built->deformations);
    built->equations = std::make_shared<fem::FlexibleBody<2>>(std::move(data));
  }
  if (!built->reduction) {
    built->deformations = nodal_names(body, frame);
    built->mean_axes = mean;
    add_conditions(nodes, markers.rigid_sets, moved, *built);
  }
  built->nodes = std::make_shared<ImportedNodes>(body, frame, V);
  std::vector<RecoveredFields::Part> parts;
  for (const RecoveryChoice& some : recovery)
    parts.push_back(
        {some.name, some.unit, some.name == stress, recovery_of(some, body, frame, V, imported.length)});
  if (!parts.empty())
    built->recovered = std::make_shared<RecoveredFields>(std::move(parts), body.dimension());
  result.body = std::move(built);
  result.markers = std::move(markers.markers);
  return result;
}

SidBuild::SidBuild(const ImportChoice& choice)
    : body_(fem::sid_body(std::get<fem::SidFile>(choice.from))), recovery_(choice.recovery) {
  const auto& file = std::get<fem::SidFile>(choice.from);
  if (choice.expected_mass) fem::require_mass(file.mass, *choice.expected_mass, file.path);
  for (const auto& node : body_.nodes) {
    nodes_.nodes.push_back(node.X);
    nodes_.node_tags.push_back(node.number);
  }
  for (const auto& [name, numbers] : choice.sets)
    nodes_.node_sets[name] = all_nodes(nodes_, NodeNumbers{numbers});
}

FlexibleMarker SidBuild::marker(const NodeChoice& choice) const {
  if (nodes_.nodes.empty())
    throw InvalidInput("the SID file has no nodes; export those where markers are attached");
  const auto nodes = all_nodes(nodes_, choice);
  const double share = 1.0 / static_cast<double>(nodes.size());
  FlexibleMarker marker;
  Eigen::Matrix<double, 6, Eigen::Dynamic> motion = 0 * body_.nodes[0].motion;
  const Eigen::Index n_q = motion.cols();
  std::vector<Matrix> bending(6, Matrix::Zero(n_q, n_q));
  for (const int node : nodes) {
    const fem::SidNode& n = body_.nodes[static_cast<std::size_t>(node)];
    marker.X += share * n.X;
    motion += share * n.motion;
    marker.has_rotation &= n.has_rotation;
    for (std::size_t c = 0; c < n.bending.size(); ++c) bending[c] += share * n.bending[c];
  }
  for (int component = 0; component < 6; ++component)
    for (Eigen::Index k = 0; k < motion.cols(); ++k)
      if (motion(component, k) != 0)
        marker.entries.push_back({component, static_cast<int>(k), motion(component, k)});
  marker.bending = bending_of(bending);
  return marker;
}

ElasticBuild SidBuild::build(BodyMarkers markers, const ElasticDynamics& dynamics,
                             const Eigen::Vector3d& gravity) {
  check_import_dynamics(dynamics, true);
  auto built = std::make_shared<BuiltBody>();
  ElasticBuild result;
  result.remarks = body_.remarks;
  fem::FlexibleBodyData<3> data{.integrals = std::move(body_.integrals),
                                .stiffness = std::move(body_.stiffness),
                                .damping = std::move(body_.damping),
                                .gravity = gravity,
                                .geometric = std::move(body_.geometric)};
  const FixedMatrix M = data.integrals.mass.matrix();
  data.damping = damping_of(dynamics.damping, M, data.stiffness, data.damping);
  if (dynamics.modal_damping.is_given()) {
    Matrix D = modal_damping(dynamics.modal_damping, data.stiffness.dense(), M.dense());
    if (data.damping.rows > 0) D += data.damping.dense();
    data.damping = fem::full_matrix(D);
  }
  for (int k = 0; k < data.integrals.size(); ++k)
    built->deformations.push_back({"mode" + std::to_string(k + 1), ""});
  built->spatial_equations = std::make_shared<fem::FlexibleBody<3>>(std::move(data));
  built->nodes = std::make_shared<ImportedNodes>(body_.nodes);
  std::vector<RecoveredFields::Part> parts;
  for (const RecoveryChoice& some : recovery_) {
    const auto n = static_cast<int>(built->deformations.size());
    std::vector<int> order(static_cast<std::size_t>(n));
    for (int k = 0; k < n; ++k) order[static_cast<std::size_t>(k)] = k;
    parts.push_back({some.name, some.unit, some.name == stress, fem::plain_matrix(some.matrix, order)});
  }
  if (!parts.empty()) built->recovered = std::make_shared<RecoveredFields>(std::move(parts), 3);
  result.body = std::move(built);
  result.markers = std::move(markers.markers);
  return result;
}

}  // namespace pleuel

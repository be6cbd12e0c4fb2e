#include "pleuel/model/flexible/reduction_builder.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <tuple>

#include "pleuel/base/error.hpp"
#include "pleuel/fem/basis.hpp"
#include "pleuel/fem/reduction.hpp"
#include "pleuel/linalg/decompositions.hpp"

namespace pleuel {
namespace {

using fem::ShapeKind;

constexpr double no_motion = 1e-14;  // of an interface, against its other components

/// Motions of markers that the deformation causes, as columns, and what they are.
struct MarkerMotions {
  FixedMatrix columns;
  struct Motion {
    std::string marker;
    int component;  ///< of FlexibleMarker::Entry
  };
  std::vector<Motion> motions;
};

/// Forces along x, y, z and moments about them at a marker, a column each.
Matrix unit_loads(const FlexibleMarker& marker, Eigen::Index n) {
  Matrix loads = Matrix::Zero(n, 6);
  for (const auto& e : marker.entries) loads(e.dof, e.component) += e.weight;
  return loads;
}

MarkerMotions motions_of(const std::vector<MarkerName>& chosen, const ReducibleBody& body,
                         const std::vector<FlexibleMarker>& markers) {
  MarkerMotions result;
  std::vector<std::pair<int, int>> pattern;
  std::vector<std::tuple<int, int, double>> values;
  for (const MarkerName& name : chosen) {
    const FlexibleMarker& marker = markers[place_of(name, body.marker_names)];
    for (int component = 0; component < 6; ++component) {
      double size = 0;
      for (const auto& e : marker.entries)
        if (e.component == component) size = std::max(size, std::abs(e.weight));
      if (!(size > 0)) continue;  // the frame holds it
      const auto column = static_cast<int>(result.motions.size());
      for (const auto& e : marker.entries)
        if (e.component == component && std::abs(e.weight) > no_motion * size) {
          pattern.emplace_back(e.dof, column);
          values.emplace_back(e.dof, column, e.weight);
        }
      result.motions.push_back({name.name, component});
    }
  }
  result.columns = FixedMatrix(body.mass.rows, static_cast<int>(result.motions.size()), pattern);
  for (const auto& [dof, column, weight] : values)
    result.columns.value[result.columns.slot(dof, column)] += weight;
  return result;
}

FlexibleMarker reduced(const FlexibleMarker& marker, const Matrix& V) {
  const Matrix weights = V.transpose() * unit_loads(marker, V.rows());
  FlexibleMarker result{marker.X, {}, marker.has_rotation, marker.nodes};
  if (marker.bending)
    result.bending = std::make_shared<MarkerBending>(
        MarkerBending{marker.bending->components, marker.bending->K.reduced(V)});
  for (int component = 0; component < 6; ++component)
    for (Eigen::Index k = 0; k < V.cols(); ++k)
      if (weights(k, component) != 0)
        result.entries.push_back({component, static_cast<int>(k), weights(k, component)});
  return result;
}

Matrix inertia_loads(const fem::ShapeIntegrals<2>& s) {
  Matrix loads(s.size(), 4);
  loads << s.c1, s.c2, s.c12, s.c21;
  return loads;
}
Matrix inertia_loads(const fem::ShapeIntegrals<3>& s) { return s.inertia_loads(); }

template <int D>
void add_truncation(const fem::FlexibleBodyData<D>& data, const ReducibleBody& body, const Matrix& V,
                    const std::vector<FlexibleMarker>& markers, ReductionReport& report) {
  const auto n_markers = static_cast<Eigen::Index>(markers.size());
  const Matrix of_inertia = inertia_loads(data.integrals);
  const Eigen::Index n = of_inertia.cols();
  Matrix loads(V.rows(), n + 6 * n_markers);
  loads.leftCols(n) = of_inertia;
  for (Eigen::Index k = 0; k < n_markers; ++k)
    loads.middleCols<6>(n + 6 * k) = unit_loads(markers[k], V.rows());
  const Vector error = fem::truncation_error(data.stiffness, body.response, V, loads);
  report.inertia = error.head(n).maxCoeff();
  for (Eigen::Index k = 0; k < n_markers; ++k)
    report.markers.push_back(
        {body.marker_names[static_cast<std::size_t>(k)], error.segment<6>(n + 6 * k).maxCoeff()});
}

FixedMatrix mass_of(const fem::ShapeIntegrals<2>& s) { return s.M; }
FixedMatrix mass_of(const fem::ShapeIntegrals<3>& s) { return s.mass.matrix(); }

double ratio_at(const ModalDamping& damping, Eigen::Index mode, double omega) {
  if (damping.table.empty())
    return damping.ratios[std::min(static_cast<std::size_t>(mode), damping.ratios.size() - 1)];
  const auto& table = damping.table;
  if (omega <= table.front().first) return table.front().second;
  for (std::size_t k = 1; k < table.size(); ++k)
    if (omega <= table[k].first) {
      const double share = (omega - table[k - 1].first) / (table[k].first - table[k - 1].first);
      return (1 - share) * table[k - 1].second + share * table[k].second;
    }
  return table.back().second;
}

constexpr const char* component_names[] = {"x", "y", "z", "rotation x", "rotation y", "rotation z"};

const char* text_of(ShapeKind kind) {
  switch (kind) {
    case ShapeKind::given:
      return "given shape";
    case ShapeKind::constraint:
      return "constraint mode";
    case ShapeKind::attachment:
      return "attachment mode";
    case ShapeKind::inertia:
      return "response to inertia";
    case ShapeKind::normal:
      return "normal mode";
    default:
      return "fixed-interface mode";
  }
}

/// Names of p, and the rows of the report.
void name_shapes(const fem::Basis& basis, const MarkerMotions& interfaces, const MarkerMotions& attachments,
                 bool is_planar, Reduction& result) {
  static constexpr const char* motions[] = {"_ux", "_uy", "_uz", "_thetax", "_thetay", "_thetaz"};
  std::array<std::size_t, 6> count = {};
  for (const ShapeKind kind : basis.kinds) {
    const std::size_t k = count[static_cast<std::size_t>(kind)]++;
    ReductionReport::Shape row{.kind = text_of(kind)};
    const std::string number = std::to_string(k + 1);
    switch (kind) {
      case ShapeKind::constraint: {
        const auto& [marker, component] = interfaces.motions[static_cast<std::size_t>(basis.interfaces[k])];
        row.of = marker + ", " + component_names[component];
        const bool is_rotation = component >= FlexibleMarker::first_rotation;
        result.names.push_back(
            {marker + (is_planar && is_rotation ? "_theta" : motions[component]), is_rotation ? "rad" : "m"});
        break;
      }
      case ShapeKind::attachment: {
        const auto& [marker, component] = attachments.motions[static_cast<std::size_t>(basis.loads[k])];
        row.of = marker + ", " + component_names[component];
        result.names.push_back({"attachment" + number, "m kg^½"});
        break;
      }
      case ShapeKind::inertia:
        result.names.push_back({"inertia" + number, "m kg^½"});
        break;
      case ShapeKind::given:
        row.of = number;
        result.names.push_back({"shape" + number, ""});
        break;
      default:
        result.names.push_back({"mode" + number, "m kg^½"});
    }
    result.report.shapes.push_back(std::move(row));
  }
}

}  // namespace

std::size_t place_of(const MarkerName& name, const std::vector<std::string>& names) {
  const auto found = std::ranges::find(names, name.name);
  if (found != names.end()) return static_cast<std::size_t>(found - names.begin());
  std::string all;
  for (const std::string& other : names) all += (all.empty() ? "'" : ", '") + other + "'";
  throw InvalidInput("the body has no marker '" + name.name + "'" +
                     (all.empty() ? "; add it to 'markers'" : "; take one of " + all));
}

Matrix modal_damping(const ModalDamping& damping, const Matrix& K, const Matrix& M) {
  const SymmetricEigenSystem modes = symmetric_eigen_system(K, M);
  Matrix D = Matrix::Zero(K.rows(), K.cols());
  for (Eigen::Index k = 0; k < modes.values.size(); ++k) {
    const double omega = std::sqrt(std::max(modes.values[k], 0.0));
    const Vector m = M * modes.vectors.col(k);
    D += 2 * ratio_at(damping, k, omega) * omega * m * m.transpose();
  }
  return D;
}

template <int D>
Reduction reduce(const ReductionChoice& choice, const ModalDamping& damping, const ReducibleBody& body,
                 fem::FlexibleBodyData<D>& data, std::vector<FlexibleMarker>& markers) {
  const MarkerMotions interfaces = motions_of(choice.interfaces, body, markers);
  const MarkerMotions attachments = motions_of(choice.attachments, body, markers);
  const fem::Basis basis =
      fem::make_basis(body.response, body.mass,
                      {.n_modes = choice.modes,
                       .interfaces = interfaces.columns,
                       .loads = attachments.columns,
                       .inertia = choice.has_inertia_shapes ? inertia_loads(data.integrals) : Matrix(),
                       .given = body.given});
  if (basis.V.cols() == 0)
    throw InvalidInput("the reduction keeps no shape; give 'modes', 'interfaces', 'attachments' or 'shapes'");
  const fem::ReducedBody<D> small(data.integrals, data.stiffness, basis.V);
  Reduction result{.V = small.V, .names = {}, .report = {}};
  ReductionReport& report = result.report;
  name_shapes(basis, interfaces, attachments, D == 2, result);
  report.n_unknowns = data.stiffness.rows;
  report.first_omitted = basis.first_omitted;
  add_truncation<D>(data, body, small.V, markers, report);
  const Matrix M = mass_of(small.integrals).dense(), &K = small.stiffness;
  Matrix dampings = data.damping.rows > 0 ? fem::projected(data.damping, small.V)
                                          : Matrix(Matrix::Zero(K.rows(), K.cols()));
  if (damping.is_given()) dampings += modal_damping(damping, K, M);
  for (Eigen::Index k = 0; k < K.rows(); ++k) {
    ReductionReport::Shape& shape = report.shapes[static_cast<std::size_t>(k)];
    shape.omega = std::sqrt(std::max(K(k, k) / M(k, k), 0.0));
    shape.ratio = shape.omega > 0 ? dampings(k, k) / (2 * shape.omega * M(k, k)) : 0;
    if (basis.kinds[static_cast<std::size_t>(k)] >= ShapeKind::normal)
      report.highest = std::max(report.highest, shape.omega);
  }
  if (data.damping.rows > 0 || damping.is_given()) data.damping = fem::full_matrix(dampings);
  data.integrals = small.integrals;
  data.stiffness = fem::full_matrix(small.stiffness);
  data.geometric = data.geometric.reduced(small.V);
  for (auto& marker : markers) marker = reduced(marker, small.V);
  return result;
}

template Reduction reduce<2>(const ReductionChoice&, const ModalDamping&, const ReducibleBody&,
                             fem::FlexibleBodyData<2>&, std::vector<FlexibleMarker>&);
template Reduction reduce<3>(const ReductionChoice&, const ModalDamping&, const ReducibleBody&,
                             fem::FlexibleBodyData<3>&, std::vector<FlexibleMarker>&);

}  // namespace pleuel

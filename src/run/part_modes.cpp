#include "pleuel/run/part_modes.hpp"

#include <algorithm>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/linalg/decompositions.hpp"
#include "pleuel/mechanics/drawing.hpp"
#include "pleuel/run/case_check.hpp"
#include "pleuel/run/case_equations.hpp"

namespace pleuel {
namespace {

/// The elastic body to which each deformation belongs: the text before the first point of its
/// coordinate's name, or the last word of the only drawn elastic body.
std::string body_of(const std::string& coordinate, const Case& c) {
  if (const auto point = coordinate.find('.'); point != std::string::npos) return coordinate.substr(0, point);
  if (!c.drawing || c.drawing->meshes.size() != 1) return "body";
  const std::string& name = c.drawing->meshes.front().name;
  return name.substr(name.rfind(' ') + 1);
}

/// The coordinate whose rate is velocity i.
int coordinate_of(int i, const MotionMatrices& m) {
  if (!m.H.is_empty()) return m.H.row[m.H.start[i]];
  return i;  // H is the identity
}

Matrix block(const Matrix& A, const std::vector<int>& rows, const std::vector<int>& columns) {
  Matrix part(rows.size(), columns.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < columns.size(); ++j)
      part(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)) = A(rows[i], columns[j]);
  return part;
}

/// The rows of G whose entries all belong to these velocities (ascending): conditions of mean axes
/// and of rigid sets.
Matrix conditions_within(const FixedMatrix& G, const std::vector<int>& velocities) {
  std::vector<bool> is_inside(G.rows, true), has_entry(G.rows, false);
  for (int j = 0; j < G.cols; ++j)
    for (int k = G.start[j]; k < G.start[j + 1]; ++k) {
      has_entry[G.row[k]] = true;
      if (!std::ranges::binary_search(velocities, j)) is_inside[G.row[k]] = false;
    }
  std::vector<int> rows;
  for (int i = 0; i < G.rows; ++i)
    if (is_inside[i] && has_entry[i]) rows.push_back(i);
  return rows.empty() ? Matrix() : block(G.dense(), rows, velocities);
}

/// Orthonormal columns that satisfy C x = 0.
Matrix free_directions(const Matrix& C, Eigen::Index n) {
  if (C.rows() == 0) return Matrix::Identity(n, n);
  Matrix padded = Matrix::Zero(std::max(n, C.rows()), n);
  padded.topRows(C.rows()) = C;
  return right_svd(padded).V.rightCols(n - rank_of(C));
}

}  // namespace

PartModes part_modes_of(const Catalogue& catalogue, const CaseRequest& request, const std::string& part) {
  const Problem& problem = catalogue.problem(request.case_name);
  const Case c = checked_case(problem, request.settings);
  equations_of(c).want_mechanism(problem, "modes");
  const SystemInfo& info = c.system->info();
  const auto evaluator = c.system->make_evaluator();
  MotionMatrices m = evaluator->matrices({});
  Vector q = c.q0;
  const Vector rest = Vector::Zero(info.n_v()), lambda = Vector::Zero(info.n_lambda());
  evaluator->linearize({.t = c.t_begin, .q = q, .v = rest, .a = rest, .lambda = lambda, .s = c.s0}, m);

  std::vector<int> velocities, coordinates;
  std::vector<std::string> bodies;
  PartModes result{{problem.name, problem.title, c.remarks, c.system}, part, {}, {}, {}};
  for (const int i : c.deformation) {
    const int j = coordinate_of(i, m);
    const std::string& name = info.q[static_cast<std::size_t>(j)].name;
    const std::string body = body_of(name, c);
    if (std::ranges::find(bodies, body) == bodies.end()) bodies.push_back(body);
    if (body != part) continue;
    velocities.push_back(i);
    coordinates.push_back(j);
    result.coordinates.push_back(name);
  }
  if (bodies.empty()) throw InvalidInput(problem.name + " has no elastic body, so --part has no meaning");
  if (velocities.empty()) throw InvalidInput(unknown_name("elastic body", part, bodies));
  if (static_cast<int>(velocities.size()) > most_part_unknowns)
    throw InvalidInput("'" + part + "' has " + std::to_string(velocities.size()) +
                       " deformations, and --part takes at most " + std::to_string(most_part_unknowns) +
                       "; reduce the body to modes, or use modes without --part");

  for (const int j : coordinates) q[j] = 0;
  evaluator->linearize({.t = c.t_begin, .q = q, .v = rest, .a = rest, .lambda = lambda, .s = c.s0}, m);
  const Matrix Z =
      free_directions(conditions_within(m.G, velocities), static_cast<Eigen::Index>(velocities.size()));
  const SymmetricEigenSystem system =
      symmetric_eigen_system(Z.transpose() * block(m.dynamics_q.dense(), velocities, coordinates) * Z,
                             Z.transpose() * block(m.M.dense(), velocities, velocities) * Z);
  result.omega = system.values.cwiseMax(0.0).cwiseSqrt();
  result.shapes = Z * system.vectors;
  for (Eigen::Index k = 0; k < result.shapes.cols(); ++k) {
    Eigen::Index at = 0;
    result.shapes.col(k).cwiseAbs().maxCoeff(&at);
    result.shapes.col(k) /= result.shapes(at, k);
  }
  return result;
}

}  // namespace pleuel

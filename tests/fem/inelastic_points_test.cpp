// Inelastic strains at the points of bodies: forces, derivatives, energy, dissipation.
#include "pleuel/fem/inelastic_points.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "fem/inelastic_bodies.hpp"
#include "pleuel/base/error.hpp"
#include "pleuel/base/left_domain.hpp"
#include "pleuel/fem/reference_cell.hpp"

namespace pleuel::fem {
namespace inelastic_points_test {

using Vector6 = Eigen::Matrix<double, 6, 1>;

class InelasticPointsOf : public ::testing::TestWithParam<BodyKind> {};

TEST_P(InelasticPointsOf, ForcesAreThoseOfTheStresses) {
  const InelasticBody bar(GetParam());
  const InelasticState at(bar);
  const FixedMatrix K = bar.stiffness();
  Vector force = times(K, at.q);
  bar.points->coupling().multiply_add(-1, at.x.data(), force.data());
  Vector added = Vector::Zero(bar.n());
  bar.points->add_forces(at.x, added);
  EXPECT_LT((force - (times(K, at.q) - added)).norm(), 1e-12 * added.norm());
  // The energy's gradient by differences; it is quadratic, so central differences are exact but for
  // rounding.
  InelasticPoints::Workspace work(*bar.points);
  const auto energy = [&](const Vector& q) {
    return 0.5 * q.dot(times(K, q)) + bar.points->energy(q, at.x, work);
  };
  for (int k = 0; k < bar.n(); ++k) {
    const double step = 2e-3 / largest_strain_of(bar, k);
    Vector up = at.q, down = at.q;
    up[k] += step;
    down[k] -= step;
    const double scale = std::max(K.value[K.slot(k, k)], 1.0) * step;
    EXPECT_NEAR(force[k], (energy(up) - energy(down)) / (2 * step), 1e-9 * scale) << k;
  }
}

TEST_P(InelasticPointsOf, StiffnessIsThatOfTheBody) {
  // Shear is no strain of the points.
  if (GetParam() == BodyKind::thick_beam || GetParam() == BodyKind::spatial_beam) return;
  const InelasticBody bar(GetParam());
  const FixedMatrix K = bar.stiffness();
  const int n_x = bar.points->material().n_states(), n_stress = bar.points->material().n_stress();
  double largest = 0;
  for (const double value : K.value) largest = std::max(largest, std::abs(value));
  for (int k = 0; k < bar.n(); ++k) {
    const Matrix strain = strain_of(bar, Vector::Unit(bar.n(), k));
    Vector x = Vector::Zero(bar.points->n_states());
    for (int p = 0; p < bar.points->n_points(); ++p) x.segment(p * n_x, n_stress) = strain.col(p);
    Vector force = Vector::Zero(bar.n());
    bar.points->add_forces(x, force);
    const double scale = std::sqrt(largest * std::max(K.value[K.slot(k, k)], 1.0));
    EXPECT_LT((force - times(K, Vector::Unit(bar.n(), k))).cwiseAbs().maxCoeff(), 1e-12 * scale) << k;
  }
}

/// Central differences of two widths h and h/2, combined to order 4.
template <class Rates>
Vector difference(const Rates& rates, const Vector& at, Eigen::Index k, double h) {
  const auto central = [&](double step) {
    Vector plus = at, minus = at;
    plus[k] += step;
    minus[k] -= step;
    return Vector((rates(plus) - rates(minus)) / (2 * step));
  };
  return (4 * central(h / 2) - central(h)) / 3;
}

/// The derivatives of all rates by q and x as full matrices.
std::pair<Matrix, Matrix> full_derivatives(const InelasticBody& bar, const InelasticState& at) {
  const auto& law = bar.points->material();
  const int n_x = law.n_states(), n_active = law.n_active();
  std::vector<std::pair<int, int>> columns;  // point and unknown of each
  bar.points->for_each_dof([&](int point, int dof, int) { columns.emplace_back(point, dof); });
  Vector x_blocks(bar.points->n_points() * n_x * n_active);
  Matrix q_columns(n_x, columns.size());
  InelasticPoints::Workspace work(*bar.points);
  bar.points->derivatives(at.q, at.x, x_blocks.data(), q_columns.data(), work);
  const int n_s = bar.points->n_states();
  Matrix by_q = Matrix::Zero(n_s, bar.n()), by_x = Matrix::Zero(n_s, n_s);
  for (std::size_t c = 0; c < columns.size(); ++c)
    by_q.block(columns[c].first * n_x, columns[c].second, n_x, 1) =
        q_columns.col(static_cast<Eigen::Index>(c));
  for (int p = 0; p < bar.points->n_points(); ++p)
    by_x.block(p * n_x, p * n_x, n_x, n_active) =
        Eigen::Map<const Matrix>(x_blocks.data() + p * n_x * n_active, n_x, n_active);
  return {by_q, by_x};
}

TEST_P(InelasticPointsOf, DerivativesOfTheRatesAreExactForEveryLaw) {
  for (const testing::Recipe& recipe : testing::recipes()) {
    const InelasticBody bar(GetParam(), recipe);
    const InelasticState at(bar);
    InelasticPoints::Workspace work(*bar.points);
    const int n_x = bar.points->material().n_states(), n_stress = bar.points->material().n_stress();
    const auto [by_q, by_x] = full_derivatives(bar, at);
    Vector rate(bar.points->n_states());
    const auto rates = [&](const Vector& q, const Vector& x) {
      bar.points->rates(q, x, rate, work);
      return rate;
    };
    rates(at.q, at.x);
    const Vector present = rate;
    // As in the tests of the laws: differences err by 1e-7 of the largest derivative of a point,
    // and by the rounding of the rates over the step of the strain.
    const auto check = [&](const Vector& given, const Vector& found, double by_strain, double step,
                           const std::string& by) {
      for (int p = 0; p < bar.points->n_points(); ++p) {
        const auto g = given.segment(p * n_x, n_x);
        const double rounding = 1e-12 * present.segment(p * n_x, n_x).cwiseAbs().maxCoeff() / step;
        EXPECT_LT((g - found.segment(p * n_x, n_x)).cwiseAbs().maxCoeff(),
                  1e-7 * g.cwiseAbs().maxCoeff() + by_strain * rounding)
            << bar.sample.name << ", point " << p << " by " << by;
      }
    };
    const double h = 5e-5 * recipe.stress / recipe.parameters.at("E");
    for (int k = 0; k < bar.n(); ++k) {
      const double largest = largest_strain_of(bar, k);
      check(by_q.col(k), difference([&](const Vector& q) { return rates(q, at.x); }, at.q, k, h / largest),
            largest, h, "q" + std::to_string(k));
    }
    for (int k = 0; k < bar.points->n_states(); k += 7) {
      const double step = k % n_x < n_stress ? h : 1e-4;
      check(by_x.col(k), difference([&](const Vector& x) { return rates(at.q, x); }, at.x, k, step), 1, step,
            "x" + std::to_string(k));
    }
  }
}

/// T = (I/h − φ_x)⁻¹, point by point.
Matrix inverse_of(const InelasticBody& bar, const Matrix& by_x, double h) {
  const int n_x = bar.points->material().n_states();
  Matrix T = Matrix::Zero(by_x.rows(), by_x.cols());
  for (int p = 0; p < bar.points->n_points(); ++p)
    T.block(p * n_x, p * n_x, n_x, n_x) =
        (Matrix::Identity(n_x, n_x) / h - by_x.block(p * n_x, p * n_x, n_x, n_x)).inverse();
  return T;
}

/// x of an implicit Euler step of size h from `start`, with the strains of q at its end.
Vector stepped(const InelasticBody& bar, const Vector& q, const Vector& start, double h) {
  InelasticPoints::Workspace work(*bar.points);
  InelasticState at(bar);
  at.q = q;
  at.x = start;
  Vector rate(start.size());
  for (int iteration = 0; iteration < 8; ++iteration) {
    bar.points->rates(at.q, at.x, rate, work);
    at.x -= inverse_of(bar, full_derivatives(bar, at).second, h) * Vector((at.x - start) / h - rate);
  }
  return at.x;
}

TEST_P(InelasticPointsOf, CondensedTangentIsThatOfAnImplicitStep) {
  // K − C T φ_q is the derivative of the forces K q − C w(q) after a step in which the fastest
  // point flows by half of its elastic strain.
  const testing::Recipe norton = testing::recipes().back();
  const InelasticBody bar(GetParam(), norton);
  InelasticState at(bar);
  InelasticPoints::Workspace work(*bar.points);
  Vector rate(at.x.size());
  bar.points->rates(at.q, at.x, rate, work);
  const double h = 0.5 * norton.stress / norton.parameters.at("E") / rate.cwiseAbs().maxCoeff();
  const Vector start = at.x;
  at.x = stepped(bar, at.q, start, h);
  const auto [by_q, by_x] = full_derivatives(bar, at);
  const Matrix K = bar.stiffness().dense(), C = bar.points->coupling().dense();
  const Matrix change = C * inverse_of(bar, by_x, h) * by_q;
  EXPECT_GT(change.norm(), 0.05 * K.norm());
  for (int k = 0; k < bar.n(); k += bar.n() / 4) {
    const double step = 3e-7 / largest_strain_of(bar, k);
    const auto forces = [&](const Vector& q) { return Vector(K * q - C * stepped(bar, q, start, h)); };
    const Vector found = difference(forces, at.q, k, step);
    EXPECT_LT((K.col(k) - change.col(k) - found).norm(), 1e-7 * K.col(k).norm() + 1e-9) << k;
  }
}

TEST_P(InelasticPointsOf, FlowTurnsWorkIntoHeatUnderEveryLaw) {
  for (const testing::Recipe& recipe : testing::recipes()) {
    const InelasticBody bar(GetParam(), recipe);
    InelasticPoints::Workspace work(*bar.points);
    for (unsigned seed = 1; seed < 10; ++seed) {
      const InelasticState at(bar, seed);
      EXPECT_GT(bar.points->dissipated(at.q, at.x, work), 0) << bar.sample.name << " " << seed;
    }
  }
}

TEST_P(InelasticPointsOf, PointsAreNamedWhereStrainsAreNoLongerSmall) {
  const InelasticBody bar(GetParam());
  InelasticPoints::Workspace work(*bar.points);
  Vector x = bar.points->start(), rate(x.size());
  const int last = bar.points->n_points() - 1;
  x[last * bar.points->material().n_states()] = -0.21;
  const auto [element, number] = bar.points->place(last);
  const int per_section = bar.points->fibres() ? bar.points->fibres()->n_fibres() : 0;
  const std::string place = bar.points->fibres()
                                ? "section 2, fibre " + std::to_string(number - per_section + 1) + " at y = "
                                : "point " + std::to_string(number + 1) + ":";
  try {
    const Vector rest = Vector::Zero(bar.n());
    bar.points->rates(rest, x, rate, work);
    ADD_FAILURE() << "no LeftDomain";
  } catch (const LeftDomain& left) {
    const std::string text = left.what();
    EXPECT_NE(text.find("element " + std::to_string(element) + ", " + place), std::string::npos) << text;
    EXPECT_NE(text.find("ep11 = -0.21"), std::string::npos) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(Bodies, InelasticPointsOf, ::testing::ValuesIn(body_kinds),
                         [](const auto& kind) { return name_of(kind.param); });

std::string refusal(const ElasticBody& body, material::StressState state, const char* E = "150 GPa") {
  const auto law = make_material(with_settings(material_set("SS316-S-600C"), {{"E", E}}), state);
  try {
    InelasticPoints(body, tangent_frame(body, body.is_beam() ? "start" : "left"), law);
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "";
}

TEST(InelasticPoints, RefuseMaterialsOfOtherBodiesAndBeamsWithoutFibres) {
  using material::StressState;
  const ElasticMaterial steel_316{150e9, 0.3, 7900};
  const auto expect = [&](const std::string& text, const char* part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  for (const BodyKind kind : body_kinds) {
    const ElasticBody body = body_of(kind, steel_316);
    EXPECT_EQ(refusal(body, state_of(body)), "");
    expect(refusal(body, state_of(body), "160 GPa"), "moduli are not those of the body");
    expect(refusal(body, body.is_solid() ? StressState::uniaxial : StressState::solid),
           "make it for the latter");
  }
  BeamSection section = body_of(BodyKind::beam, steel_316).beam_section();
  const Mesh line = beam_mesh({.length = 1, .elements = 2});
  section.fibres = rectangle_fibres(0.004, 0.0029, 4, 1);
  expect(refusal({line, section}, StressState::uniaxial), "do not have the area and the second moments");
  section.fibres = rectangle_fibres(0.004, 0.003, 1, 1);
  expect(refusal({line, section}, StressState::uniaxial), "do not have the area and the second moments");
  section.fibres = {};
  expect(refusal({line, section}, StressState::uniaxial), "has no fibres");
}

TEST(InelasticPoints, OfCurvedTetrahedraIntegrateConstantStressesExactly) {
  const InelasticBody bar(BodyKind::curved_tet10);
  const Vector6 w = (Vector6() << 3e-3, -1e-3, 2e-3, 5e-4, -2e-3, 1e-3).finished();
  const int n_x = bar.points->material().n_states();
  Vector x = bar.points->start(), found = Vector::Zero(bar.n());
  for (int p = 0; p < bar.points->n_points(); ++p) x.segment<6>(p * n_x) = w;
  bar.points->add_forces(x, found);
  const Vector6 s = bar.points->material().moduli() * w;
  Eigen::Matrix3d stress;
  stress << s[0], s[3], s[4], s[3], s[1], s[5], s[4], s[5], s[2];
  Vector wanted = Vector::Zero(bar.body.n_dofs());
  const Mesh& mesh = bar.body.mesh();
  for (const Cell& cell : mesh.elements)
    for (const auto& [xi, weight] : simplex_rule<3>(5)) {
      const CellAt<3> at(mesh, cell, xi);
      for (int k = 0; k < 10; ++k)
        wanted.segment<3>(3 * cell.node[k]) += weight * at.determinant * stress * at.gradient.col(k);
    }
  const Vector kept = bar.frame.restrict(wanted);
  EXPECT_LT((found - kept).norm(), 1e-13 * kept.norm());
}

}  // namespace inelastic_points_test
}  // namespace pleuel::fem

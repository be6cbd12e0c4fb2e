#include "pleuel/fem/inelastic_points.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "pleuel/base/error.hpp"
#include "pleuel/base/left_domain.hpp"
#include "pleuel/base/number_text.hpp"

namespace pleuel::fem {
namespace {

using material::StressState;

// Estimates for one point or element, for the decision about threads.
constexpr double operations_of_rates = 400, operations_of_derivatives = 1000, operations_of_forces = 200;
constexpr int most_rates = 256;  // n_states × n_stress of one point

StressState stress_state(const ElasticBody& body) {
  if (body.is_beam()) return StressState::uniaxial;
  if (body.is_solid()) return StressState::solid;
  return body.plane_section().state == PlaneState::stress ? StressState::plane_stress
                                                          : StressState::plane_strain;
}

/// D of the body's own material, of the components that are strains of its displacements: in plane
/// strain without 33.
Matrix moduli_of(const ElasticBody& body) {
  if (body.is_beam()) return Matrix::Constant(1, 1, body.material().modulus);
  if (body.is_solid()) return solid_moduli(body.material());
  return plane_moduli(body.material(), body.plane_section().state);
}

void require_same_moduli(const ElasticBody& body, const material::Material& law) {
  const Matrix own = moduli_of(body);
  std::vector<int> components;
  for (int i = 0; i < law.n_stress(); ++i)
    if (!(law.state() == StressState::plane_strain && i == 2)) components.push_back(i);
  for (std::size_t i = 0; i < components.size(); ++i)
    for (std::size_t j = 0; j < components.size(); ++j)
      if (std::abs(law.moduli()(components[i], components[j]) -
                   own(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j))) > 1e-12 * own(0, 0))
        throw InvalidInput("inelastic strains: the material's moduli are not those of the body");
}

std::variant<CellStrains<2>, CellStrains<3>, FibreStrains> strains_of(const ElasticBody& body, int n_stress) {
  if (body.is_beam()) return FibreStrains(body);
  if (body.is_solid()) return CellStrains<3>(body, n_stress);
  return CellStrains<2>(body, n_stress);
}

std::shared_ptr<const material::Material> checked(const ElasticBody& body,
                                                  std::shared_ptr<const material::Material> law) {
  const StressState state = stress_state(body);
  if (law->state() != state)
    throw InvalidInput("inelastic strains: the material is made for '" + name(law->state()) +
                       "', the body is in '" + name(state) + "'; make it for the latter");
  if (law->n_states() * law->n_stress() > most_rates)
    throw InvalidInput("inelastic strains: the material has " + std::to_string(law->n_states()) +
                       " internal variables; at most " + std::to_string(most_rates / law->n_stress()) +
                       " are allowed here");
  require_same_moduli(body, *law);
  return law;
}

}  // namespace

InelasticPoints::InelasticPoints(const ElasticBody& body, const DofSelection& frame,
                                 std::shared_ptr<const material::Material> law)
    : material_(checked(body, std::move(law))),
      n_x_(material_->n_states()),
      n_stress_(material_->n_stress()),
      strains_(strains_of(body, n_stress_)) {
  const Mesh& mesh = body.mesh();
  const auto& first = std::visit(
      [](const auto& s) -> const auto& { return s.first_point(); }, strains_);
  for (int e = 0; e < mesh.n_elements(); ++e) {
    const auto dofs = body.element_dofs(e);
    ElementPlaces places{static_cast<int>(dofs.size()), {}};
    for (std::size_t k = 0; k < dofs.size(); ++k) places.dof[k] = frame.place(dofs[k]);
    elements_.push_back(places);
    element_tags_.push_back(mesh.element_tag(e));
    for (int p = first[e]; p < first[e + 1]; ++p) points_.push_back({e, p - first[e]});
  }
  number_columns(frame.n_kept());
  find_coupling(frame.n_kept());
}

void InelasticPoints::find_coupling(int n_kept) {
  std::vector<std::pair<int, int>> entries;
  for_each_dof([&](int p, int dof, int) {
    for (int c = 0; c < n_stress_; ++c) entries.emplace_back(dof, p * n_x_ + c);
  });
  coupling_ = FixedMatrix(n_kept, n_states(), entries);
  const Matrix& D = material_->moduli();
  std::visit(
      [&](const auto& strains) {
        for (int p = 0; p < n_points(); ++p) {
          const ElementPlaces& places = elements_[points_[p].element];
          for (int k = 0; k < places.n_dofs; ++k) {
            if (places.dof[k] < 0) continue;
            const Eigen::VectorXd BtD = strains.weight(p) * (D * strains.column(p, k));
            for (int c = 0; c < n_stress_; ++c)
              coupling_.value[coupling_.slot(places.dof[k], p * n_x_ + c)] += BtD[c];
          }
        }
      },
      strains_);
}

/// Numbers the columns of for_each_dof, and colours the elements.
void InelasticPoints::number_columns(int n_kept) {
  const auto& first = std::visit(
      [](const auto& s) -> const auto& { return s.first_point(); }, strains_);
  std::vector<int> start = {0}, touched;
  first_column_.reserve(points_.size());
  int column = 0;
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    for (int k = 0; k < elements_[e].n_dofs; ++k)
      if (elements_[e].dof[k] >= 0) touched.push_back(elements_[e].dof[k]);
    const int n_columns = static_cast<int>(touched.size()) - start.back();
    start.push_back(static_cast<int>(touched.size()));
    for (int p = first[e]; p < first[e + 1]; ++p, column += n_columns) first_column_.push_back(column);
  }
  colored_ = ColoredGroups(start, touched, n_kept);
}

double InelasticPoints::weight(int point) const {
  return std::visit([point](const auto& strains) { return strains.weight(point); }, strains_);
}

Vector InelasticPoints::start() const {
  Vector x(n_states());
  for (int p = 0; p < n_points(); ++p) material_->start(part(view(x), p * n_x_, n_x_));
  return x;
}

InelasticPoints::Workspace::Workspace(const InelasticPoints& points)
    : strain(points.n_points() * points.n_stress_), xdot(points.n_states()) {}

/// ε at the points first … end − 1, element by element.
void InelasticPoints::strains(const ConstVec& q, int first, int end, Vector& out) const {
  std::visit(
      [&](const auto& strains) {
        std::array<double, most_dofs> of_element;
        for (int p = first; p < end;) {
          const int element = points_[p].element, next = std::min(end, strains.first_point()[element + 1]);
          const ElementPlaces& places = elements_[element];
          for (int k = 0; k < places.n_dofs; ++k) of_element[k] = places.dof[k] < 0 ? 0 : q[places.dof[k]];
          strains.evaluate(p, next, of_element.data(), out.data() + p * n_stress_);
          p = next;
        }
      },
      strains_);
}

void InelasticPoints::require_small(const ConstVec& x, int first, int end) const {
  for (int p = first; p < end; ++p)
    for (int i = 0; i < n_stress_; ++i)
      if (const double strain = x[p * n_x_ + i]; std::abs(strain) > largest_strain) {
        const std::string place =
            std::visit([&](const auto& at) { return at.name_of(points_[p].number); }, strains_);
        throw LeftDomain("element " + std::to_string(element_tags_[points_[p].element]) + ", " + place +
                         ": the inelastic strain " + material_->states()[i].name + " = " +
                         number_text(strain) + " is no longer small (limit " + number_text(largest_strain) +
                         "): the plastic flow runs away there");
      }
}

void InelasticPoints::rates(ConstVec q, ConstVec x, Vec xdot, Workspace& work) const {
  for_each_range(n_points(), operations_of_rates, [&](int first, int end) {
    require_small(x, first, end);
    strains(q, first, end, work.strain);
    material_->rates({end - first, work.strain.data() + first * n_stress_, x.data() + first * n_x_},
                     xdot.data() + first * n_x_);
  });
}

void InelasticPoints::derivatives(ConstVec q, ConstVec x, double* by_x, double* by_q, Workspace& work,
                                  std::span<const int> slots) const {
  for_each_range(n_points(), operations_of_derivatives, [&](int first, int end) {
    strains(q, first, end, work.strain);
    std::array<double, most_rates> by_strain;  // of one point
    const std::size_t block = static_cast<std::size_t>(n_x_) * material_->n_active();
    std::visit(
        [&](const auto& kernel) {
          for (int p = first; p < end; ++p) {
            const ElementPlaces& places = elements_[points_[p].element];
            material_->derivatives({1, work.strain.data() + p * n_stress_, x.data() + p * n_x_},
                                   {by_strain.data(), by_x + p * block});
            for (int k = 0, column = first_column_[p]; k < places.n_dofs; ++k) {
              if (places.dof[k] < 0) continue;
              double* const out = by_q + (slots.empty() ? column * n_x_ : slots[column]);
              kernel.multiply_column(p, k, by_strain.data(), n_x_, out);
              ++column;
            }
          }
        },
        strains_);
  });
}

void InelasticPoints::add_forces(ConstVec x, Vec f) const {
  double* const out = f.data();
  std::visit(
      [&](const auto& strains) {
        colored_.for_each(operations_of_forces, [&](int e) {
          const ElementPlaces& places = elements_[e];
          const int first = strains.first_point()[e], end = strains.first_point()[e + 1];
          std::array<double, most_dofs> sum = {};
          strains.add_forces({first, end, x.data() + first * n_x_, n_x_, &material_->moduli()}, sum.data());
          for (int k = 0; k < places.n_dofs; ++k)
            if (places.dof[k] >= 0) out[places.dof[k]] += sum[k];
        });
      },
      strains_);
}

double InelasticPoints::energy(ConstVec q, ConstVec x, Workspace& work) const {
  strains(q, 0, n_points(), work.strain);
  const Matrix& D = material_->moduli();
  double sum = 0;
  for (int p = 0; p < n_points(); ++p) {
    const double* const strain = work.strain.data() + p * n_stress_;
    const double* const w = x.data() + p * n_x_;
    double density = 0;
    for (int j = 0; j < n_stress_; ++j)
      for (int i = 0; i < n_stress_; ++i) density += (0.5 * w[i] - strain[i]) * D(i, j) * w[j];
    density += material_->hardening_energy(w);
    sum += weight(p) * density;
  }
  return sum;
}

double InelasticPoints::dissipated(ConstVec q, ConstVec x, Workspace& work) const {
  // Also evaluated between steps, where a strain may slightly exceed its limit.
  strains(q, 0, n_points(), work.strain);
  material_->rates({n_points(), work.strain.data(), x.data()}, work.xdot.data());
  const Matrix& D = material_->moduli();
  double sum = 0;
  for (int p = 0; p < n_points(); ++p) {
    const double* const strain = work.strain.data() + p * n_stress_;
    const double* const w = x.data() + p * n_x_;
    const double* const wdot = work.xdot.data() + p * n_x_;
    double density = 0;
    for (int j = 0; j < n_stress_; ++j)
      for (int i = 0; i < n_stress_; ++i) density += wdot[i] * D(i, j) * (strain[j] - w[j]);
    density -= material_->hardening_power(w, wdot);
    sum += weight(p) * density;
  }
  return sum;
}

Matrix InelasticPoints::stress(ConstVec q, ConstVec x) const {
  Vector strain(n_points() * n_stress_);
  strains(q, 0, n_points(), strain);
  Matrix elastic = Eigen::Map<const Matrix>(strain.data(), n_stress_, n_points());
  for (int p = 0; p < n_points(); ++p) elastic.col(p) -= x.segment(p * n_x_, n_stress_);
  return material_->moduli() * elastic;
}

}  // namespace pleuel::fem

#include "pleuel/model/joint_advice.hpp"

#include <algorithm>
#include <optional>

#include "pleuel/base/error.hpp"
#include "pleuel/base/left_domain.hpp"
#include "pleuel/mechanics/constraint_rank.hpp"
#include "pleuel/model/element_catalogue.hpp"
#include "pleuel/model/multibody_system.hpp"

namespace pleuel {
namespace {

constexpr std::size_t most_elements = 40;  // in question
// relative to 1 + max |q|: the replacement joint holds at the start
constexpr double met = 1e-6;

/// A joint or driver and its replacement: another type, or none.
struct Link {
  const Element* element;
  bool is_driver;
  const ElementType* type;
};

/// G and g of links at one position, and which rows belong to which.
struct Rows {
  Matrix G;
  Vector g;
  int rank = 0;
  std::vector<int> first;  // of each link, and the end

  Matrix of(std::size_t link) const { return G.middleRows(first[link], count(link)); }
  int count(std::size_t link) const { return first[link + 1] - first[link]; }
};

int rank_of_rows(const Matrix& A) {
  std::vector<std::pair<int, int>> entries;
  for (int j = 0; j < A.cols(); ++j)
    for (int i = 0; i < A.rows(); ++i) entries.emplace_back(i, j);
  FixedMatrix m(static_cast<int>(A.rows()), static_cast<int>(A.cols()), entries);
  for (int j = 0; j < A.cols(); ++j)
    for (int i = 0; i < A.rows(); ++i) m.value[m.slot(i, j)] = A(i, j);
  return static_cast<int>(constraint_rank(m).independent.size());
}

/// Empty if the links cannot be built or do not hold at this position.
template <int D>
std::optional<Rows> rows_of(const BuiltDescription& description, const std::vector<Link>& links, double t,
                            ConstVec q) {
  try {
    Assembly<D> assembly(description);
    Rows rows;
    for (const Link& link : links) {
      rows.first.push_back(assembly.info.n_lambda());
      if (link.type == nullptr) continue;
      assembly.begin(*link.element);
      link.type->add_to(assembly)(*link.element, assembly);
    }
    rows.first.push_back(assembly.info.n_lambda());
    const MultibodySystem<D> system(std::move(assembly));
    const auto evaluator = system.make_evaluator();
    MotionMatrices m = evaluator->matrices({});
    rows.g.setZero(system.info().n_lambda());
    evaluator->configuration_matrices(t, q, m);
    evaluator->rows({.t = t, .q = q}, {.position = rows.g});
    rows.rank = static_cast<int>(constraint_rank(m.G).independent.size());
    rows.G = m.G.dense();
    return rows;
  } catch (const InvalidInput&) {
    return {};
  } catch (const LeftDomain&) {
    return {};
  }
}

bool has_no_parameters(const ElementType& type) {
  return std::all_of(type.parameters.begin(), type.parameters.end(),
                     [](const ParameterSpec& p) { return p.default_text || p.is_optional; });
}

std::string text_of(const Link& before, const ElementType* after) {
  const std::string who = before.is_driver ? "driver '" + before.element->name + "'"
                                           : before.type->name + " joint '" + before.element->name + "'";
  return after == nullptr ? "remove the " + who : "make the " + who + " " + after->name;
}

/// The search for changes at one position.
template <int D>
class Search {
 public:
  Search(const BuiltDescription& description, double t, ConstVec q)
      : description_(description), t_(t), q_(q) {
    for (const Element& e : description.joints) links_.push_back({&e, false, e.type});
    for (const Element& e : description.drivers) links_.push_back({&e, true, e.type});
  }

  std::vector<std::string> changes(const std::vector<std::size_t>& in_question) {
    std::vector<std::string> texts;
    auto now = rows_of<D>(description_, links_, t_, q_);
    while (now && now->rank < now->G.rows()) {
      Best best;
      for (const std::size_t link : in_question)
        if (links_[link].type == links_[link].element->type) try_all(link, *now, best);
      if (!best.rows) break;
      texts.push_back(text_of(links_[best.link], best.type));
      links_[best.link].type = best.type;
      now = std::move(best.rows);
    }
    return texts;
  }
  const std::vector<Link>& links() const { return links_; }

 private:
  struct Best {
    std::size_t link = 0;
    const ElementType* type = nullptr;
    std::optional<Rows> rows;
  };

  void try_all(std::size_t link, const Rows& now, Best& best) {
    try_one(link, nullptr, now, best);
    if (links_[link].is_driver || links_[link].element->markers.size() != 2) return;
    for (const ElementType& type : standard_model_catalogue().joints)
      if (type.n_markers == 2 && type.is_in(D) && has_no_parameters(type)) try_one(link, &type, now, best);
  }

  void try_one(std::size_t link, const ElementType* type, const Rows& now, Best& best) {
    std::vector<Link> changed = links_;
    changed[link].type = type;
    auto rows = rows_of<D>(description_, changed, t_, q_);
    const Eigen::Index fewest = best.rows ? best.rows->G.rows() : now.G.rows();
    if (!rows || rows->G.rows() >= fewest || rows->rank != now.rank) return;
    if (type != nullptr && !is_weaker(link, now, *rows)) return;
    best = {link, type, std::move(rows)};
  }

  bool is_weaker(std::size_t link, const Rows& now, const Rows& then) const {
    const Matrix before = now.of(link), after = then.of(link);
    Matrix both(before.rows() + after.rows(), before.cols());
    both << before, after;
    const double off = then.g.segment(then.first[link], then.count(link)).cwiseAbs().maxCoeff();
    return off <= met * (1 + q_.cwiseAbs().maxCoeff()) && rank_of_rows(both) == rank_of_rows(before);
  }

  const BuiltDescription& description_;
  double t_;
  Vector q_;
  std::vector<Link> links_;
};

}  // namespace

template <int D>
JointAdvice<D>::JointAdvice(const BuiltDescription& description) {
  auto copy = std::make_shared<BuiltDescription>(description);
  for (const auto* elements : {&description.joints, &description.forces})
    for (const Element& e : *elements)
      for (const ParameterSpec& p : e.type->parameters)
        if (p.kind == ValueKind::joint) fixed_.insert(description.joints[e.whole(p.name)].name);
  copy->forces.clear();
  copy->measures.clear();
  copy->start.clear();
  copy->outputs.clear();
  description_ = std::move(copy);
}

template <int D>
std::string JointAdvice<D>::operator()(double t, ConstVec q, const std::vector<std::string>& elements) const {
  if (elements.size() > most_elements) return "";
  Search<D> search(*description_, t, q);
  std::vector<std::size_t> in_question;
  // joints that close a loop are usually late in a file
  for (std::size_t i = search.links().size(); i-- > 0;) {
    const std::string& name = search.links()[i].element->name;
    if (!fixed_.contains(name) && std::find(elements.begin(), elements.end(), name) != elements.end())
      in_question.push_back(i);
  }
  std::string text;
  const auto changes = search.changes(in_question);
  for (std::size_t i = 0; i < changes.size(); ++i)
    text += (i == 0 ? "" : i + 1 == changes.size() ? " and " : ", ") + changes[i];
  return text;
}

template class JointAdvice<2>;
template class JointAdvice<3>;

}  // namespace pleuel

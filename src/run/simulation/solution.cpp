#include "pleuel/run/simulation/solution.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "pleuel/base/error.hpp"
#include "pleuel/base/names.hpp"
#include "pleuel/base/number_text.hpp"

namespace pleuel {
namespace {

// Some methods interpolate velocities or multipliers by polynomials of a higher degree than their
// order.
constexpr int further_points = 3;

// Chebyshev points of the second kind on [0, 1], both ends included.
double chebyshev_point(int k, int n) { return 0.5 * (1 - std::cos(std::numbers::pi * k / (n - 1))); }

Matrix columns_of(const std::vector<double>& values, Eigen::Index n_rows, std::size_t n_columns) {
  if (n_columns == 0) return Matrix(n_rows, 0);
  return Eigen::Map<const Matrix>(values.data(), n_rows, static_cast<Eigen::Index>(n_columns));
}

}  // namespace

Vector Solution::at(double time) const {
  if (pieces_.empty() || !(time >= pieces_.front().begin && time <= pieces_.back().end))
    throw InvalidInput("t = " + number_text(time) + " is not in the run, which has " +
                       (pieces_.empty() ? std::string("no steps")
                                        : "t = " + number_text(pieces_.front().begin) + " to " +
                                              number_text(pieces_.back().end)));
  // The last piece that begins at `time` or before it.
  const auto after = std::upper_bound(pieces_.begin(), pieces_.end(), time,
                                      [](double x, const Piece& piece) { return x < piece.begin; });
  const Piece& piece = *std::prev(after);
  const auto n = static_cast<int>(piece.values.cols());
  const double x = std::min(1.0, (time - piece.begin) / (piece.end - piece.begin));
  // Barycentric formula with the weights of these points, (−1)^k, halved at the ends.
  Vector sum = Vector::Zero(piece.values.rows());
  double weights = 0;
  for (int k = 0; k < n; ++k) {
    const double distance = x - chebyshev_point(k, n);
    if (distance == 0) return piece.values.col(k);
    const double weight = (k % 2 == 0 ? 1.0 : -1.0) * (k == 0 || k == n - 1 ? 0.5 : 1.0) / distance;
    sum += weight * piece.values.col(k);
    weights += weight;
  }
  return sum / weights;
}

Eigen::Index Solution::index(const std::string& name) const {
  std::vector<std::string> names;
  for (const Unknown& unknown : report.header.unknowns) names.push_back(unknown.name);
  for (const Quantity& output : report.header.outputs) names.push_back(output.name);
  const auto it = std::find(names.begin(), names.end(), name);
  if (it == names.end()) throw InvalidInput(unknown_name("unknown or output", name, names));
  return it - names.begin();
}

Vector Solution::of(const std::string& name) const {
  const Eigen::Index i = index(name);
  if (i < y.rows()) return y.row(i).transpose();
  return outputs.row(i - y.rows()).transpose();
}

void SolutionRecorder::begin(const RunHeader& header) {
  solution_ = {};
  solution_.report.header = header;
  y_.clear();
  outputs_.clear();
}

void SolutionRecorder::sample(const Sample& at) {
  const ConstVec y = at.y(), outputs = at.outputs();
  solution_.t.push_back(at.t());
  y_.insert(y_.end(), y.begin(), y.end());
  outputs_.insert(outputs_.end(), outputs.begin(), outputs.end());
}

void SolutionRecorder::step(const StepReport& report) {
  const double begin = report.dense.begin(), end = report.t;
  if (!(end > begin)) return;
  const int n = report.dense.order() + 1 + further_points;
  const auto n_y = static_cast<Eigen::Index>(solution_.report.header.unknowns.size());
  Solution::Piece piece{begin, end, Matrix(n_y, n)};
  row_.resize(n_y);
  for (int k = 0; k < n; ++k) {
    const double t = k == n - 1 ? report.dense.end() : begin + (end - begin) * chebyshev_point(k, n);
    report.dense.evaluate(std::min(t, report.dense.end()), row_);
    piece.values.col(k) = row_;
  }
  solution_.pieces_.push_back(std::move(piece));
}

void SolutionRecorder::end(const RunResult& result) {
  const auto n_y = static_cast<Eigen::Index>(result.header.unknowns.size());
  const auto n_outputs = static_cast<Eigen::Index>(result.header.outputs.size());
  solution_.y = columns_of(y_, n_y, solution_.t.size());
  solution_.outputs = columns_of(outputs_, n_outputs, solution_.t.size());
  solution_.report = result;
}

}  // namespace pleuel

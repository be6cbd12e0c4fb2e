#include "pleuel/fem/import/matrix_market.hpp"

#include <algorithm>

#include "pleuel/base/number_text.hpp"
#include "pleuel/fem/import/text_lines.hpp"

namespace pleuel::fem {
namespace {

constexpr int most_rows = 3'000'000;

bool is_header(std::string_view line) {
  constexpr std::string_view start = "%%MATRIXMARKET";
  return upper_case(line.substr(0, start.size())) == start;
}

class MarketReader {
 public:
  MarketReader(const std::string& text, const std::string& path) : lines_(text, path) {
    matrix_.path = path;
    // Enough for the entries of the file; the header may announce any number.
    matrix_.entries.reserve(text.size() / 16);
  }

  TextMatrix read() && {
    if (!to_data()) lines_.fail("the file is empty; export the matrix again");
    if (is_header(lines_.line()))
      read_header();
    else
      read_triples();
    return std::move(matrix_);
  }

 private:
  /// The next line that is neither blank nor a comment, except a header.
  bool to_data() {
    while (lines_.next()) {
      const auto line = trimmed(lines_.line());
      if (!line.empty() && (line[0] != '%' || is_header(line))) return true;
    }
    return false;
  }

  void read_header() {
    const auto words = lines_.words();
    static constexpr const char* example = "'%%MatrixMarket matrix coordinate real symmetric'";
    if (words.size() != 5 || upper_case(words[1]) != "MATRIX")
      lines_.fail("the header " + quoted_word(lines_.line()) + " must have five words, as in " + example);
    const std::string format = upper_case(words[2]), field = upper_case(words[3]),
                      symmetry = upper_case(words[4]);
    if (format != "COORDINATE" && format != "ARRAY")
      lines_.fail(quoted_word(words[2]) + " must be 'coordinate' or 'array', as in " + example);
    if (field != "REAL" && field != "INTEGER" && field != "DOUBLE")
      lines_.fail(quoted_word(words[3]) + " must be 'real', as in " + example +
                  "; matrices of damped or rotating systems may be complex, which cannot be read");
    if (symmetry != "SYMMETRIC" && symmetry != "GENERAL")
      lines_.fail(quoted_word(words[4]) + " must be 'symmetric' or 'general', as in " + example);
    matrix_.is_half = symmetry == "SYMMETRIC";
    if (!to_data()) lines_.fail("the file ends where the size should stand; it is truncated");
    format == "ARRAY" ? read_array() : read_coordinates();
  }

  void read_size(std::size_t n_words, const char* example) {
    const auto& words = lines_.words();
    if (words.size() != n_words)
      lines_.fail(quoted_word(lines_.line()) + " must be " + example + "; correct the line of the size");
    matrix_.rows = lines_.index(words[0], most_rows, "the number of rows");
    matrix_.cols = lines_.index(words[1], most_rows, "the number of columns");
    if (matrix_.is_half && matrix_.rows != matrix_.cols)
      lines_.fail("a symmetric matrix has as many rows as columns, but this one has " +
                  std::to_string(matrix_.rows) + " and " + std::to_string(matrix_.cols) + "; correct them");
  }

  void read_coordinates() {
    read_size(3, "rows, columns and number of entries");
    const long long n = lines_.whole(lines_.words()[2], "the number of entries");
    while (to_data()) {
      if (static_cast<long long>(matrix_.entries.size()) == n)
        lines_.fail("an entry more than the " + std::to_string(n) +
                    " of the header stands here; correct the number in the header");
      add_entry();
    }
    require_count(n);
  }

  void require_count(long long n) {
    if (static_cast<long long>(matrix_.entries.size()) < n)
      lines_.fail("the file ends after " + std::to_string(matrix_.entries.size()) + " of the " +
                  std::to_string(n) + " entries of its header; it is truncated, export it again");
  }

  void add_entry() {
    const auto& words = lines_.words();
    if (words.size() != 3)
      lines_.fail(quoted_word(lines_.line()) + " must be row, column and value; is the line truncated?");
    const int row = lines_.index(words[0], matrix_.rows, "the row");
    const int col = lines_.index(words[1], matrix_.cols, "the column");
    matrix_.entries.push_back({row - 1, col - 1, lines_.real(words[2], "the value"), lines_.number()});
  }

  void read_array() {
    read_size(2, "rows and columns");
    const long long rows = matrix_.rows;
    const long long n = matrix_.is_half ? rows * (rows + 1) / 2 : rows * matrix_.cols;
    int row = 0, col = 0;
    while (to_data())
      for (const auto& word : lines_.words()) {
        if (col == matrix_.cols)
          lines_.fail("a value more than the " + std::to_string(n) + " of a matrix of this size stands here");
        matrix_.entries.push_back({row, col, lines_.real(word, "the value"), lines_.number()});
        if (++row == matrix_.rows) row = matrix_.is_half ? ++col : (++col, 0);
      }
    require_count(n);
  }

  void read_triples() {
    if (lines_.words().size() != 3 || !whole_number(lines_.words()[0]))
      lines_.fail(quoted_word(lines_.line()) +
                  " begins the file, but must be the header '%%MatrixMarket matrix coordinate real "
                  "symmetric', or row, column and value of a file of CalculiX");
    matrix_.is_half = true;
    matrix_.rows = matrix_.cols = most_rows;
    do add_entry();
    while (to_data());
    matrix_.rows = 0;
    for (const auto& e : matrix_.entries) matrix_.rows = std::max({matrix_.rows, e.row + 1, e.col + 1});
    matrix_.cols = matrix_.rows;
  }

  TextLines lines_;
  TextMatrix matrix_;
};

}  // namespace

TextMatrix parse_matrix_market(const std::string& text, const std::string& path) {
  return MarketReader(text, path).read();
}

std::string matrix_market_text(const FixedMatrix& A, bool is_symmetric, const std::string& comment) {
  std::string body;
  long long n = 0;
  for (int j = 0; j < A.cols; ++j)
    for (int k = A.start[j]; k < A.start[j + 1]; ++k) {
      if (is_symmetric && A.row[k] < j) continue;
      body += std::to_string(A.row[k] + 1) + ' ' + std::to_string(j + 1) + ' ';
      append_shortest(body, A.value[k]);
      body += '\n';
      ++n;
    }
  return std::string("%%MatrixMarket matrix coordinate real ") + (is_symmetric ? "symmetric" : "general") +
         "\n% " + comment + "\n" + std::to_string(A.rows) + ' ' + std::to_string(A.cols) + ' ' +
         std::to_string(n) + '\n' + body;
}

}  // namespace pleuel::fem

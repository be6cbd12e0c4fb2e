# Sourced by ./pleuel and ./test: updates the packages and the build; silent if there is nothing to do.
#
#   ensure_packages [NAME…]  installs missing packages of the build (Debian and derivatives), and NAME…
#   ensure_target TARGET     configures once and builds TARGET; "all" for everything
#
# Uses: root, the repository's directory.

build_dir="$root/build/release"

ensure_packages() {
  local wanted=(g++ cmake ninja-build libeigen3-dev libsuitesparse-dev liblapack-dev nlohmann-json3-dev libcli11-dev libgtest-dev
                libsundials-dev libmumps-seq-dev libsuperlu-dev libmetis-dev libopenblas0-serial libmuparser-dev libhdf5-dev libspectra-dev)
  local missing=() package
  for package in "$@"; do
    case $package in
      # These may come from other sources than Debian.
      node) command -v node >/dev/null || wanted+=(nodejs) ;;
      npm | python3) command -v "$package" >/dev/null || wanted+=("$package") ;;
      *) wanted+=("$package") ;;
    esac
  done
  # On other systems the user installs the tools; CMake reports what is missing.
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null || return 0
  for package in "${wanted[@]}"; do
    if ! dpkg-query --show --showformat='${db:Status-Status}\n' "$package" 2>/dev/null | grep -qx installed; then
      missing+=("$package")
    fi
  done
  ((${#missing[@]})) || return 0

  local as_root=()
  if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
      echo "Missing packages: ${missing[*]}. Install them as root: apt-get install ${missing[*]}" >&2
      return 1
    fi
    as_root=(sudo)
  fi
  echo "Installing ${missing[*]} …" >&2
  local install=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive
                 apt-get install --yes --no-install-recommends "${missing[@]}")
  local log
  log=$(mktemp)
  # The package lists may be absent or old; they are fetched only if the installation fails.
  if ! "${install[@]}" >"$log" 2>&1; then
    if ! { "${as_root[@]}" apt-get update && "${install[@]}"; } >"$log" 2>&1; then
      cat "$log" >&2
      rm -f "$log"
      return 1
    fi
  fi
  rm -f "$log"
}

# Runs a command; its output is shown only if it fails.
quietly() {
  local log
  log=$(mktemp)
  if ! "$@" >"$log" 2>&1; then
    cat "$log" >&2
    rm -f "$log"
    return 1
  fi
  rm -f "$log"
}

# Runs ninja and shows its progress in percent: on one line of a terminal, otherwise every 10 %. Small builds are silent.
with_percent() {
  local line done_ all percent shown=0 status
  # The terminal itself: standard output and error go into the log.
  { "$@" 2>&1 | while IFS= read -r line; do
      printf '%s\n' "$line"
      [[ $line =~ ^\[([0-9]+)/([0-9]+)\] ]] || continue
      done_=${BASH_REMATCH[1]} all=${BASH_REMATCH[2]}
      ((all > 10)) || continue
      percent=$((100 * done_ / all))
      if [[ -t 3 ]]; then
        printf '\rbuilding: %d %%\033[K' "$percent" >&3
        ((done_ < all)) || printf '\r\033[K' >&3
      elif ((percent >= shown + 10)); then
        shown=$((percent / 10 * 10))
        printf 'building: %d %%\n' "$shown" >&3
      fi
    done; } && status=${PIPESTATUS[0]} || status=$?
  return "$status"
}

ensure_target() {
  local target=$1
  mkdir -p "$build_dir"
  (
    exec 3>&2
    # One build at a time: a second call waits here and then finds nothing to do. The lock ends with this subshell;
    # the compilers do not inherit it.
    flock 9
    if [[ ! -f $build_dir/build.ninja ]]; then
      echo "Building Pleuel (only the first time; some minutes) …" >&2
      quietly cmake -S "$root" -B "$build_dir" -G Ninja -DCMAKE_BUILD_TYPE=Release -DPLEUEL_NATIVE=ON \
        -DPLEUEL_BUILD_TESTS=ON 9>&-
    fi
    quietly with_percent ninja -C "$build_dir" "$target" 9>&-
  ) 9>"$build_dir/.lock"
}

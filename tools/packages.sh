# Sourced by ./play and ./test: makes sure that Debian packages are there.
# shellcheck shell=sh

# need_packages FOR-WHAT PACKAGE...
# Installs what is missing as root or by sudo; else says what to install and
# fails. Costs one quick query when all is there, and never reads standard
# input: that may be a game's.
need_packages() {
    purpose=$1
    shift
    if ! command -v dpkg-query >/dev/null; then
        echo "This is not a Debian system: make sure that the equivalent of" \
            "these packages is there: $*" >&2
        return 0
    fi
    missing=$(missing_packages "$@")
    [ -n "$missing" ] || return 0

    if [ "$(id -u)" -eq 0 ]; then
        as_root=
    elif command -v sudo >/dev/null &&
        { sudo -n true 2>/dev/null || [ -t 2 ]; }; then
        as_root=sudo
    else
        say_what_to_install "To $purpose, packages are missing."
        return 1
    fi
    echo "Installing what is missing to $purpose:$missing" >&2
    if ! install_packages; then
        say_what_to_install "Installing failed; the lines above say why."
        return 1
    fi
}

missing_packages() {
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' "$@" \
        2>/dev/null | sed -n 's/^installed //p')
    for package in "$@"; do
        printf '%s\n' "$installed" | grep -qx "$package" ||
            printf ' %s' "$package"
    done
}

say_what_to_install() {
    {
        echo "$1"
        echo "As root, install them by:"
        echo
        echo "    apt-get update"
        echo "    apt-get install --no-install-recommends$missing"
    } >&2
}

# The log is shown only if something goes wrong.
install_packages() {
    log=$(mktemp)
    # shellcheck disable=SC2086 # lists of words
    if $as_root env DEBIAN_FRONTEND=noninteractive sh -c '
        apt-get update &&
        apt-get install -y --no-install-recommends "$@"' sh $missing \
        </dev/null >"$log" 2>&1; then
        rm -f "$log"
        return 0
    fi
    tail -n 30 "$log" >&2
    rm -f "$log"
    return 1
}

# What the program itself is built with; libwebsockets-evlib-uv is loaded when a
# server runs.
# shellcheck disable=SC2034 # for those who source this
program_packages="gcc libc6-dev meson ninja-build pkg-config gettext
    libjansson-dev libwebsockets-dev libwebsockets-evlib-uv libuv1-dev libssl-dev
    libsqlite3-dev libpq-dev libsodium-dev libqrencode-dev libsystemd-dev
    libncurses-dev"

# What the page is built with besides; node and npm of another origin will do.
# shellcheck disable=SC2034
page_packages="clang-14 lld-14 wasi-libc libclang-rt-14-dev-wasm32"

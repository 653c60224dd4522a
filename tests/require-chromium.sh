#!/bin/sh
# The tests open the site of every example in a real browser. Install it where that is allowed; never skip.
set -eu

missing() {
    ! command -v chromium >/dev/null 2>&1
}

missing || exit 0
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "installing chromium"
    export DEBIAN_FRONTEND=noninteractive
    { apt-get update --quiet --quiet && apt-get install --quiet --quiet --yes --no-install-recommends chromium; } >/dev/null || true
fi
if missing; then
    echo "The tests need Chromium; install it first: sudo apt-get install chromium" >&2
    exit 1
fi

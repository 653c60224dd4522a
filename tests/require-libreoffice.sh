#!/bin/sh
# The tests let LibreOffice recalculate and print every workbook. Install it where that is allowed; never skip.
set -eu

PACKAGES="libreoffice-calc-nogui python3-uno fonts-liberation fonts-droid-fallback poppler-utils"

missing() {
    for tool in soffice pdfinfo pdftoppm fc-list; do
        command -v "$tool" >/dev/null 2>&1 || return 0
    done
    [ -n "$(fc-list :lang=zh)" ] || return 0 # the tests print Chinese names
    ! /usr/bin/python3 -c "import uno" >/dev/null 2>&1 # LibreOffice edits workbooks for the tests
}

missing || exit 0
if command -v apt-get >/dev/null 2>&1 && [ "$(id -u)" = 0 ]; then
    echo "installing $PACKAGES"
    export DEBIAN_FRONTEND=noninteractive
    # shellcheck disable=SC2086 -- a list of packages
    { apt-get update --quiet --quiet && apt-get install --quiet --quiet --yes --no-install-recommends $PACKAGES; } >/dev/null || true
fi
if missing; then
    echo "The tests need LibreOffice Calc, its Python bridge, a font with Chinese signs and poppler; install them first: sudo apt-get install $PACKAGES" >&2
    exit 1
fi

#!/bin/sh
# Renders the README's pictures from a demo's workbooks: make.sh FOLDER_OF_A_DEMO
set -eu

demo=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

soffice "-env:UserInstallation=file://$work/profile" --headless --convert-to pdf --outdir "$work" \
    "$demo/round1.xlsx" "$demo/round1-results.xlsx" >/dev/null
# page 1 is the cover, page 2 the first table's own page, page 3 its first pilot
pdftoppm -png -r 80 -f 3 -l 3 -singlefile "$work/round1.pdf" "$here/pilot-page"
pdftoppm -png -r 80 -f 1 -l 1 -singlefile "$work/round1-results.pdf" "$here/results"

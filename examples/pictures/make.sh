#!/bin/sh
# Renders the README's pictures: make.sh SHEETSCORE, the program whose demos are shown
set -eu

sheetscore=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for system in amps duplicate aso diplomacy; do
    "$sheetscore" demo "$work/$system" --system "$system" >/dev/null
done
soffice "-env:UserInstallation=file://$work/profile" --headless --convert-to pdf --outdir "$work" \
    "$work/amps/round1.xlsx" "$work/amps/round1-results.xlsx" "$work/duplicate/draw.xlsx" "$work/aso/round1.xlsx" >/dev/null
mv "$work/round1.pdf" "$work/aso-round1.pdf" # the last of the two that are called so
soffice "-env:UserInstallation=file://$work/profile" --headless --convert-to pdf --outdir "$work" \
    "$work/amps/round1.xlsx" >/dev/null

mkdir "$work/boards"
soffice "-env:UserInstallation=file://$work/profile" --headless --convert-to pdf --outdir "$work/boards" \
    "$work/diplomacy/round1.xlsx" "$work/diplomacy/round1-results.xlsx" >/dev/null

# picture NAME FILE PAGE
picture() {
    pdftoppm -png -r 80 -f "$3" -l "$3" -singlefile "$work/$2.pdf" "$here/$1"
}
picture pilot-page round1 3 # after the cover and the first table's own page
picture results round1-results 1
picture itinerary-cards draw 5 # after the list (three pages) and the movement
picture slips aso-round1 3 # after the cover and the list of results
picture board boards/round1 2 # after the cover
picture comparison boards/round1-results 8 # after results, scoring, centres, a chart for each board, best countries

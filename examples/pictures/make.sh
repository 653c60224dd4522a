#!/bin/sh
# Renders the pictures of the documents: make.sh SHEETSCORE, the program whose demos are shown
set -eu

sheetscore=$1
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

for system in amps duplicate aso match diplomacy; do
    "$sheetscore" demo "$work/$system" --system "$system" >/dev/null
done

"$sheetscore" new "$work/planned" --from "$here/../origins-1991/event.toml" >/dev/null
"$sheetscore" -C "$work/planned" plan >/dev/null
"$sheetscore" -C "$work/planned" simulate --system aso --players 24 --rounds 5 --events 300 --against rounds=4 --against rounds=6 \
    -o formats.xlsx >/dev/null

"$sheetscore" new "$work/paper" --from "$here/../origins-1991/event.toml" >/dev/null
"$sheetscore" -C "$work/paper" draw 1 >/dev/null
"$sheetscore" -C "$work/paper" sheets 1 >/dev/null
tests="$here/../../tests"
PYTHONPATH="$tests:$tests/scan" "$(dirname "$sheetscore")/python" "$here/written_on.py" "$work/paper" "$here/../origins-1991/round1.csv"
"$sheetscore" -C "$work/paper" scan "$work"/paper/*.jpg >/dev/null

# picture NAME FOLDER FILE PAGE
picture() {
    pdf="$work/$2/$3.pdf"
    if [ ! -e "$pdf" ]; then
        soffice "-env:UserInstallation=file://$work/profile" --headless --convert-to pdf --outdir "$work/$2" \
            "$work/$2/$3.xlsx" >/dev/null
    fi
    pdftoppm -png -r 72 -f "$4" -l "$4" -singlefile "$pdf" "$here/$1"
}
# page NAME SYSTEM PAGE WIDTH HEIGHT: a page of the event's site
page() {
    if [ ! -e "$work/$2/site" ]; then "$sheetscore" -C "$work/$2" publish >/dev/null; fi
    browse "$1" "$2/site/$3" "$4" "$5"
}
# browse NAME PATH WIDTH HEIGHT: a page in Debian's browser
browse() {
    chromium --headless --no-sandbox --disable-gpu --hide-scrollbars --no-first-run --disable-background-networking \
        --user-data-dir="$work/chromium" --window-size="$3,$4" --virtual-time-budget=2000 \
        --screenshot="$here/$1.png" "file://$work/$2" >/dev/null 2>&1
}
rm "$work/amps/round3-results.xlsx" # what the site begins with while round 3 is played
page site-first amps index.html 640 720
page site-round diplomacy round1-board-1.html 640 720
browse scan-overview paper/round1-scan.html 1100 640
browse scan-page "paper/round1-scan.html#$(cat "$work/paper/shown")" 1280 760
picture pilot-page amps round1 3 # after the cover and the first table's own page
picture two-tasks-1 amps round3 3 # a seat with air combat and strike: page 2 of table 1
picture two-tasks-2 amps round3 7 # the second sheet of one with air combat and suppression
picture plan planned plan 1
picture simulate planned formats 2 # after the formats compared
picture results amps round1-results 1
picture itinerary-cards duplicate draw 6 # after the list (three pages), the movement and the teams by number
picture slips aso round1 4 # after the cover and the two sheets of the list of results
picture board diplomacy round1 2 # after the cover
picture comparison diplomacy round1-results 8 # after results, scoring, centres, a chart for each board, best countries
picture match-sheet match round1 2 # after the cover
picture match-results match round1-results 1

/* What was typed as lines of CSV, letter by letter as `sheetscore entries` writes them and `sheetscore fill` reads.
 *
 * Behind the label stands which paper a line is of, and what the workbook had in its box: `fill` refuses paper of others,
 * and replaces nothing that somebody typed since. What was saved before may have been filled in.
 */
"use strict";

const csvLines = (() => {
  const HEADING = ["table", "seat", "field", "value", "label", "paper", "was"];

  const quoted = (cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const line = (cells) => `${cells.map((cell) => quoted(String(cell))).join(",")}\n`;

  /** Write boxes, each with what is to stand in it, and what was saved of it before. */
  const written = (boxes) =>
    line(HEADING) + boxes.map(([box, text, before]) => line([
      box.table, box.seat, box.field, text, box.label, box.paper.drawn, [box.held?.written ?? "", ...before].join("\n"),
    ])).join("");

  /** Have the browser save a text as a file. */
  function save(name, text) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "text/csv" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  }

  return Object.freeze({ written, save });
})();

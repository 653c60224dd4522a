/* What was typed as lines of CSV, letter by letter as `sheetscore entries` writes them and `sheetscore fill` reads. */
"use strict";

const csvLines = (() => {
  const HEADING = ["table", "seat", "field", "value", "label"];

  const quoted = (cell) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);
  const line = (cells) => `${cells.map((cell) => quoted(String(cell))).join(",")}\n`;

  /** Write boxes, each with what was understood of it; blank ones ask for nothing and are left out. */
  const written = (boxes) =>
    line(HEADING) + boxes.map(([box, one]) => line([box.table, box.seat, box.field, one.written, box.label])).join("");

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

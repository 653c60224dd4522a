/* What is typed into the boxes of a scan, beside what the workbook holds, and what follows from both. */
"use strict";

const scanEntries = (scan, kept) => {
  const { state } = kept;

  /** The papers that a box stands on: a traveller that lies at its table is the same as its page. */
  const papersOf = new Map();

  /** Put beside each box what its form says of it. */
  for (const paper of scan.papers) {
    const page = scan.pages[paper.page];
    for (const [place, box] of paper.boxes.entries()) {
      const block = scan.forms[page.form].blocks[box.block];
      const field = block.fields[box.at];
      const list = field.list === null ? null : scan.lists[field.list];
      const key = [box.table, box.seat, box.field].join("|");
      Object.assign(box, { place, paper, key, definition: field, list, held: page.held[box.id] ?? null });
      papersOf.set(key, [...(papersOf.get(key) ?? []), paper]);
    }
  }

  const typed = (box) => state.typed[box.key] ?? "";
  const read = (box) => values.understood(box.definition, box.list, typed(box));

  /** Take what is typed into a box; every paper that has it is to be looked at once more. */
  function put(box, text) {
    if (text === typed(box)) return;
    if (text.trim()) state.typed[box.key] = text;
    else delete state.typed[box.key];
    for (const paper of papersOf.get(box.key)) delete state.looked[paper.code];
    unlook(box.paper);
  }

  const same = (one, other) =>
    typeof one === "string" || typeof other === "string" ? one === other : exact.equal(one, other);

  /** Say what becomes of a box: blank, wrong, new, same, changed or cleared. */
  function fate(box) {
    const one = read(box);
    if (one.blank) return "blank";
    if (one.wrong) return "wrong";
    if (one.clear) return box.held ? "cleared" : "blank";
    if (!box.held) return "new";
    return same(one.value, pageScores.valueOf(box.held.value)) ? "same" : "changed";
  }

  const replaced = (paper) => paper.boxes.filter((box) => ["changed", "cleared"].includes(fate(box)));
  const wrong = (paper) => paper.boxes.filter((box) => fate(box) === "wrong");

  /** Return what a paper replaces, a text for each box: what is agreed to when the page is looked at. */
  const replacements = (paper) => replaced(paper).map((box) => [box.key, box.held.text, typed(box)].join("|"));

  /** Return the picture that counts; null where there are several and nobody has picked one. */
  function picture(paper) {
    const [one, ...others] = paper.pictures;
    return others.length ? (paper.pictures.find(({ id }) => id === state.picked[paper.code]) ?? null) : one;
  }

  /** Tell whether a box is written on, and nobody typed anything of it, here or into the workbook. */
  const isOpen = (box) => Boolean(picture(box.paper)?.written[box.place] && !typed(box).trim() && !box.held?.is_typed);
  const open = (paper) => paper.boxes.filter(isOpen);

  /** Tell whether a page was looked at, and replaces nothing that was not there to be seen then. */
  function looked(paper) {
    const agreed = state.looked[paper.code];
    return Boolean(agreed && picture(paper) && !wrong(paper).length && replacements(paper).every((one) => agreed.includes(one)));
  }

  function look(paper) {
    state.looked[paper.code] = replacements(paper);
    state.unsaved = true;
    kept.keep();
  }

  function unlook(paper) {
    delete state.looked[paper.code];
    state.unsaved = true;
    kept.keep();
  }

  function pick(paper, id) {
    state.picked[paper.code] = id;
    unlook(paper);
  }

  /** Return what a page of the forms will have in its boxes: what is typed on all of its paper, else what is there. */
  function valuesOf(page) {
    const held = Object.entries(scan.pages[page].held).map(([id, one]) => [id, pageScores.valueOf(one.value)]);
    const found = Object.fromEntries(held);
    for (const box of scan.papers.filter((paper) => paper.page === page).flatMap((paper) => paper.boxes)) {
      const one = read(box);
      if (one.clear || one.wrong) delete found[box.id];
      else if (!one.blank) found[box.id] = one.value;
    }
    return found;
  }

  /** Work the page out that a paper belongs to; null where that has no value. */
  function score(paper) {
    const { form } = scan.pages[paper.page];
    const entries = valuesOf(paper.page);
    try {
      return { ...pageScores.scored(scan.forms[form], rules[form], scan.lists, entries), entries };
    } catch (error) {
      if (error instanceof exact.NoValue) return null;
      throw error;
    }
  }

  /** Return the boxes of all pages that were looked at, each once: with what goes into the CSV, and what went before. */
  function lookedAt() {
    const papers = scan.papers.filter(looked);
    const boxes = new Map(papers.flatMap((paper) => paper.boxes).map((box) => [box.key, box]));
    const understood = [...boxes.values()].map((box) => [box, read(box)]).filter(([, one]) => !one.blank);
    return { papers, boxes: understood.map(([box, one]) => [box, one.written, state.saved[box.key] ?? []]) };
  }

  /** Remember what was saved of boxes: it may have been filled in. */
  function save(boxes) {
    for (const [box, text, before] of boxes) state.saved[box.key] = [...new Set([...before, text])];
    state.unsaved = false;
    kept.keep();
  }

  return Object.freeze({
    scan, state, typed, read, put, fate, replaced, wrong, picture, isOpen, open, looked, look, unlook, pick, score, lookedAt, save,
  });
};

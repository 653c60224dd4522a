/* The page to look through: its pages one after the other, what is typed, and the CSV. */
"use strict";

(() => {
  const { make, image, counted } = elements;
  const byId = (id) => document.getElementById(id);
  const scan = JSON.parse(byId("scan").textContent);
  const kept = memory.opened(scan.key);
  const entries = scanEntries(scan, kept);
  const main = byId("main");
  const phone = matchMedia("(max-width: 60rem)");
  const loaded = new Map();

  /** The most boxes with nothing typed that a message names. */
  const NAMED = 3;

  /** The page that is shown; null for “What came back”. */
  let here = null;

  function pictures(id) {
    if (!loaded.has(id)) loaded.set(id, JSON.parse(byId(id).textContent));
    return loaded.get(id);
  }

  /* ── the pages ── */

  /** The buttons of the pages, by their codes; that of “What came back” by "". */
  const ways = new Map();

  function drawWays() {
    const first = make("button", { type: "button", onclick: () => show("") }, "What came back");
    ways.set("", first);
    const all = scan.papers.map((paper) => {
      const mark = make("span", { class: "mark" });
      const left = make("span", { class: "left" });
      const words = make("span", { class: "words" }, paper.title, make("small", {}, paper.who));
      const way = make("button", { type: "button", onclick: () => show(paper.code) }, mark, words, left);
      ways.set(paper.code, way);
      return make("li", {}, way);
    });
    byId("papers").append(make("ul", {}, make("li", {}, first), ...all));
  }

  function updateWays() {
    for (const paper of scan.papers) {
      const way = ways.get(paper.code);
      const done = entries.looked(paper);
      const open = entries.open(paper).length;
      const mark = done ? "✓" : entries.picture(paper) ? "" : `${paper.pictures.length}×`;
      way.querySelector(".mark").textContent = mark;
      way.querySelector(".mark").setAttribute("aria-label", done ? "looked at" : mark ? "scanned twice" : "");
      way.querySelector(".mark").setAttribute("role", mark ? "img" : "presentation");
      way.querySelector(".left").textContent = done || !open ? "" : String(open);
      way.title = done || !open ? "" : `${counted(open, "box is", "boxes are")} written on, with nothing typed`;
      way.classList.toggle("done", done);
    }
    for (const [code, way] of ways) {
      if (code === (here?.code ?? "")) way.setAttribute("aria-current", "page");
      else way.removeAttribute("aria-current");
    }
    const looked = scan.papers.filter(entries.looked).length;
    byId("progress").max = Math.max(scan.papers.length, 1);
    byId("progress").value = looked;
    byId("counted").textContent = `${looked} of ${counted(scan.papers.length, "page")} looked at`;
    byId("save").classList.toggle("due", looked > 0 && entries.state.unsaved);
  }

  function show(code) {
    const paper = scan.papers.find((one) => one.code === code) ?? null;
    entries.state.at = paper ? code : "";
    kept.keep();
    here = paper && (entries.picture(paper) ? shownPaper(paper) : twoPictures(paper));
    main.replaceChildren(here ? here.element : overview());
    document.body.classList.remove("turning");
    byId("turn").setAttribute("aria-expanded", "false");
    updateWays();
    ways.get(entries.state.at).scrollIntoView({ block: "nearest" });
    window.scrollTo(0, 0);
    if (here) here.begin();
    else main.focus();
  }

  function step(by) {
    const at = scan.papers.findIndex((paper) => paper.code === entries.state.at);
    show(scan.papers[Math.min(Math.max(at + by, -1), scan.papers.length - 1)]?.code ?? "");
  }

  /** Go to the next page that nobody has looked at, round and round; to the beginning where there is none. */
  function goOn() {
    const at = scan.papers.findIndex((paper) => paper.code === entries.state.at);
    const order = [...scan.papers.slice(at + 1), ...scan.papers.slice(0, at + 1)];
    show(order.find((paper) => !entries.looked(paper))?.code ?? "");
  }

  /* ── what came back ── */

  function overview() {
    const twice = scan.papers.filter((paper) => !entries.picture(paper));
    const filled = scan.papers.filter((paper) => paper.was_filled);
    const files = new Set(scan.papers.flatMap((paper) => paper.pictures.map((one) => one.source.replace(/, page \d+$/, ""))));
    const looked = scan.papers.filter(entries.looked).length;
    return make("div", { class: "overview" },
      make("div", { class: "top" }, make("h1", {}, "What came back"), scan.papers.length
        ? make("button", { type: "button", class: "strong", onclick: goOn }, looked ? "Go on" : "Begin") : null),
      make("p", {}, `${counted(scan.papers.length, "page")} found in ${counted(files.size, "file")}. `,
        filled.length ? `Of ${filled.length} of them ${scan.workbook} has values already. ` : "Nothing of it is in the workbook yet. ",
        looked < scan.papers.length || !looked
          ? "Look at each page, type what stands on it, and save the CSV."
          : "Every page that was found is looked at: save the CSV, and fill it in."),
      scan.refused.length ? refused() : null,
      scan.missing.length ? missing() : make("p", { class: "good" }, "Every page of the round is here."),
      twice.length ? named("Scanned twice", "Pick the picture that counts.", twice) : null,
      filled.length ? named(`In ${scan.workbook} already`, "These pages have values there. They stand beside the boxes; what you type replaces them.", filled) : null,
      keys(),
      make("p", { class: "fine" }, "This page has names and handwriting of your players. Keep it in the event's folder, and give it to nobody else."));
  }

  function missing() {
    const list = make("ul", { class: "missing" }, ...scan.missing.map((one) =>
      make("li", {}, `${one.title}${one.who ? `: ${one.who}` : ""} `, make("code", {}, one.code))));
    return make("section", {}, make("h2", {}, `Not scanned: ${counted(scan.missing.length, "page")}`), list);
  }

  function refused() {
    const all = scan.refused.map((one) => make("li", {},
      one.thumbnail ? image("jpeg", one.thumbnail, "") : make("span", { class: "none" }, "no picture"),
      make("div", {}, make("b", {}, one.source), make("p", {}, one.why))));
    const many = counted(scan.refused.length, "picture");
    return make("section", {}, make("h2", {}, `Not read: ${many}`), make("ul", { class: "refused" }, ...all));
  }

  function named(title, note, papers) {
    const all = papers.map((paper) => make("li", {},
      make("button", { type: "button", class: "link", onclick: () => show(paper.code) }, [paper.title, paper.who].filter(Boolean).join(": "))));
    return make("section", {}, make("h2", {}, title), make("p", {}, note), make("ul", { class: "named" }, ...all));
  }

  function keys() {
    const proposes = scan.papers.some((paper) => paper.pictures.some((one) => one.proposals.some(Boolean)));
    const rows = [
      ["Enter", `${proposes ? "takes a number that is proposed, and " : ""}goes to the next box that is written on`],
      ["Tab", `goes to the next box${proposes ? ", and leaves a proposal alone" : ""}`],
      ["Shift Enter", "goes back"],
      ["-", "clears what the workbook has in a box"],
      ["Ctrl Enter", "the page is looked at, on to the next"],
      ["Alt Page Down, Alt Page Up", "turns the pages"],
      ["Ctrl S", "saves the CSV of the pages that are looked at"],
    ];
    return make("section", {}, make("h2", {}, "Keys"),
      make("dl", {}, ...rows.flatMap(([key, does]) => [make("dt", {}, make("kbd", {}, key)), make("dd", {}, does)])));
  }

  /* ── a page ── */

  function headingOf(paper) {
    return make("div", { class: "heading" },
      make("h1", {}, paper.title, paper.who ? make("span", {}, paper.who) : null),
      make("p", { class: "turns" },
        make("button", { type: "button", class: "quiet", onclick: () => step(-1), "aria-label": "Page before" }, "←"),
        make("button", { type: "button", class: "quiet", onclick: () => step(1), "aria-label": "Page after" }, "→")));
  }

  function twoPictures(paper) {
    const all = paper.pictures.map((one, at) => make("figure", {},
      make("figcaption", {}, `${one.source} `,
        make("button", { type: "button", class: "strong", onclick: () => { entries.pick(paper, one.id); show(paper.code); } }, `Picture ${at + 1} counts`)),
      image("jpeg", pictures(one.id).page, `The paper, ${one.source}`)));
    const element = make("div", { class: "twice" }, headingOf(paper),
      make("p", {}, "This page was scanned more than once. Which picture counts?"), make("div", { class: "figures" }, ...all));
    return { code: paper.code, element, begin: () => element.querySelector("figure button").focus() };
  }

  function shownPaper(paper) {
    const shown = entries.picture(paper);
    const own = pictures(shown.id);
    const lines = paper.lines.map((line) => paperBoxes.lineOf(entries, paper, line, own.boxes, update));
    const boxes = lines.flatMap((line) => line.boxes);
    const picture = paperPicture.shown(shown, own, {
      name: paper.title,
      zoom: entries.state.zoom,
      zoomed: (zoom) => { entries.state.zoom = zoom; kept.keep(); },
      chosen: (at) => (at < 0 ? foot.say(`Nothing is typed from there: ${NO_INPUT}.`) : reach(boxes.find((one) => one.box.place === at))),
    });
    const foot = footOf(paper, finish);
    const typing = make("div", { class: "typing", onkeydown: key, onfocusin: point },
      headingOf(paper),
      paper.was_filled ? make("p", { class: "notice" }, `${scan.workbook} has values of this page already. They stand beside the boxes; what you type replaces them.`) : null,
      paper.pictures.length > 1 ? otherPicture(paper) : null,
      ...inBlocks(lines), foot.element);
    const element = make("div", { class: "paper" }, picture.element, typing);

    function update() {
      const score = entries.score(paper);
      for (const line of lines) line.update(score);
      foot.update(score);
      updateWays();
    }

    function point(event) {
      const one = boxes.find(({ element: around }) => around.contains(event.target));
      if (!one) return;
      element.querySelector(".box.now")?.classList.remove("now");
      one.element.classList.add("now");
      picture.point(one.box.place);
    }

    function reach(one) {
      if (!one) return;
      const folded = one.element.closest("details");
      if (folded) folded.open = true;
      one.entry.focus();
      if (one.entry.select) one.entry.select();
    }

    /** Go to the next box that wants something, or the one before: written on, typed into, on a line that was unfolded. */
    function move(target, by) {
      const isAsked = ({ box, isWritten, element: own }) =>
        isWritten || entries.typed(box) || box.definition.needed || own.closest("details[open]");
      const order = by > 0 ? boxes : [...boxes].reverse();
      const at = order.findIndex((one) => one.element.contains(target));
      const next = order.slice(at + 1).find(isAsked);
      if (next) reach(next);
      else if (by > 0) foot.button.focus();
    }

    function key(event) {
      const pressed = !event.shiftKey && event.target.closest("button, summary");  // Shift Enter goes back from there, too
      if (event.key !== "Enter" || event.altKey || pressed) return;
      event.preventDefault();
      event.stopPropagation();
      const one = boxes.find(({ element: around }) => around.contains(event.target));
      if (event.ctrlKey || event.metaKey) finish();
      else if (event.shiftKey) move(event.target, -1);
      else if (one) {
        one.settle();
        move(event.target, 1);
      }
    }

    /** Have the page looked at, unless something is wrong, left out or replaced without a word. */
    function finish() {
      const wrong = entries.wrong(paper)[0];
      const open = entries.open(paper);
      const find = (box) => boxes.find((one) => one.box === box);
      if (wrong) {
        foot.say("One box cannot be read yet.");
        reach(find(wrong));
      } else if (open.length && !foot.warned(open)) {
        foot.warn(open);
        reach(find(open[0]));
      } else if (!foot.agreed()) {
        foot.ask();
      } else {
        entries.look(paper);
        goOn();
      }
    }

    function begin() {
      update();
      const [first] = entries.open(paper);
      const target = first ? boxes.find((one) => one.box === first) : null;
      if (target) reach(target);
      else foot.button.focus({ preventScroll: true });
      picture.centre();
    }
    return { code: paper.code, element, begin, finish };
  }

  function otherPicture(paper) {
    return make("p", { class: "notice" }, `Scanned ${paper.pictures.length} times; ${entries.picture(paper).source} counts. `,
      make("button", { type: "button", class: "link", onclick: () => { entries.pick(paper, ""); show(paper.code); } }, "Look at all"));
  }

  /** Put headings above blocks, and fold lines together that nobody wrote on. */
  function inBlocks(lines) {
    const parts = [];
    let title = null;
    let folded = [];
    const fold = () => { if (folded.length) parts.push(foldOf(folded)); folded = []; };
    for (const line of lines) {
      if (line.line.title !== title) {
        fold();
        title = line.line.title;
        if (title) parts.push(make("h2", {}, title));
      }
      if (line.isAsked) { fold(); parts.push(line.element); }
      else folded.push(line);
    }
    fold();
    return parts;
  }

  function foldOf(lines) {
    const labels = lines.map((one) => one.line.label).filter(Boolean);
    const has = lines.flatMap((one) => one.boxes).filter((one) => one.box.held);
    const names = labels.length
      ? labels.length > 1 ? `${labels[0]} to ${labels.at(-1)}` : labels[0]
      : lines.flatMap((one) => one.boxes.map((box) => box.box.caption)).join(", ");
    const held = has.length ? ` (${has.slice(0, 3).map((one) => one.box.held.text).join(", ")}${has.length > 3 ? " …" : ""})` : "";
    const isOnPaper = lines.some((one) => one.boxes.some(({ box }) => entries.picture(box.paper).areas[box.place].length));
    return make("details", {}, make("summary", {}, `${isOnPaper ? "Nobody wrote on: " : ""}${names}${held}`), ...lines.map((one) => one.element));
  }

  const NO_INPUT = "what has no input here follows by itself or stays on paper, as votes and signatures do";

  /** The foot of a page: what it comes to, what it replaces, and that it is looked at. */
  function footOf(paper, finished) {
    const { form } = scan.pages[paper.page];
    const { claimed, counts } = scan.forms[form];
    const sum = make("p", { class: "sum", role: "status" });
    const said = make("p", { class: "said", role: "alert" });
    const replaced = make("p", { class: "replaced" });
    const agree = make("input", { type: "checkbox", id: "agree", onchange: () => say("") });
    const agreement = make("label", { for: "agree", hidden: true }, agree, " ", replaced);
    const button = make("button", { type: "button", class: "strong", onclick: finished });
    const note = make("p", { class: "fine" }, `${NO_INPUT.replace("what", "What")}.`);
    const element = make("div", { class: "foot" }, sum, agreement, said, make("p", {}, button), note);
    let warnedOf = "";

    const keysOf = (open) => open.map((box) => box.key).join();
    const say = (text) => { said.textContent = text; };

    function update(score) {
      const onPaper = claimed && score ? score.entries[claimed] ?? null : null;
      const worth = claimed && score ? score.sums[counts] : null;
      const shows = worth && (onPaper !== null || exact.holds(score.sums.details));
      const agrees = shows && onPaper !== null && exact.equal(onPaper, worth);
      sum.hidden = !shows;
      sum.dataset.agrees = onPaper === null ? "" : String(agrees);
      if (shows) {
        const own = onPaper === null ? "the total on the paper is not typed yet"
          : `the paper says ${exact.shown(onPaper)} ${agrees ? "✓" : "≠"}`;
        sum.textContent = `The lines come to ${exact.shown(worth)}; ${own}`;
      }
      const changes = entries.replaced(paper);
      agreement.hidden = !changes.length;
      const words = changes.map((box) => `${box.caption} ${box.held.text} → ${entries.read(box).shown}`).join("; ");
      const text = `Replace in ${scan.workbook}: ${words}`;
      if (text !== replaced.textContent) agree.checked = entries.looked(paper) && changes.length > 0;
      replaced.textContent = text;
      button.textContent = entries.looked(paper) ? "✓ Looked at: on to the next" : "Looked at: on to the next";
    }

    /** Name a box; paper that was printed before others came to sit there has their names. */
    function called(box) {
      const asked = box.definition.type === "player" && box.held ? ` (is ${box.held.text} on the paper?)` : "";
      return `“${box.caption}”${asked}`;
    }

    return {
      element, update, button, say,
      warned: (open) => warnedOf === keysOf(open),
      warn: (open) => {
        warnedOf = keysOf(open);
        const which = open.slice(0, NAMED).map(called).join(", ");
        const more = open.length > NAMED ? ` and ${open.length - NAMED} more` : "";
        say(`${counted(open.length, "box is", "boxes are")} written on, with nothing typed: ${which}${more}. Look again, or press once more to leave it so.`);
      },
      agreed: () => agreement.hidden || agree.checked,
      ask: () => { say("Tick that the workbook's values are to be replaced, or take back what you typed."); agree.focus(); },
    };
  }

  /* ── saving ── */

  function saveCsv() {
    const { papers, boxes } = entries.lookedAt();
    if (!papers.length) return tell("Nothing is looked at yet, so there is nothing to save.");
    csvLines.save(scan.csv, csvLines.written(boxes));
    entries.save(boxes);
    updateWays();
    const left = scan.papers.length - papers.length;
    const rest = left ? ` ${counted(left, "page is", "pages are")} not looked at, and not in it.` : "";
    tell(`${scan.csv}: ${counted(papers.length, "page")}, ${counted(boxes.length, "value")}.${rest} It lies where your browser puts downloads; then: ${scan.then}`);
  }

  function tell(text) {
    byId("said").textContent = text;
  }

  addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "s") { event.preventDefault(); saveCsv(); }
    else if ((event.ctrlKey || event.metaKey) && event.key === "Enter" && here?.finish) { event.preventDefault(); here.finish(); }
    else if (event.altKey && event.key === "PageDown") { event.preventDefault(); step(1); }
    else if (event.altKey && event.key === "PageUp") { event.preventDefault(); step(-1); }
  });

  addEventListener("beforeunload", (event) => {
    if (!kept.works && entries.state.unsaved) event.preventDefault();
  });

  new ResizeObserver(([head]) => {
    document.documentElement.style.setProperty("--head", `${head.target.offsetHeight}px`);
  }).observe(document.querySelector("header"));
  byId("save").addEventListener("click", saveCsv);
  byId("turn").addEventListener("click", () => {
    const open = document.body.classList.toggle("turning");
    byId("turn").setAttribute("aria-expanded", String(open));
    if (open) ways.get(entries.state.at).focus();
  });
  drawWays();
  if (phone.matches && entries.state.zoom === 1) entries.state.zoom = paperPicture.ZOOMS.at(-1);
  if (!kept.works) tell("This browser keeps nothing of what you type: save the CSV before you close the page.");
  show(location.hash.slice(1) || entries.state.at);
})();

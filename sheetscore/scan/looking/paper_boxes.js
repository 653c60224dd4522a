/* The lines of a sheet of paper: each box with what was cut out of the picture above its input. */
"use strict";

const paperBoxes = (() => {
  const { make, image } = elements;
  const NARROW = new Set(["count", "number", "points", "flag"]);
  const IS_SELECT = (box) => box.list && !box.definition.open && ["choice", "player"].includes(box.definition.type);

  /** Up to so many boxes on a line are few, and more than so many are many. */
  const [FEW, MANY] = [3, 4];

  /** Letters that follow each other within so many milliseconds are one word. */
  const PAUSE = 1500;

  /** How many times as wide as high what was cut out is together, from which on it has the width of the page. */
  const LONG = 9;

  /** Return how many times as wide as high the areas are together. */
  const lengthOf = (areas) => areas.reduce((sum, [, , wide, high]) => sum + wide / high, 0);

  let numbered = 0;
  const lists = new Map();

  /** Return the id of the list that an input offers, which is made when it is first asked for. */
  function offered(box) {
    if (!lists.has(box.list)) {
      const id = `list-${lists.size}`;
      lists.set(box.list, id);
      document.body.append(make("datalist", { id }, ...box.list.names.map((name) => make("option", { value: name }))));
    }
    return lists.get(box.list);
  }

  /** Make the options of a list: as it is, the choices, and where the workbook has something to clear it. */
  function options(box, pairs) {
    const clear = box.held ? [["clear it", values.CLEAR]] : [];
    const all = [[box.held ? `leave ${box.held.text}` : "", ""], ...pairs, ...clear];
    return all.map(([name, value]) => make("option", { value }, name));
  }

  /** Name the choices of a list, a seat with who sits there. */
  const pairsOf = (box) => box.list.names.map((name, at) => {
    const recorded = box.list.recorded[at];
    return [box.sitting[recorded] ? `${name}: ${box.sitting[recorded]}` : name, recorded];
  });

  function select(entries, box, id, changed) {
    const yes_or_no = [["0 · no", "0"], ["1 · yes", "1"]];
    const made = make("select", { id, class: "entry", onchange: () => changed(made.value) },
      ...options(box, box.list ? pairsOf(box) : yes_or_no));
    made.value = entries.typed(box);
    made.addEventListener("keydown", choosing(made));
    return made;
  }

  /** Tell whether a text, or a word in it, begins with what is typed. */
  function begins(text, typed) {
    for (let at = text.indexOf(typed); at >= 0; at = text.indexOf(typed, at + 1)) {
      if (at === 0 || !/[\p{L}\d]/u.test(text[at - 1])) return true;
    }
    return false;
  }

  /** Choose by what is typed: a browser looks at the beginnings of choices alone, and takes "draw" for Dorte. */
  function choosing(list) {
    let typed = "";
    let last = -PAUSE;
    return (event) => {
      if (event.key.length !== 1 || event.ctrlKey || event.altKey || event.metaKey) return;
      typed = (event.timeStamp - last < PAUSE ? typed : "") + event.key.toLowerCase();
      last = event.timeStamp;
      const texts = [...list.options].map((option) => option.text.toLowerCase());
      const whole = texts.findIndex((text) => text.startsWith(typed));
      const found = whole >= 0 ? whole : texts.findIndex((text) => begins(text, typed));
      if (!typed.trim() || (found < 0 && typed.length === 1)) return;
      event.preventDefault();
      if (found < 0 || found === list.selectedIndex) return;
      list.selectedIndex = found;
      list.dispatchEvent(new Event("change"));
    };
  }

  function input(entries, box, id, changed) {
    const isNumber = NARROW.has(box.definition.type) || box.definition.type === "score";
    const proposal = entries.picture(box.paper).proposals[box.place];
    const made = make("input", {
      id, class: "entry", type: "text", autocomplete: "off", spellcheck: "false", value: entries.typed(box),
      inputmode: isNumber ? (box.definition.minimum < 0 ? "text" : "decimal") : "text",
      list: box.list ? offered(box) : null, title: box.definition.prompt,
      placeholder: proposal ? `${proposal}?` : null, "data-proposal": proposal || null,
      oninput: () => changed(made.value),
    });
    return made;
  }

  function several(entries, box, id, changed, caption) {
    const on = () => new Set(entries.typed(box).split(" "));
    const all = [...pairsOf(box), ...(box.held ? [["clear it", values.CLEAR]] : [])];
    const ticks = all.map(([name, value], at) =>
      make("label", {}, make("input", {
        type: "checkbox", id: at ? null : id, class: at ? null : "entry", value, checked: on().has(value),
        onchange: (event) => changed(chosen(event.target)),
      }), ` ${name}`));
    const made = make("div", { class: "ticks", role: "group", "aria-label": caption }, ...ticks);

    /** Clearing goes with no choice, and no choice with clearing. */
    function chosen(last) {
      for (const tick of made.querySelectorAll("input")) {
        if (tick !== last && (last.value === values.CLEAR || tick.value === values.CLEAR)) tick.checked = false;
      }
      return [...made.querySelectorAll("input:checked")].map((tick) => tick.value).join(" ");
    }
    return made;
  }

  const CONTROLS = { several, flag: select };
  const HELD = {
    blank: (box) => (box.held ? `has ${box.held.text}` : ""),
    wrong: (box) => (box.held ? `has ${box.held.text}` : ""),
    new: () => "",
    same: (box) => `has ${box.held.text} ✓`,
    changed: (box, one) => `${box.held.text} → ${one.shown}`,
    cleared: (box) => `${box.held.text} → nothing`,
  };

  function boxOf(entries, box, cut, changed) {
    const id = `box-${(numbered += 1)}`;
    const makeControl = CONTROLS[box.definition.type] ?? (IS_SELECT(box) ? select : input);
    const control = makeControl(entries, box, id, (text) => { entries.put(box, text); changed(); }, box.caption);
    const entry = control.matches(".entry") ? control : control.querySelector(".entry");
    const held = make("span", { class: "held", id: `${id}-held` });
    const hint = entry.dataset.proposal
      ? make("span", { class: "unseen", id: `${id}-hint` }, `read as ${entry.dataset.proposal}: Enter takes it`) : null;
    entry.setAttribute("aria-describedby", [held.id, hint?.id].filter(Boolean).join(" "));
    const picture = cut?.length ? make("span", { class: "cut" }, ...cut.map((one) => image("png", one, ""))) : null;
    const isLong = cut?.length && lengthOf(entries.picture(box.paper).areas[box.place]) > LONG;
    const width = isLong ? "long" : NARROW.has(box.definition.type) ? "narrow" : box.list || box.definition.type === "score" ? "middle" : "wide";
    const caption = make(control === entry ? "label" : "span", { for: control === entry ? id : null, class: "caption" }, box.caption);
    const isWritten = entries.picture(box.paper).written[box.place];
    const element = make("div", { class: `box ${width}${isWritten ? " written" : ""}`, "data-box": box.key }, caption, held, picture, control, hint);

    function update() {
      const [fate, one] = [entries.fate(box), entries.read(box)];
      element.dataset.fate = fate;
      held.textContent = HELD[fate](box, one);
      entry.setAttribute("aria-invalid", String(fate === "wrong"));
      return one.wrong ? { wrong: `${box.caption}: ${one.wrong}` } : one.note ? { note: `${box.caption}: ${one.note}` } : {};
    }

    /** Take what is proposed, or complete what begins a name of the list. */
    function settle() {
      if (entry.dataset.proposal && !entry.value) take(entry.dataset.proposal);
      else if (box.list && entry.tagName === "INPUT" && entry.type === "text") {
        const whole = values.completed(box.list, entry.value);
        if (whole !== entry.value) take(whole);
      }
    }

    function take(text) {
      entry.value = text;
      entries.put(box, text);
      changed();
    }
    return { box, element, entry, isWritten, update, settle };
  }

  /** Make a line. `changed` is told whenever something is typed. */
  function lineOf(entries, paper, line, cuts, changed) {
    const boxes = line.boxes.map((place) => boxOf(entries, paper.boxes[place], cuts[place], changed));
    const first = paper.boxes[line.boxes[0]];
    const block = entries.scan.forms[entries.scan.pages[paper.page].form].blocks[first.block];
    const worth = make("p", { class: "worth" });
    const wrong = make("p", { class: "wrong", role: "status" });
    const name = [line.title, line.label].filter(Boolean).join(", ") || first.caption;
    const element = make("div", { class: `line ${boxes.length > MANY ? "many" : boxes.length <= FEW ? "few" : ""}`, role: "group", "aria-label": name },
      line.label ? make("p", { class: "label" }, line.label) : null,
      make("div", { class: "boxes" }, ...boxes.map((one) => one.element)), worth, wrong);

    function update(score) {
      const said = boxes.map((one) => one.update());
      const row = score?.rows[block.id][first.row];
      const mistakes = said.flatMap((one) => one.wrong ?? []);
      const isWhole = !line.boxes.some((place) => entries.isOpen(paper.boxes[place]));
      const doubts = mistakes.length || !row || !isWhole ? [] : row.wrong.map((check) => check.message);
      wrong.textContent = [...mistakes, ...doubts, ...said.flatMap((one) => one.note ?? [])].join(" · ");
      wrong.classList.toggle("doubt", !mistakes.length);
      const shows = row?.filled ? row.shows.map((text, at) => [block.shows[at].label, text]) : [];
      const told = shows.filter(([, text]) => text !== "").map(([label, text]) => `${label} ${typeof text === "string" ? text : exact.shown(text)}`);
      const points = row?.filled && row.points ? [`${exact.shown(row.points)} ${block.worth}`] : [];
      worth.textContent = [...told, ...points].join(" · ");
    }

    const isAsked = boxes.some(({ box, isWritten }) => isWritten || entries.typed(box) || box.definition.needed);
    return { name, line, element, boxes, update, isAsked };
  }

  return Object.freeze({ lineOf });
})();

/* What is typed into a box, understood as forms/values.py understands it where it means one thing, and how CSV has it.
 *
 * Stricter than that: what could be read in two ways, or needs a guess, is typed again.
 */
"use strict";

const values = (() => {
  const CLEAR = "-";
  const LONGEST_TEXT = 500;
  const MOST_ODDS = 9999n;
  const DANGEROUS = /^[=+\-@\t\r\n\0']/;

  /** Put an apostrophe before a text that a spreadsheet would take for a formula; `fill` takes it off again. */
  const safe = (text) => (DANGEROUS.test(text) ? `'${text}` : text);

  const text = (typed) =>
    [...typed].length > LONGEST_TEXT
      ? { wrong: `shorten the text to ${LONGEST_TEXT} characters` }
      : { value: typed, written: safe(typed), shown: typed };

  function number(field, typed, form) {
    const plain = typed.replace("−", "-");
    const value = form.test(plain) ? exact.read(plain.replace(",", ".")) : null;
    const least = exact.number(BigInt(field.minimum));
    const most = exact.number(BigInt(field.maximum));
    if (value && exact.at_least(value, least) && exact.at_most(value, most)) {
      const shown = exact.shown(value);
      // three decimals could be thousands to whoever reads the CSV
      return { value, shown, written: /\.\d{3}$/.test(shown) ? `${shown}0` : shown };
    }
    return { wrong: `a number from ${field.minimum} to ${field.maximum}` };
  }

  const whole = (field, typed) => number(field, typed, /^[+-]?\d{1,15}$/);
  const score = (field, typed) => number(field, typed, /^[+-]?\d{1,15}(\.\d{1,9}|,\d{1,2}|,\d{4,9})?$/);

  function flag(field, typed) {
    if (typed !== "0" && typed !== "1") return { wrong: "1 for yes or 0 for no" };
    return { value: exact.number(BigInt(typed)), written: typed, shown: typed === "1" ? "yes" : "no" };
  }

  /** Return the places of a list that a text names: whole, or by the beginning of a single name. */
  function places(list, typed) {
    const wanted = pageScores.folded(typed);
    const at = (test) => list.names.map((_, place) => place).filter(test);
    const whole = at((place) => [list.names[place], list.recorded[place]].some((one) => pageScores.folded(one) === wanted));
    return { whole, begun: at((place) => pageScores.folded(list.names[place]).startsWith(wanted)) };
  }

  const listed = (list, place) => ({
    value: list.recorded[place],
    written: safe(list.written[place]),
    shown: list.names[place],
  });

  /** A closed list gives what is recorded; into an open one people type a name of it, or any other. */
  function choice(field, typed, list) {
    const exactly = (field.open ? list.names : list.recorded).indexOf(typed);
    if (exactly >= 0) return listed(list, exactly);
    const { whole, begun } = places(list, typed);
    if (whole.length === 1) return listed(list, whole[0]);
    if (!field.open) return { wrong: "choose from the list" };
    return { ...text(typed), note: begun.length === 1 ? `not on the list; ${list.names[begun[0]]}?` : "not on the list" };
  }

  function several(field, typed, list) {
    const chosen = typed.split(" ").map((one) => list.recorded.indexOf(one));
    if (chosen.includes(-1)) return { wrong: "choose from the list" };
    return { value: typed, written: safe(typed), shown: chosen.map((place) => list.names[place]).join(", ") };
  }

  function odds(field, typed, list) {
    const match = /^(\d{1,4})(?: ?[:/∶-] ?(\d{1,4}))?$/.exec(typed);
    const ratio = match && exact.number(BigInt(match[1]), BigInt(match[2] ?? 1) || 1n);
    const isRatio = ratio && ratio.n > 0n && match[2] !== "0";
    const plain = isRatio ? `${ratio.n}:${ratio.d}` : typed;
    const at = list.names.indexOf(plain);
    if (at >= 0) return { value: plain, written: plain, shown: plain };
    if (field.open && isRatio && ratio.n <= MOST_ODDS && ratio.d <= MOST_ODDS) {
      return { value: plain, written: plain, shown: plain, note: "not on the list" };
    }
    return { wrong: field.open ? "odds such as 4:1 or 1:2" : `odds from ${list.names[0]} to ${list.names.at(-1)}` };
  }

  const READERS = { count: whole, number: whole, points: whole, score, flag, text: (_, typed) => text(typed), choice,
    player: choice, several, odds };

  /** Understand what is typed: {blank}, {clear}, {wrong: what belongs there}, or {value, written, shown}. */
  function understood(field, list, typed) {
    const plain = typed.trim();
    if (!plain) return { blank: true };
    if (plain === CLEAR) return { clear: true, written: CLEAR, shown: "nothing" };
    return READERS[field.type](field, plain, list);
  }

  /** Return the one name of a list that a text begins, where it is none itself; otherwise the text. */
  function completed(list, typed) {
    const { whole, begun } = places(list, typed);
    return typed.trim() && !whole.length && begun.length === 1 ? list.names[begun[0]] : typed;
  }

  return Object.freeze({ CLEAR, understood, completed });
})();

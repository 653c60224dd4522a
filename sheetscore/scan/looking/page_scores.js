/* What a page comes to by the values in its boxes, as forms/evaluation.py works it out.
 *
 * A form is data (page_rules.py), its rules are functions of a scope; a value is an exact number, a text, or null.
 */
"use strict";

const pageScores = (() => {
  const valueOf = (sent) => (Array.isArray(sent) ? exact.number(BigInt(sent[0]), BigInt(sent[1])) : sent);
  const valuesOf = (sent) => Object.fromEntries(Object.entries(sent).map(([name, one]) => [name, valueOf(one)]));
  const folded = (text) => text.trim().replace(/\s+/g, " ").toLowerCase();

  /** Tell whether words at the end of a name mark it, such as “(white)”, whatever its blanks and capitals. */
  function isMarked(name, mark) {
    const letters = [...mark].map((letter) => letter.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
    return new RegExp(`\\s*${letters.join("\\s*")}\\s*$`, "i").test(name);
  }

  /** What a rule sees from one line: its boxes and steps, the lines above, the other blocks of its form. */
  class RowScope {
    constructor(block, lists, values, above, form) {
      Object.assign(this, { block, lists, values, rowsAbove: above, form });
    }

    value(name) { return this.values[name]; }
    item(name, number) { return this.values[`${name}[${number}]`]; }
    setting(name) { return valueOf(this.block.settings[name]); }
    previous(name) { return this.rowsAbove.at(-1)?.values[name] ?? null; }

    attribute(name, attribute) {
      const list = this.lists[this.block.fields.find((box) => box.id === name).list];
      const chosen = this.values[name] ?? "";
      if (list.marks[attribute] && isMarked(chosen, list.marks[attribute])) return exact.counted(true);
      const wanted = folded(chosen);
      const at = list.recorded.findIndex((one, place) => folded(one) === wanted || folded(list.names[place]) === wanted);
      return valueOf(at < 0 ? list.blanks[attribute] : list.attributes[attribute][at]);
    }

    column(block, name) {
      const rows = block === "above" ? this.rowsAbove : this.form[block === "rows" ? this.block.name : block];
      return rows.map((row) => row.values[name]);
    }
  }

  function rowValues(block, row, entries) {
    const entered = row.boxes.map((box) => entries[box] ?? null);
    const boxes = block.fields.map((box, at) => [box.name, entered[at] ?? box.default]);
    const taken = block.earlier.map((name) => [name, exact.ZERO]);
    const values = { ...valuesOf(row.constants), ...Object.fromEntries([...boxes, ...taken]) };
    return { values, filled: entered.some((one) => one !== null) };
  }

  function shown(show, [rule, when], scope, filled) {
    const value = rule(scope);
    if (show.names === null) return (when ? exact.holds(when(scope)) : filled) ? value : "";
    const at = Number(value.n / value.d);
    return at > 0 && at <= show.names.length ? show.names[at - 1] : at ? "?" : "";
  }

  function scoredBlock(block, rules, lists, entries, form) {
    const scopes = (form[block.name] = []);
    const filled = block.rows.map((row) => {
      const found = rowValues(block, row, entries);
      scopes.push(new RowScope(block, lists, found.values, [...scopes], form));
      return found.filled;
    });
    for (const scope of scopes) for (const [name, rule] of rules.lets) scope.values[name] = rule(scope);
    return scopes.map((scope, at) => {
      const points = rules.total && (filled[at] ? rules.total(scope) : exact.ZERO);
      if (points) scope.values.total = points;
      const shows = block.shows.map((show, number) => shown(show, rules.shows[number], scope, filled[at]));
      const alone = new RowScope(block, lists, scope.values, [], {});
      const wrong = block.checks.filter((_, number) => filled[at] && exact.holds(rules.checks[number](alone)));
      return { points, shows, wrong, filled: filled[at] };
    });
  }

  /** Work a page out: its lines by the ids of its blocks, and its sums. Throws exact.NoValue where it has no value. */
  function scored(form, rules, lists, entries) {
    const blocks = {};
    const rows = {};
    for (const block of form.blocks) {
      rows[block.id] = scoredBlock(block, rules.blocks[block.id], lists, entries, (blocks[block.form] ??= {}));
    }
    const earning = Object.values(rows).flat().filter((row) => row.points);
    const sums = {
      tasks: exact.sum(earning.map((row) => row.points)),
      details: exact.number(BigInt(earning.filter((row) => row.filled).length)),
    };
    for (const [name, box] of Object.entries(form.boxes)) sums[name] = entries[box] ?? null;
    for (const [name, rule] of rules.sums) sums[name] = rule({ value: (one) => sums[one] });
    return { rows, sums };
  }

  return Object.freeze({ scored, valueOf, folded });
})();

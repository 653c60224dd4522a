/* Exact numbers, and what rules of forms may do with them: the functions that javascript.py compiles call these.
 *
 * A number is a fraction in lowest terms, {n, d}, of BigInts, d above 0. What a field holds is such a number, a text,
 * or null where it is blank.
 */
"use strict";

const exact = (() => {
  /** A value that does not exist, or is not what its field says. */
  class NoValue extends Error {}

  const BEYOND = 10n ** 300n;

  const size = (whole) => (whole < 0n ? -whole : whole);

  function common(one, other) {
    let [left, right] = [size(one), size(other)];
    while (right !== 0n) [left, right] = [right, left % right];
    return left;
  }

  function number(above, below = 1n) {
    if (below === 1n) return { n: above, d: 1n };
    const by = below < 0n ? -common(above, below) : common(above, below);
    return { n: above / by, d: below / by };
  }

  const ZERO = number(0n);
  const ONE = number(1n);

  const isNumber = (given) => typeof given === "object" && given !== null;
  const isBlank = (given) => given === null || given === undefined || given === "";

  /** Take what a field holds for a number: a blank is 0. */
  function amount(given) {
    if (isBlank(given)) return ZERO;
    if (!isNumber(given)) throw new NoValue(`${given} is no number`);
    return given;
  }

  /** Take what a field holds for a text: a blank is an empty one. */
  function text(given) {
    if (isBlank(given)) return "";
    if (typeof given !== "string") throw new NoValue("a number is no text");
    return given;
  }

  /** Return a number that is short enough to compute with. */
  function bounded(one) {
    if (size(one.n) >= BEYOND || one.d >= BEYOND) throw new NoValue("no spreadsheet has so long a number");
    return one;
  }

  const counted = (truth) => (truth ? ONE : ZERO);
  const holds = (one) => one.n !== 0n;
  const filled = (given) => !isBlank(given);

  const negative = (one) => number(-one.n, one.d);
  const plus = (one, other) => number(one.n * other.d + other.n * one.d, one.d * other.d);
  const minus = (one, other) => plus(one, negative(other));
  const times = (one, other) => bounded(number(one.n * other.n, one.d * other.d));

  function over(one, other) {
    if (other.n === 0n) throw new NoValue("division by zero");
    return number(one.n * other.d, one.d * other.n);
  }

  const compared = (one, other) => one.n * other.d - other.n * one.d;
  const equal = (one, other) => compared(one, other) === 0n;
  const unequal = (one, other) => compared(one, other) !== 0n;
  const less = (one, other) => compared(one, other) < 0n;
  const at_most = (one, other) => compared(one, other) <= 0n;
  const more = (one, other) => compared(one, other) > 0n;
  const at_least = (one, other) => compared(one, other) >= 0n;

  const alike = (one, other) => one === other || one.toLowerCase() === other.toLowerCase();
  const unlike = (one, other) => !alike(one, other);

  const lower = (one) => one.n / one.d - (one.n < 0n && one.n % one.d !== 0n ? 1n : 0n);

  /** Round to so many decimals, halves away from zero. */
  function round(one, digits = ZERO) {
    const scale = 10n ** digits.n;
    const whole = ((size(one.n) * scale * 2n) / one.d + 1n) / 2n;
    return number(one.n < 0n ? -whole : whole, scale);
  }

  const least = (one, ...others) => others.reduce((so_far, next) => (less(next, so_far) ? next : so_far), one);
  const most = (one, ...others) => others.reduce((so_far, next) => (more(next, so_far) ? next : so_far), one);
  const sum = (numbers) => numbers.reduce(plus, ZERO);

  /** Keep the entries of a list whose places, counted from 1, lie between two. */
  const between = (first, last, entries) =>
    entries.filter((_, at) => BigInt(at + 1) >= first.n && BigInt(at + 1) <= last.n);

  const functions = {
    min: least,
    max: most,
    abs: (one) => number(size(one.n), one.d),
    floor: (one) => number(lower(one)),
    round,
    listed: (place, ...entries) => sum(between(place, place, entries)),
    listed_between: (first, last, ...entries) => sum(between(first, last, entries)),
    passed: (one, ...entries) => number(BigInt(entries.filter((entry) => less(entry, one)).length)),
  };

  function ratio(odds) {
    const match = /^(\d{1,9}):(\d{0,8}[1-9]\d{0,8})$/.exec(odds);
    return match ? number(BigInt(match[1]), BigInt(match[2])) : ZERO;
  }

  const letters = (word, wanted) => number(BigInt([...word].filter((letter) => wanted.includes(letter)).length));
  const word = (words, wanted) =>
    ` ${words.replaceAll(",", " ")} `.toLowerCase().includes(` ${wanted} `.toLowerCase());

  const whole = (one) => one.n / one.d;
  const spaced = (numbers) => numbers.map((one) => String(whole(one))).join(" ");
  const nonzero = (numbers) => spaced(numbers.filter(holds));

  /** Compute an amount for each row of a block; rows that the condition leaves out need a value, too. */
  function amounts(scope, places, value, condition) {
    const columns = places.map(([block, name]) => scope.column(block, name));
    return columns[0].map((_, at) => {
      const row = columns.map((column) => column[at]);
      const one = value ? value(row) : ONE;
      return !condition || condition(row) ? one : ZERO;
    });
  }

  const total = (...of) => sum(amounts(...of));
  const highest = (...of) => most(ZERO, ...amounts(...of));

  /** Write a number as people read it: 12, -3, 7.125; of a fraction that never ends two decimals. */
  function shown(one) {
    if (one.d === 1n) return String(one.n);
    for (let digits = 1n; digits <= 9n; digits += 1n) {
      if ((one.n * 10n ** digits) % one.d === 0n) return decimal(one, digits);
    }
    return decimal(round(one, number(2n)), 2n);
  }

  function decimal(one, digits) {
    const scaled = String(size((one.n * 10n ** digits) / one.d)).padStart(Number(digits) + 1, "0");
    return `${one.n < 0n ? "-" : ""}${scaled.slice(0, -Number(digits))}.${scaled.slice(-Number(digits))}`;
  }

  /** Read what is written as 12, -3 or 7.125; null where it is anything else. */
  function read(written) {
    const match = /^([+-]?)(\d+)(?:\.(\d+))?$/.exec(written);
    if (!match) return null;
    const decimals = match[3] ?? "";
    const above = BigInt(match[2] + decimals);
    return number(match[1] === "-" ? -above : above, 10n ** BigInt(decimals.length));
  }

  return Object.freeze({
    NoValue, number, amount, text, bounded, counted, holds, filled, negative, plus, minus, times, over,
    equal, unequal, less, at_most, more, at_least, alike, unlike, functions, ratio, letters, word, spaced, nonzero,
    total, highest, sum, shown, read, ZERO,
  });
})();

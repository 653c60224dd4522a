/* What was typed and looked at, kept by the browser from one opening of the page to the next. */
"use strict";

const memory = (() => {
  const NOTHING = { typed: {}, looked: {}, picked: {}, saved: {}, at: "", zoom: 1, unsaved: false };

  /** Open what is kept under a key. `works` is false where the browser keeps nothing. */
  function opened(key) {
    const state = { ...NOTHING, typed: {}, looked: {}, picked: {}, saved: {} };
    let works = true;
    try {
      Object.assign(state, JSON.parse(localStorage.getItem(key) ?? "{}"));
    } catch {
      works = false;
    }
    function keep() {
      try {
        localStorage.setItem(key, JSON.stringify(state));
        works = true;
      } catch {
        works = false;
      }
    }
    keep();
    return { state, keep, get works() { return works; } };
  }

  return Object.freeze({ opened });
})();

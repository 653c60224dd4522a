/* Elements of the page. Every text goes in as a text, whatever characters it has. */
"use strict";

const elements = (() => {
  /** Make an element: attributes by their names, listeners as `onclick`, what is false or null left out. */
  function make(tag, attributes = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (typeof value === "function") made.addEventListener(name.slice(2), value);
      else if (value !== false && value !== null && value !== undefined) made.setAttribute(name, value === true ? "" : value);
    }
    made.append(...children.filter((child) => child !== null && child !== undefined));
    return made;
  }

  const image = (type, base64, alt) => make("img", { src: `data:image/${type};base64,${base64}`, alt });
  const counted = (many, one, more = `${one}s`) => `${many} ${many === 1 ? one : more}`;

  return Object.freeze({ make, image, counted });
})();

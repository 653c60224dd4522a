/* The straightened picture of a sheet of paper, with the box marked that is being typed. */
"use strict";

const paperPicture = (() => {
  const { make, image } = elements;
  const ZOOMS = [1, 1.6, 2.4];

  /** Show a picture. `zoom` is how much wider than its pane it stands; `chosen(box)` is told where somebody clicks. */
  function shown(picture, pictures, { zoom, zoomed, chosen, name }) {
    const spot = make("div", { class: "spot", hidden: true });
    const sheet = make("div", { class: "sheet", onclick: click }, image("jpeg", pictures.page, `The paper: ${name}`), spot);
    const pane = make("div", { class: "pane", tabindex: "0", role: "group", "aria-label": "The paper as it was scanned" }, sheet);
    const [width, height] = picture.size;
    let marked = null;
    let larger = zoom;

    function click(event) {
      const room = sheet.getBoundingClientRect();
      const across = ((event.clientX - room.left) / room.width) * width;
      const down = ((event.clientY - room.top) / room.height) * height;
      const at = picture.areas.findIndex(
        (area) => area && across >= area[0] && across <= area[0] + area[2] && down >= area[1] && down <= area[1] + area[3],
      );
      if (at >= 0) chosen(at);
    }

    function scale() {
      sheet.style.width = `${larger * 100}%`;
      sheet.style.aspectRatio = `${width} / ${height}`;
      centre();
    }

    function centre() {
      if (!marked) return;
      const [left, top, wide, high] = marked;
      pane.scrollTo(
        ((left + wide / 2) / width) * sheet.offsetWidth - pane.clientWidth / 2,
        ((top + high / 2) / height) * sheet.offsetHeight - pane.clientHeight / 2,
      );
    }

    function point(at) {
      marked = picture.areas[at];
      spot.hidden = !marked;
      if (!marked) return;
      const [left, top, wide, high] = marked;
      spot.style.left = `${(left / width) * 100}%`;
      spot.style.top = `${(top / height) * 100}%`;
      spot.style.width = `${(wide / width) * 100}%`;
      spot.style.height = `${(high / height) * 100}%`;
      centre();
    }

    const button = make("button", { type: "button", class: "quiet", onclick: enlarge }, "Larger");
    function enlarge() {
      larger = ZOOMS[(ZOOMS.indexOf(larger) + 1) % ZOOMS.length];
      zoomed(larger);
      button.textContent = larger === ZOOMS.at(-1) ? "Whole width" : "Larger";
      scale();
    }
    button.textContent = larger === ZOOMS.at(-1) ? "Whole width" : "Larger";
    scale();
    const element = make("div", { class: "picture" }, pane, make("p", { class: "below" }, picture.source, " ", button));
    return { element, point, centre: scale };
  }

  return Object.freeze({ shown, ZOOMS });
})();

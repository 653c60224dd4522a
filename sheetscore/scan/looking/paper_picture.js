/* The straightened picture of a sheet of paper, with the box marked that is being typed. */
"use strict";

const paperPicture = (() => {
  const { make, image } = elements;
  const ZOOMS = [1, 1.6, 2.4];

  /** Show a picture. `zoom` is how much wider than its pane it stands; `chosen(box)` is told where somebody clicks, -1 for no box. */
  function shown(picture, pictures, { zoom, zoomed, chosen, name }) {
    const sheet = make("div", { class: "sheet", onclick: click }, image("jpeg", pictures.page, `The paper: ${name}`));
    const pane = make("div", { class: "pane", tabindex: "0", role: "group", "aria-label": "The paper as it was scanned" }, sheet);
    const [width, height] = picture.size;
    let spots = [];
    let larger = zoom;

    function click(event) {
      const room = sheet.getBoundingClientRect();
      const across = ((event.clientX - room.left) / room.width) * width;
      const down = ((event.clientY - room.top) / room.height) * height;
      const at = picture.areas.findIndex((areas) => areas.some(([left, top, wide, high]) =>
        across >= left && across <= left + wide && down >= top && down <= top + high));
      chosen(at);
    }

    function scale() {
      sheet.style.width = `${larger * 100}%`;
      sheet.style.aspectRatio = `${width} / ${height}`;
      centre();
    }

    /** Have the first place that is marked stand in the middle of the pane. */
    function centre() {
      if (!spots.length) return;
      const { offsetLeft, offsetTop, offsetWidth, offsetHeight } = spots[0];
      pane.scrollTo(offsetLeft + (offsetWidth - pane.clientWidth) / 2, offsetTop + (offsetHeight - pane.clientHeight) / 2);
    }

    /** Mark a box: wherever it stands on the paper. */
    function point(at) {
      for (const spot of spots) spot.remove();
      spots = picture.areas[at].map(([left, top, wide, high]) => {
        const spot = make("div", { class: "spot" });
        spot.style.left = `${(left / width) * 100}%`;
        spot.style.top = `${(top / height) * 100}%`;
        spot.style.width = `${(wide / width) * 100}%`;
        spot.style.height = `${(high / height) * 100}%`;
        return spot;
      });
      sheet.append(...spots);
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

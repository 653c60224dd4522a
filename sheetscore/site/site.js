// Search, sorting, and pages that turn by themselves on a projector; everything else stands in the pages.
"use strict";

const folded = (text) =>
  text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
    .replace(/ı/g, "i").replace(/ł/g, "l").replace(/ø/g, "o").replace(/đ/g, "d").replace(/æ/g, "ae").replace(/œ/g, "oe").replace(/ß/g, "ss");

function search() {
  const form = document.getElementById("search");
  if (!form) return;
  const people = JSON.parse(document.getElementById("people").textContent);
  if (!people.length) return;
  form.hidden = false;
  const mostFound = 12;
  const who = document.getElementById("who");
  const found = document.getElementById("found");
  const count = document.getElementById("count");
  const look = () => {
    const words = folded(who.value).split(/\s+/).filter(Boolean);
    const hits = words.length ? people.filter(([name]) => words.every((word) => folded(name).includes(word))) : [];
    found.replaceChildren(...hits.slice(0, mostFound).map(line));
    count.textContent = !words.length ? "" : !hits.length ? "Nobody is called so." :
      hits.length > mostFound ? `${hits.length} found, the first ${mostFound} shown` : `${hits.length} found`;
  };
  who.addEventListener("input", () => {
    look();
    history.replaceState({who: who.value}, ""); // for whoever comes back
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const [first, ...others] = found.querySelectorAll("a");
    if (first && others.length) first.focus();
    else if (first) first.click();
  });
  if (history.state?.who) {
    who.value = history.state.who;
    look();
  }
}

function line([name, page, place]) {
  const item = document.createElement("li");
  const who = document.createElement(page ? "a" : "b");
  if (page) who.href = page;
  who.textContent = name;
  item.append(who);
  if (place) {
    const where = document.createElement("span");
    where.textContent = place;
    item.append(where);
  }
  return item;
}

const key = (row, at) => {
  const cell = row.cells[at];
  return cell ? cell.dataset.sort ?? cell.textContent : "";
};

function compare(one, other) {
  const [a, b] = [Number(one), Number(other)];
  if (!Number.isNaN(a) && !Number.isNaN(b)) return a - b;
  return one.localeCompare(other, undefined, {numeric: true, sensitivity: "base"});
}

function sort(table, at) {
  const heading = table.tHead.rows[0].cells[at];
  const down = heading.getAttribute("aria-sort") === "ascending";
  for (const other of table.tHead.rows[0].cells) other.removeAttribute("aria-sort");
  heading.setAttribute("aria-sort", down ? "descending" : "ascending");
  const body = table.tBodies[0];
  const rows = [...body.rows];
  rows.sort((one, other) => {
    const [a, b] = [key(one, at), key(other, at)];
    if (!a || !b) return !a - !b; // blanks last, both ways
    return down ? compare(b, a) : compare(a, b);
  });
  table.classList.add("sorted");
  body.append(...rows);
}

function sortable(table) {
  if (!table.tHead || table.tBodies[0].rows.length < 2) return;
  [...table.tHead.rows[0].cells].forEach((cell, at) => {
    if (cell.tagName !== "TH") return;
    const button = document.createElement("button");
    button.type = "button";
    button.append(...cell.childNodes);
    button.addEventListener("click", () => sort(table, at));
    cell.append(button);
  });
}

// The wall: each table that says so, as many lines at a time as there is room for. Space stops and goes on, arrows
// turn, Escape ends. After the last page the file is read again: it may have been written anew.
const asked = Number(new URLSearchParams(location.search).get("seconds"));
const seconds = asked > 0 ? asked : 12;
const sizes = [2.6, 2.2, 1.9]; // hundredths of the width; letters smaller than the last are not read from ten metres
const mostLetters = 24; // letters that stand on one line

function boards() {
  return [...document.querySelectorAll("[data-wall]")].map((part) => {
    const table = part.querySelector("table").cloneNode(true);
    for (const button of table.querySelectorAll("button")) button.replaceWith(...button.childNodes);
    for (const one of table.querySelectorAll("[tabindex],a")) one.removeAttribute("href");
    for (const one of table.querySelectorAll(".step")) one.remove();
    for (const one of table.querySelectorAll("tbody th, tbody td")) one.classList.toggle("long", one.textContent.length > mostLetters);
    return {title: part.dataset.wall, table, rows: [...table.tBodies[0].rows]};
  });
}

// The largest letters with which all columns stand side by side; if there are none, the columns that fit. Those that
// decide stand at the left, and the page of the sheet has all of them.
function fit(board, content) {
  show(board, board.rows, content);
  const table = board.table;
  const overflows = () => table.getBoundingClientRect().right > content.getBoundingClientRect().right + 1;
  for (const size of sizes) {
    table.style.fontSize = `${size}vw`;
    if (!overflows()) return;
  }
  const rows = [table.tHead.rows[0], ...board.rows];
  for (let at = rows[0].cells.length - 1; at > 0 && overflows(); at -= 1) {
    for (const row of rows) if (row.cells[at]) row.cells[at].hidden = true;
  }
}

function pagesOf(board, title, content) {
  title.textContent = board.title;
  fit(board, content);
  const pages = [];
  let rows = [...board.rows];
  const body = board.table.tBodies[0];
  while (rows.length) {
    show(board, rows, content);
    let many = rows.length;
    const bottom = content.parentElement.getBoundingClientRect().bottom;
    const over = rows.findIndex((row) => row.getBoundingClientRect().bottom > bottom);
    if (over >= 0) many = Math.max(over, 1);
    pages.push({board, rows: rows.slice(0, many)});
    rows = rows.slice(many);
  }
  body.replaceChildren(...board.rows);
  return pages;
}

function show(board, rows, content) {
  if (!board.table) return; // there is nothing to show yet
  board.table.tBodies[0].replaceChildren(...rows);
  content.replaceChildren(board.table);
}

function wall() {
  const root = document.documentElement;
  let place = document.getElementById("board");
  if (place) place.remove();
  clearInterval(wall.clock);
  document.removeEventListener("keydown", wall.keys);
  root.classList.toggle("wall", location.hash === "#wall");
  if (location.hash !== "#wall") return;
  place = document.createElement("main");
  place.id = "board";
  const [heading, title, number, content] = ["h1", "span", "span", "div"].map((name) => document.createElement(name));
  heading.append(title, number);
  place.append(heading, content);
  document.body.append(place);
  number.textContent = "…";
  const pages = boards().flatMap((board) => pagesOf(board, title, content));
  if (!pages.length) pages.push({board: {title: document.querySelector("h1").textContent}, rows: []});
  let at = 0;
  let paused = false;
  const turn = (to) => {
    at = (to + pages.length) % pages.length;
    const {board, rows} = pages[at];
    title.textContent = board.title;
    number.textContent = `${at + 1} / ${pages.length}`;
    show(board, rows, content);
  };
  wall.keys = (event) => {
    if (event.key === " ") paused = !paused;
    else if (event.key === "ArrowRight") turn(at + 1);
    else if (event.key === "ArrowLeft") turn(at - 1);
    else if (event.key === "Escape") location.hash = "";
    else return;
    event.preventDefault();
  };
  document.addEventListener("keydown", wall.keys);
  wall.clock = setInterval(() => {
    if (paused) return;
    if (at + 1 === pages.length) location.reload();
    else turn(at + 1);
  }, seconds * 1000);
  turn(0);
}

search();
document.querySelectorAll("table").forEach(sortable);
addEventListener("hashchange", wall);
addEventListener("resize", wall);
wall();

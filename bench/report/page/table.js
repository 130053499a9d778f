"use strict";
// Tables sort by their heads, which are buttons.
(function () {
  function key(cell) {
    var v = cell.getAttribute("data-v");
    var text = v === null ? cell.textContent.trim() : v;
    var n = Number(text);
    return text === "" || text === "–" ? null : isNaN(n) ? text : n;
  }
  function sort(table, column, th) {
    var down = th.getAttribute("aria-sort") === "ascending", body = table.tBodies[0];
    var rows = Array.from(body.rows).map(function (r) { return [key(r.cells[column]), r]; });
    rows.sort(function (a, b) {
      if (a[0] === null || b[0] === null) return (a[0] === null) - (b[0] === null); // what is missing last
      var c = typeof a[0] === "number" && typeof b[0] === "number" ? a[0] - b[0] : String(a[0]).localeCompare(String(b[0]));
      return down ? -c : c;
    });
    rows.forEach(function (r) { body.appendChild(r[1]); });
    table.querySelectorAll("thead th").forEach(function (h) { h.removeAttribute("aria-sort"); });
    th.setAttribute("aria-sort", down ? "descending" : "ascending");
  }
  // On paper nothing can be opened: what is not within something else is open there.
  var opened = [];
  addEventListener("beforeprint", function () {
    document.querySelectorAll("details:not([open]):not(details details)").forEach(function (d) { d.open = true; opened.push(d); });
  });
  addEventListener("afterprint", function () { opened.splice(0).forEach(function (d) { d.open = false; }); });
  document.querySelectorAll("table.sortable").forEach(function (table) {
    table.querySelectorAll("thead th").forEach(function (th, column) {
      var b = document.createElement("button");
      b.type = "button";
      while (th.firstChild) b.appendChild(th.firstChild);
      th.appendChild(b);
      b.onclick = function () { sort(table, column, th); };
    });
  });
})();

"use strict";
// With #selftest the page examines itself and says at its end what it found.
(function () {
  if (location.hash !== "#selftest") return;
  var wrong = [], played, tables;
  function check(ok, what) { if (!ok) wrong.push(what); }
  function sorted(table, column) {
    var last = null, ok = true, up = table.tHead.rows[0].cells[column].getAttribute("aria-sort") === "ascending";
    Array.from(table.tBodies[0].rows).forEach(function (r) {
      var c = r.cells[column], n = Number(c.getAttribute("data-v") || c.textContent);
      if (isNaN(n)) return;
      if (last !== null && (up ? n < last : n > last)) ok = false;
      last = n;
    });
    return ok;
  }
  function name(e) {
    var by = e.getAttribute("aria-labelledby"), to = by && document.getElementById(by);
    return (to ? to.textContent : e.getAttribute("aria-label") || (e.labels && e.labels[0] ? e.labels[0].textContent : "") || (e.tagName === "BUTTON" ? e.textContent : "")).trim();
  }
  window.addEventListener("load", function () {
    played = window.playAll();
    wrong = wrong.concat(played.wrong);
    check(played.schedules > 0 && played.sentences > played.steps / 4, played.sentences + " sentences for " + played.steps + " steps");

    tables = document.querySelectorAll("table.sortable");
    tables.forEach(function (t) {
      Array.from(t.tHead.rows[0].cells).forEach(function (th, i) {
        for (var k = 0; k < 2; k++) {
          th.querySelector("button").click();
          check(th.hasAttribute("aria-sort") && t.querySelectorAll("[aria-sort]").length === 1, "aria-sort of " + th.textContent);
          check(sorted(t, i), "order by " + th.textContent);
        }
      });
      check(t.caption && t.caption.textContent.trim() !== "", "a table without caption");
    });

    var player = document.getElementById("player"), slider = document.getElementById("step");
    player.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
    check(slider.value === "1", "arrow right leads to step " + slider.value);
    player.dispatchEvent(new KeyboardEvent("keydown", { key: "End", bubbles: true }));
    check(slider.value === slider.max, "End leads to step " + slider.value);
    player.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowLeft", bubbles: true }));
    check(Number(slider.value) === slider.max - 1, "arrow left leads to step " + slider.value);
    slider.value = 0;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    check(document.getElementById("words").textContent.indexOf("Before") === 0, "the slider does not lead back");
    check(document.getElementById("words").getAttribute("aria-live") === "polite", "no live region");
    location.hash = "#play=petersen,broadcast,two-way,2,0";
    window.dispatchEvent(new HashChangeEvent("hashchange"));
    check(slider.value === "2", "a link leads to step " + slider.value);
    history.replaceState(null, "", "#selftest");

    document.querySelectorAll("button, select, input, svg[role=img]").forEach(function (e) {
      check(name(e) !== "", "no name: " + e.outerHTML.slice(0, 80));
    });
    document.querySelectorAll("select").forEach(function (e) { // wide enough for all its words
      var free = e.cloneNode(true);
      free.removeAttribute("id");
      free.style.cssText = "position:absolute;width:auto;min-width:0;max-width:none";
      document.body.appendChild(free);
      check(free.offsetWidth <= e.offsetWidth + 1, e.id + " is " + e.offsetWidth + " wide, its words " + free.offsetWidth);
      free.remove();
    });
    var ids = {};
    document.querySelectorAll("[id]").forEach(function (e) { check(!ids[e.id], "id twice: " + e.id); ids[e.id] = true; });
    document.querySelectorAll("details").forEach(function (d) { d.open = true; });
    var page = document.documentElement;
    check(page.scrollWidth <= page.clientWidth, "the page is " + page.scrollWidth + " wide, the window " + page.clientWidth);
    document.querySelectorAll("[src], link, [href]").forEach(function (e) {
      check(!e.src && e.tagName !== "LINK" && (e.getAttribute("href") || "#")[0] === "#", "leads out of the page: " + e.outerHTML.slice(0, 80));
    });
    // Last, what takes time: the player plays by itself and pauses.
    var play = document.getElementById("play");
    slider.value = 0;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    play.click();
    check(play.textContent === "Pause", "the play button says " + play.textContent);
    setTimeout(function () {
      var at = Number(slider.value);
      check(at === 1 || at === 2, "after two seconds of play: step " + at);
      play.click();
      check(play.textContent === "Play", "the pause button says " + play.textContent);
      setTimeout(function () {
        check(Number(slider.value) === at, "it plays on after a pause");
        finish();
      }, 2000);
    }, 2000);
  });

  function finish() {
    wrong = wrong.concat(window.pageErrors);
    var page = document.documentElement;
    var text = (wrong.length ? "wrong: " + wrong.join("; ") : "ok") + " | width " + page.clientWidth + ", " + played.schedules + " schedules, " + played.steps + " steps, " + tables.length + " tables";
    var p = document.createElement("p");
    p.id = "selftest";
    p.textContent = "selftest " + text;
    document.body.appendChild(p);
    if (window.parent !== window) window.parent.postMessage("selftest " + text, "*");
  }
})();

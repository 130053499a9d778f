"use strict";
// The player of schedules. The data stand in the page as JSON: for every graph
// places and links, for every schedule a string a step, three digits of base 36
// a send (from, to, item; a fourth, the destination, in an exchange).
(function () {
  var pictures = JSON.parse(document.getElementById("pictures").textContent);
  var byId = function (id) { return document.getElementById(id); };
  var graph = byId("graph"), matrix = byId("matrix"), words = byId("words");
  var choose = { graph: byId("choose-graph"), task: byId("choose-task"), model: byId("choose-model"), item: byId("choose-item") };
  var slider = byId("step"), stepText = byId("step-text"), play = byId("play");
  var picture, schedule, sends, step = 0, timer = 0;
  var svgNS = graph.namespaceURI;

  function make(name, attributes, parent, text) {
    var e = document.createElementNS(svgNS, name);
    for (var k in attributes) e.setAttribute(k, attributes[k]);
    if (text !== undefined) e.textContent = text;
    parent.appendChild(e);
    return e;
  }
  function option(select, value, text) {
    var o = document.createElement("option");
    o.value = value;
    o.textContent = text;
    select.appendChild(o);
  }
  function read(s) {
    var size = s.task === "exchange" ? 4 : 3;
    return s.steps.map(function (text) {
      var list = [];
      for (var i = 0; i < text.length; i += size) {
        var n = text.slice(i, i + size).split("").map(function (c) { return parseInt(c, 36); });
        list.push({ from: n[0], to: n[1], item: n[2], dst: size === 4 ? n[3] : -1 });
      }
      return list;
    });
  }

  // State after some steps: has[v][w] says, of processor v, for a broadcast that
  // it has the word of w, for an accumulation that the sum of root v holds the
  // term of w, for an exchange that the word of w for v has arrived. parts and
  // at are what the followed sum or words look like on their way. A send of what
  // the sender does not have, or of a link used twice, is a fault.
  function replay(p, s, list, upto) {
    var n = p.places.length, has = [], parts = [], at = [], faults = 0, v, w;
    for (v = 0; v < n; v++) {
      has.push([]); parts.push([]); at.push([]);
      for (w = 0; w < n; w++) {
        has[v].push(v === w);
        parts[v].push([w]); // of the sum of root v: what processor w has of it
        at[v].push(v); // of the word of v for w: where it is
      }
    }
    for (var t = 0; t < upto; t++) {
      var used = {}, then = [];
      list[t].forEach(function (m) {
        var link = s.model === "one-way" ? [Math.min(m.from, m.to), Math.max(m.from, m.to)].join() : m.from + "," + m.to;
        if (used[link]) faults++;
        used[link] = true;
        if (s.task === "broadcast") {
          if (!has[m.from][m.item]) faults++;
          then.push(function () { has[m.to][m.item] = true; });
        } else if (s.task === "accumulate") {
          var moved = parts[m.item][m.from];
          parts[m.item][m.from] = [];
          if (!moved.length) faults++;
          then.push(function () { parts[m.item][m.to] = parts[m.item][m.to].concat(moved); });
        } else {
          if (at[m.item][m.dst] !== m.from) faults++;
          then.push(function () { at[m.item][m.dst] = m.to; });
        }
      });
      then.forEach(function (f) { f(); });
    }
    for (v = 0; v < n; v++) for (w = 0; w < n; w++) {
      if (s.task === "accumulate") has[v][w] = parts[v][v].indexOf(w) >= 0;
      if (s.task === "exchange") has[v][w] = at[w][v] === v;
    }
    return { has: has, parts: parts, at: at, faults: faults };
  }
  function count(list) { return list.filter(Boolean).length; }

  // share is how much of what is followed processor v has, 0 to 1, and its text.
  function share(state, v, item) {
    var n = picture.places.length;
    if (item < 0) return [count(state.has[v]) / n];
    if (schedule.task === "broadcast") return [state.has[v][item] ? 1 : 0];
    if (schedule.task === "accumulate") return [state.parts[item][v].length / n];
    return [v === item || state.at[item][v] === v ? 1 : 0];
  }

  function xy(v) { var p = picture.places[v]; return [100 + 800 * p[0], 100 + 800 * p[1]]; }
  function curve(u, v, bend, short) {
    var a = xy(u), b = xy(v), dx = b[0] - a[0], dy = b[1] - a[1], len = Math.hypot(dx, dy);
    var cx = (a[0] + b[0]) / 2 - dy * bend, cy = (a[1] + b[1]) / 2 + dx * bend;
    if (short) { // end at the rims
      var f = function (p) { var ux = cx - p[0], uy = cy - p[1], l = Math.hypot(ux, uy) || 1; return [p[0] + ux / l * short, p[1] + uy / l * short]; };
      a = f(a); b = f(b);
    }
    return "M" + a.map(Math.round) + "Q" + Math.round(cx) + "," + Math.round(cy) + " " + b.map(Math.round);
  }
  function bendOf(u, v) {
    var e = picture.edges.find(function (e) { return e[0] === Math.min(u, v) && e[1] === Math.max(u, v); });
    return u < v ? e[2] : -e[2];
  }

  // frame holds all vertices and the swings of all links.
  function frame() {
    var points = picture.places.map(function (_, v) { return xy(v); });
    picture.edges.forEach(function (e) {
      var a = xy(e[0]), b = xy(e[1]);
      points.push([(a[0] + b[0]) / 2 - (b[1] - a[1]) * e[2] / 2, (a[1] + b[1]) / 2 + (b[0] - a[0]) * e[2] / 2]);
    });
    var low = [0, 1].map(function (i) { return Math.min.apply(null, points.map(function (p) { return p[i]; })) - 60; });
    var high = [0, 1].map(function (i) { return Math.max.apply(null, points.map(function (p) { return p[i]; })) + 60; });
    return [low[0], low[1], high[0] - low[0], high[1] - low[1]];
  }

  function draw(moving) {
    var n = picture.places.length, item = Number(choose.item.value), r = n > 24 ? 28 : 36;
    var state = replay(picture, schedule, sends, step);
    graph.textContent = "";
    make("title", { id: "graph-title" }, graph, picture.title + ", " + choose.task.options[choose.task.selectedIndex].text + ", step " + step);
    var marks = make("defs", {}, graph);
    ["", " other"].forEach(function (kind) {
      var m = make("marker", { id: kind ? "head-other" : "head", viewBox: "0 0 10 10", refX: 8.5, refY: 5, markerWidth: kind ? 15 : 18, markerHeight: kind ? 15 : 18, markerUnits: "userSpaceOnUse", orient: "auto" }, marks);
      make("path", { d: "M0,1L10,5L0,9z", "class": "arrow" + kind }, m);
    });
    picture.edges.forEach(function (e) { make("path", { d: curve(e[0], e[1], e[2], 0), "class": "link" }, graph); });
    var lit = step > 0 ? sends[step - 1] : [];
    [true, false].forEach(function (other) {
      lit.forEach(function (m) {
        if ((item >= 0 && m.item !== item) !== other) return;
        var p = make("path", { d: curve(m.from, m.to, bendOf(m.from, m.to) - 0.05, r), pathLength: 1, "class": "arc" + (other ? " other" : ""), "marker-end": "url(#head" + (other ? "-other" : "") + ")" }, graph);
        if (moving && !other) p.classList.add("go");
      });
    });
    for (var v = 0; v < n; v++) {
      var p = xy(v), part = share(state, v, item)[0];
      make("circle", { cx: p[0], cy: p[1], r: r, "class": "vertex" + (part >= 0.9999 ? " full" : "") + (v === item ? " root" : "") }, graph);
      if (part > 0) make("circle", { cx: p[0], cy: p[1], r: (r - 3) / 2, "class": "share", "stroke-width": r - 3, pathLength: 100, "stroke-dasharray": 100 * part + " 100", transform: "rotate(-90 " + p[0] + " " + p[1] + ")" }, graph);
      make("text", { x: p[0], y: p[1], "class": "name" }, graph, v);
    }
    drawMatrix(state, step > 0 ? replay(picture, schedule, sends, step - 1) : null);
    say(state, lit, item);
    slider.max = sends.length;
    slider.value = step;
    stepText.textContent = step + " of " + sends.length;
    slider.setAttribute("aria-valuetext", "step " + step + " of " + sends.length);
    // Not disabled: the keyboard would lose its place.
    ["first", "back"].forEach(function (id) { byId(id).setAttribute("aria-disabled", step === 0); });
    ["next", "last"].forEach(function (id) { byId(id).setAttribute("aria-disabled", step === sends.length); });
  }

  function drawMatrix(state, before) {
    var n = picture.places.length, d = { "none": "", "": "", " new": "" };
    matrix.setAttribute("viewBox", "0 0 " + n + " " + n);
    for (var v = 0; v < n; v++) for (var w = 0; w < n; w++) {
      var kind = !state.has[v][w] ? "none" : before && !before.has[v][w] ? " new" : "";
      d[kind] += "M" + (w + 0.06) + "," + (v + 0.06) + "h.88v.88h-.88z";
    }
    matrix.textContent = "";
    make("title", { id: "matrix-title" }, matrix, "Who knows what after step " + step);
    for (var k in d) if (d[k]) make("path", { d: d[k], "class": "cell " + k.trim() }, matrix);
    byId("matrix-note").textContent = {
      broadcast: "Row: a processor. Column: the processor whose word it has.",
      accumulate: "Row: a processor. Column: a processor whose term is in the row's sum at its root.",
      exchange: "Row: a processor. Column: the processor whose word for it has arrived."
    }[schedule.task] + " Lit: new in this step.";
  }

  // say puts the step into words; screen readers hear them.
  function say(state, lit, item) {
    var n = picture.places.length, links = picture.edges.length * (schedule.model === "two-way" ? 2 : 1);
    var unit = schedule.model === "two-way" ? " arcs" : " links";
    var text = step === 0
      ? "Before the first step. " + { broadcast: "Every processor has its own word only.", accumulate: "Every processor has one term of every sum.", exchange: "Every processor has one word for every other." }[schedule.task] + " The schedule takes " + sends.length + " steps; no schedule takes fewer than " + schedule.bound + "."
      : "Step " + step + " of " + sends.length + ": " + lit.length + (lit.length === 1 ? " word moves" : " words move") + ", on " + lit.length + " of " + links + unit + ".";
    var mine = lit.filter(function (m) { return m.item === item; });
    if (item >= 0) {
      var pairs = mine.slice(0, 8).map(function (m) { return m.from + " to " + m.to; }).join(", ") + (mine.length > 8 ? " and " + (mine.length - 8) + " more" : "");
      var have = 0;
      for (var v = 0; v < n; v++) if (schedule.task === "accumulate" ? state.parts[item][v].length : share(state, v, item)[0]) have++;
      text += " " + {
        broadcast: (step ? "The word of " + item + (mine.length ? " goes " + pairs + "; " : " rests; ") : "The word of " + item + " is followed; ") + have + " of " + n + " processors have it.",
        accumulate: (step ? "For the sum of " + item + (mine.length ? " pass " + pairs + "; " : " nothing moves; ") : "The sum of " + item + " is followed; ") + "it has " + state.parts[item][item].length + " of " + n + " terms.",
        exchange: (step ? "Words of " + item + (mine.length ? " go " + pairs + "; " : " rest; ") : "The words of " + item + " are followed; ") + (have - 1) + " of " + (n - 1) + " have arrived."
      }[schedule.task];
    } else {
      var all = 0;
      state.has.forEach(function (row) { all += count(row); });
      var done = state.has.filter(function (row) { return count(row) === n; }).length;
      text += " " + done + " of " + n + " processors have all; " + Math.round(100 * all / n / n) + " % is where it belongs.";
    }
    words.textContent = text;
  }

  function stop() {
    if (timer) clearInterval(timer);
    timer = 0;
    play.textContent = "Play";
    words.setAttribute("aria-live", "polite");
  }
  function go(to, moving) {
    step = Math.max(0, Math.min(sends.length, to));
    draw(moving);
  }
  function toggle() {
    if (timer) { stop(); return; }
    if (step === sends.length) go(0);
    words.setAttribute("aria-live", "off"); // until it stops
    play.textContent = "Pause";
    timer = setInterval(function () {
      if (step + 1 >= sends.length) stop();
      go(step + 1, true);
    }, 1300);
  }
  function chosen() {
    stop();
    picture = pictures.find(function (p) { return p.name === choose.graph.value; });
    schedule = picture.schedules.find(function (s) { return s.task === choose.task.value && s.model === choose.model.value; });
    sends = read(schedule);
    var item = choose.item.value || "0";
    choose.item.textContent = "";
    option(choose.item, "-1", "all at once");
    for (var v = 0; v < picture.places.length; v++) option(choose.item, v, { broadcast: "the word of ", accumulate: "the sum of ", exchange: "the words of " }[schedule.task] + v);
    choose.item.value = Number(item) < picture.places.length ? item : "0";
    graph.setAttribute("viewBox", frame().map(Math.round).join(" "));
    byId("facts").textContent = picture.title + ": P = " + picture.places.length + ". " + schedule.steps.length + " steps, lower bound " + schedule.bound + (schedule.steps.length === schedule.bound ? ": as short as can be." : ".");
    go(0);
  }

  pictures.forEach(function (p) { option(choose.graph, p.name, p.title); });
  choose.graph.value = "hypercube:4";
  for (var k in choose) choose[k].addEventListener("change", k === "item" ? function () { draw(false); } : chosen);
  byId("first").onclick = function () { stop(); go(0); };
  byId("back").onclick = function () { stop(); go(step - 1); };
  byId("next").onclick = function () { stop(); go(step + 1, true); };
  byId("last").onclick = function () { stop(); go(sends.length); };
  play.onclick = toggle;
  slider.oninput = function () { stop(); go(Number(slider.value)); };
  byId("player").addEventListener("keydown", function (e) {
    var tag = e.target.tagName;
    if (e.altKey || e.ctrlKey || e.metaKey || tag === "SELECT" || tag === "INPUT") return;
    if (e.key === "ArrowRight") { stop(); go(step + 1, true); }
    else if (e.key === "ArrowLeft") { stop(); go(step - 1); }
    else if (e.key === "Home") { stop(); go(0); }
    else if (e.key === "End") { stop(); go(sends.length); }
    else if (e.key === " " && tag !== "BUTTON") toggle();
    else return;
    e.preventDefault();
  });
  chosen();
  go(1); // something to see
  // A link can say what is shown: #play=graph,task,links,step,word.
  function follow() {
    var link = location.hash.indexOf("#play=") === 0 ? decodeURIComponent(location.hash.slice(6)).split(",") : [];
    if (link.length === 5) { stop(); window.showPlayer.apply(null, link); }
  }
  window.addEventListener("load", follow);
  window.addEventListener("hashchange", follow);

  // For the page's own test: plays everything to its end by the buttons.
  window.playAll = function () {
    var said = {}, steps = 0, schedules = 0, wrong = [];
    pictures.forEach(function (p) {
      p.schedules.forEach(function (s) {
        choose.graph.value = p.name; choose.task.value = s.task; choose.model.value = s.model;
        chosen();
        schedules++;
        for (var i = 0; i < s.steps.length; i++) {
          choose.item.value = i % 2 ? "-1" : "0";
          byId("next").click();
          steps++;
          said[words.textContent] = true;
        }
        var end = replay(p, s, sends, sends.length);
        var all = end.has.every(function (row) { return row.every(Boolean); });
        if (!all || end.faults || step !== s.steps.length || byId("next").getAttribute("aria-disabled") !== "true") wrong.push([p.name, s.task, s.model, end.faults].join(" "));
        if (graph.querySelectorAll(".vertex.full").length !== p.places.length && choose.item.value === "-1") wrong.push(p.name + " " + s.task + ": not all vertices full");
      });
    });
    choose.graph.value = "hypercube:4"; choose.task.value = "broadcast"; choose.model.value = "two-way";
    chosen();
    return { schedules: schedules, steps: steps, sentences: Object.keys(said).length, wrong: wrong };
  };
  window.showPlayer = function (name, task, model, at, item) {
    choose.graph.value = name; choose.task.value = task; choose.model.value = model;
    if (!choose.graph.value || !choose.task.value || !choose.model.value) { // not on this page
      choose.graph.value = "hypercube:4"; choose.task.value = "broadcast"; choose.model.value = "two-way";
    }
    chosen();
    choose.item.value = item;
    if (choose.item.value === "") choose.item.value = "0";
    go(Number(at) || 0);
  };
})();

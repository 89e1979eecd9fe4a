"use strict";
// Tapping one thing and then another: their certificate, which was made before. Nothing is measured here.
function makeMeasure(known, { svg, height, standing, shape, element, get, pause, reveal }) {
  const places = new Map(known.names.map((name, place) => [name, place]));
  const FINGER = 24; // pixels within which a finger means a thing
  let a = null, b = null, now = new Map(), carried = {}, at = -1;

  // The certificates of a state: those of each event change some.
  function reach(state) {
    if (state < at) { at = -1; now = new Map(); carried = {}; }
    while (at < state) {
      at += 1;
      Object.assign(carried, known.carried[at]);
      for (const [one, other, number] of known.states[at]) {
        if (number < 0) now.delete(`${one} ${other}`); else now.set(`${one} ${other}`, number);
      }
    }
  }
  // An Artifact that is carried is where its carrier is.
  const bearer = (name) => (standing().has(name) ? name : carried[name] ?? name);
  const ends = { here: "there", there: "here" };
  // The certificate of two names, and the names in the order in which it tells them: as chosen, ground second.
  function certificate(one, other) {
    const [x, y] = [one, other].map((name) => places.get(bearer(name)));
    const found = known.certificates[now.get(`${x} ${y}`)];
    if (found) return { names: [one, other], found };
    const turned = known.certificates[now.get(`${y} ${x}`)];
    if (!turned || !standing().has(bearer(one))) return { names: [other, one], found: turned };
    const [distance, rows, points, rules] = turned, values = new Map(rows);
    const told = rows.map(([name, value]) => [name, values.get(ends[name]) ?? value]);
    return { names: [one, other], found: [distance, told, [...points].reverse(), rules] };
  }
  // What is under a finger: what it touches, the smallest first, else the nearest middle.
  function under(x, y, unit) {
    const spots = standing();
    let best = null, least = Infinity;
    for (const [name, spot] of spots) {
      const far = Math.hypot(spot[0] - x, height - spot[1] - y);
      if (far * unit < FINGER && far < least) { best = name; least = far; }
    }
    if (best) return best;
    const point = new DOMPoint(x, y);
    const hit = [...document.querySelectorAll("#things .thing[visibility=visible]")].filter((thing) => {
      const box = thing.getBBox(), matrix = thing.transform.baseVal.consolidate()?.matrix;
      const own = matrix ? point.matrixTransform(matrix.inverse()) : point;
      return own.x >= box.x && own.x <= box.x + box.width && own.y >= box.y && own.y <= box.y + box.height;
    });
    if (hit.length) return hit[hit.length - 1].dataset.name;
    const area = [...document.querySelectorAll("#areas path")].reverse().find((each) => each.isPointInFill(point));
    return area && places.has(area.dataset.name) ? area.dataset.name : null;
  }

  function ring(picked) {
    const name = bearer(picked), spot = standing().get(name);
    if (!spot) {
      const area = [...document.querySelectorAll("#areas path")].find((each) => each.dataset.name === name);
      const copy = area?.cloneNode(false);
      if (copy) { copy.removeAttribute("data-name"); copy.setAttribute("class", "picked"); }
      return copy ? [copy] : [];
    }
    const thing = [...document.querySelectorAll("#things .thing")].find((each) => each.dataset.name === name);
    const box = thing?.getBBox(), r = box ? Math.max(box.width, box.height) / 2 + 0.25 : 1.1;
    return [shape("circle", { cx: spot[0], cy: height - spot[1], r, class: "picked" })];
  }
  // What was chosen from the lists comes onto the glass, with some room about it.
  function bring(names) {
    const boxes = names.flatMap((name) => ring(name)).map((each) => {
      get("picks").append(each);
      const { x, y, width, height: high } = each.getBBox();
      each.remove();
      return [x, y, x + width, y + high];
    });
    if (!boxes.length) return;
    const [x0, y0] = [0, 1].map((k) => Math.min(...boxes.map((each) => each[k])) - 1);
    const [x1, y1] = [2, 3].map((k) => Math.max(...boxes.map((each) => each[k])) + 1);
    reveal([x0, y0, x1 - x0, y1 - y0]);
  }
  function line(points, words) {
    if (points.length < 2) return [];
    const flat = points.map(([x, y]) => `${x} ${height - y}`).join("L");
    const middle = Math.floor((points.length - 1) / 2);
    const [p, q] = [points[middle], points[middle + 1]];
    const size = 13 / Math.max(1, svg.getBoundingClientRect().width / svg.viewBox.baseVal.width);
    const x = (p[0] + q[0]) / 2, y = height - (p[1] + q[1]) / 2 - size * 1.3, wide = size * (0.62 * words.length + 1);
    return [
      shape("path", { d: `M${flat}`, class: "tape-edge" }), shape("path", { d: `M${flat}`, class: "tape" }),
      ...points.slice(0, 1).concat(points.slice(-1)).map(([cx, cy]) =>
        shape("circle", { cx, cy: height - cy, r: size * 0.24, class: "end" })),
      shape("rect", { x: x - wide / 2, y: y - size * 0.85, width: wide, height: size * 1.7, rx: size * 0.85,
        class: "figure-box" }),
      shape("text", { x, y: y + size * 0.364, "font-size": size, "text-anchor": "middle", class: "figure" }, words),
    ];
  }
  const row = (name, value, kind) => [element("dt", name), element("dd", value, kind)];

  function told(state) {
    const { names, found } = certificate(a, b), [from, to] = found ? names : [a, b];
    get("measured").replaceChildren(element("b", from), " – ", element("b", to));
    const borne = [a, b].filter((name) => bearer(name) !== name).map((name) => `${name} is carried by ${bearer(name)}. `);
    const when = borne.join("") + (state > 0 ? `As things stand after event ${state}.` : "As the table is.");
    if (bearer(a) === bearer(b) && standing().has(bearer(a))) {
      get("distance").textContent = "0 in";
      get("certificate").replaceChildren();
      get("known").textContent = `${when} They are in one place.`;
      return [];
    }
    if (!found) {
      const spots = standing(), areas = [...document.querySelectorAll("#areas path")].map((each) => each.dataset.name);
      const there = [a, b].map(bearer).every((name) => spots.has(name) || areas.includes(name));
      const ground = [a, b].every((name) => areas.includes(name) && !spots.has(name));
      const beyond = there && !ground && known.within !== undefined;
      get("distance").textContent = beyond ? `more than ${known.within} in` : "not measured";
      get("certificate").replaceChildren();
      get("known").textContent = ground ? "Ground is measured to, not from: one of the two has to be a thing on it."
        : beyond ? `${when} This page knows every pair up to ${known.within} in; for others ask: battlefield measure.`
          : `${when} One of the two is not on the table.`;
      return [];
    }
    const [distance, rows, points, rules] = found;
    get("distance").textContent = `${distance} in`;
    const kind = (verdict) => (verdict === "on the line" ? "line" : verdict);
    get("certificate").replaceChildren(
      ...rows.flatMap(([name, value]) => row(name, value)),
      ...rules.flatMap(([rule, against, margin, verdict, rulings]) => {
        const limit = element("dd", "", "limit");
        limit.append(element("b", verdict, kind(verdict)), ` ${against}${margin ? `, margin ${margin}` : ""}`);
        return [element("dt", rulings ? `${rule} [${rulings}]` : rule, "rule"), limit];
      }));
    get("known").textContent = `${when} Measured when this page was made; lines of sight: battlefield sight.`;
    return line(points, `${distance}″`);
  }

  function show(state) {
    reach(state);
    get("measure").hidden = a === null;
    document.body.classList.toggle("measuring", a !== null);
    const drawn = a === null ? [] : ring(a);
    if (b !== null) drawn.push(...ring(b), ...told(state));
    else if (a !== null) {
      get("measured").replaceChildren(element("b", a));
      get("distance").textContent = "tap another thing";
      get("certificate").replaceChildren();
      get("known").textContent = known.within === undefined ? "" : `Known are all pairs up to ${known.within} in.`;
    }
    get("picks").replaceChildren(...drawn);
    get("from").value = a ?? "";
    get("to").value = b ?? "";
  }
  function pick(name) {
    pause();
    if (name === null) { a = b = null; }
    else if (a === null || b !== null) { a = name; b = null; }
    else if (name !== a) { b = name; }
    else { a = null; }
  }

  const choices = [...new Set([...known.names, ...known.carried.flatMap(Object.keys)])].sort();
  for (const id of ["from", "to"]) {
    get(id).append(element("option", id === "from" ? "one thing" : "another"));
    get(id).firstChild.value = "";
    for (const name of choices) get(id).append(element("option", name));
    get(id).addEventListener("change", () => {
      pause();
      a = get("from").value || null;
      b = a !== null && get("to").value !== a ? get("to").value || null : null;
      show(at);
      if (b !== null) bring([a, b]);
    });
  }
  return {
    show,
    tapped: (x, y, unit) => { pick(under(x, y, unit)); show(at); },
    away: () => { if (a === null) return false; pick(null); show(at); return true; },
  };
}

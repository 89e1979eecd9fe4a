
"use strict";
// The data is JSON, deflated, in Base64: a third of what it would be.
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (each) => each.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
  return JSON.parse(await new Response(stream).text());
}
function play(data) {
  const get = (id) => document.getElementById(id);
  const { events, pieces, height } = data;
  const total = events.length ? events[events.length - 1].start + events[events.length - 1].length : 0;
  const colours = {
    opening: "#5d6878", setup: "#7fa8cc", phase: "#b9c2cf", dice: "var(--dice)", move: "#56b4e9", harm: "#d55e00",
    artifact: "#f0e442", relic: "#e69f00", refused: "#ff5c5c", other: "#8d98a7", end: "#009e73",
  };
  const speeds = [0.25, 0.5, 1, 2, 4, 8];
  const SVG = "http://www.w3.org/2000/svg";

  // Where everything is after each event: states[k] after event k, states[0] on the empty table.
  const states = [{}];
  for (const event of events.slice(1)) states.push(Object.assign({}, states[states.length - 1], event.set));

  const things = new Map();
  const rings = new Map();
  for (const each of document.querySelectorAll("#things .thing")) things.set(each.dataset.name, each);
  for (const each of document.querySelectorAll("#rings .ring")) rings.set(each.dataset.name, each);

  let time = 0, playing = false, speed = 1, shown = -1, shownFrame = "", last = 0;
  let view = null, measure = null;

  const at = (seconds) => {
    let low = 0, high = events.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (events[middle].start <= seconds) low = middle; else high = middle - 1;
    }
    return low;
  };
  const eased = (share) => share * share * (3 - 2 * share);
  function shape(name, attributes, text) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text) made.textContent = text;
    return made;
  }
  const draw = (id, numbers) => { get(id).innerHTML = numbers.map((n) => pieces[n]).join(""); };

  function put(name, [there, x, y, facing, wounds, signs], opacity) {
    const thing = things.get(name), ring = rings.get(name);
    if (!thing) return;
    const seen = there && opacity > 0 ? "visible" : "hidden";
    thing.setAttribute("visibility", seen);
    thing.setAttribute("opacity", opacity);
    thing.setAttribute("transform", `translate(${x} ${height - y})`);
    if (!ring) return;
    ring.setAttribute("visibility", opacity < 1 ? "hidden" : seen);
    ring.setAttribute("transform", `translate(${x} ${height - y}) rotate(${-facing})`);
    thing.querySelector(".body").setAttribute("transform", `rotate(${-facing})`);
    const spot = data.middle[name];
    if (spot) {
      const turned = `rotate(${-facing}) translate(${spot[0]} ${-spot[1]}) rotate(${facing})`;
      thing.querySelector(".signs").setAttribute("transform", turned);
    }
    const mark = JSON.stringify([seen, signs, wounds]);
    if (thing.dataset.mark === mark) return;
    thing.dataset.mark = mark;
    const held = thing.querySelector(".signs");
    held.replaceChildren(...signs.slice(0, 3).map((sign, index) => {
      const copy = get("sign" + sign).cloneNode(true);
      copy.removeAttribute("id");
      copy.setAttribute("visibility", "inherit");
      const shift = (index - (Math.min(signs.length, 3) - 1) / 2) * copy.getBBox?.().width * 0.8 || 0;
      copy.setAttribute("transform", `translate(${shift} 0)`);
      return copy;
    }));
    const note = thing.querySelector(".wounds");
    note.replaceChildren();
    const most = data.wounds[name];
    if (wounds > 0 && wounds < most) {
      const size = data.text, low = data.low[name];
      const words = `${wounds}/${most}`, wide = size * (0.62 * words.length + 0.9);
      note.append(
        shape("rect", {
          x: -wide / 2, y: low - size * 0.75, width: wide, height: size * 1.5, rx: size * 0.75, fill: "#1b1f26",
          stroke: "#fbf8f0", "stroke-width": size / 10,
        }),
        shape("text", {
          "font-size": size, "text-anchor": "middle", y: low + size * 0.364, fill: "#ffffff", "font-weight": 600,
        }, words));
    }
  }

  // Where a model is when a share of its move is used up. Each place has what the way or the turn to it counts.
  function along(path, share) {
    let left = path.reduce((sum, place) => sum + place[3], 0) * share;
    for (let k = 1; k < path.length; k++) {
      const [a, b] = [path[k - 1], path[k]];
      if (left < b[3]) {
        const part = left / b[3], turn = ((b[2] - a[2] + 540) % 360) - 180;
        return [a[0] + (b[0] - a[0]) * part, a[1] + (b[1] - a[1]) * part, a[2] + turn * part];
      }
      left -= b[3];
    }
    return path[path.length - 1];
  }

  // The number of the event after which things stand as they do now; something that moves has arrived.
  const stateShown = (k) => events[events[k].after || events[k].moves ? k : Math.max(0, k - 1)].n;
  function standing() {
    const now = new Map();
    const state = states[events[shown].after || events[shown].moves ? shown : Math.max(0, shown - 1)];
    for (const [name, value] of Object.entries(state)) if (value[0]) now.set(name, [value[1], value[2]]);
    for (const [name, x, y] of data.marks) now.set(name, [x, y]);
    return now;
  }

  function show(force) {
    const k = at(time), event = events[k], elapsed = Math.min(time - event.start, event.length);
    const share = event.length > 0 ? elapsed / event.length : 1;
    if (k !== shown || force) {
      shown = k;
      shownFrame = "";
      get("fault").hidden = true;
      const state = states[event.after ? k : Math.max(0, k - 1)];
      for (const name of things.keys()) {
        let now = state[name] || [0, 0, 0, 0, 0, []];
        if (event.bare[name]) now = [...now.slice(0, 5), event.bare[name]];
        put(name, now, event.hidden.includes(name) ? 0 : 1);
      }
      draw("markers", event.markers);
      draw("labels", event.labels);
      say(k, event);
      measure.show(stateShown(k));
      if (view.isFollowing()) view.goTo(event.near);
    }
    if (event.moves) {
      const before = states[k - 1][event.moves], [x, y, facing] = along(event.path, eased(Math.min(1, share * 1.2)));
      put(event.moves, [1, x, y, facing, before[4], before[5]], 1);
    }
    for (const name of event.appear || []) put(name, states[k][name], 0.15 + 0.85 * Math.min(1, share / 0.75));
    for (const name of event.fade || []) put(name, states[k - 1][name] || [0, 0, 0, 0, 0, []], 1 - 0.8 * share);
    let frame = null;
    for (const each of event.frames) if (each[0] <= elapsed + 1e-6) frame = each;
    const key = frame ? `${k}/${frame[0]}` : "";
    if (key !== shownFrame) {
      shownFrame = key;
      for (const [id, part] of [["under", 1], ["over", 2], ["top", 3]]) draw(id, frame ? frame[part] : []);
    }
    get("scrubber").value = total > 0 ? (1000 * time) / total : 0;
    get("clock").textContent = `${time.toFixed(1)} / ${total.toFixed(1)} s`;
  }

  const element = (name, text, kind) => {
    const made = document.createElement(name);
    made.textContent = text;
    if (kind) made.className = kind;
    return made;
  };

  function say(k, event) {
    const { said } = event;
    get("chapter").textContent = event.chapter;
    const count = events[events.length - 1].n;
    get("number").replaceChildren(event.n ? `EVENT ${event.n} OF ${count}` : "THE TABLE", element("span", said.rule));
    get("headline").textContent = said.headline;
    get("sentence").textContent = said.sentence;
    get("card").style.borderLeftColor = colours[event.kind];
    const rows = said.figures.map(([name, value]) => [name, value, ""]).concat(said.claims);
    get("figures").replaceChildren(...rows.flatMap(([name, value, verdict]) =>
      [element("dt", name), element("dd", value, verdict === "on the line" ? "line" : verdict)]));
    get("rulings").replaceChildren(...said.rulings.map(([name, text]) => {
      const line = element("p", "");
      line.append(element("b", `Ruling ${name}`), text);
      return line;
    }));
    for (const row of get("events").children) {
      const place = Number(row.dataset.place);
      const now = events[place].n === event.n;
      row.classList.toggle("past", place < k && !now);
      row.classList.toggle("now", now);
      if (now) {
        const list = get("events");
        if (list.scrollHeight > list.clientHeight + 1) row.scrollIntoView({ block: "nearest" });
        else document.querySelector("aside").scrollTop = 0; // on a phone all scrolls together: what happened comes first
      }
    }
  }

  function go(k, still) {
    const event = events[k];
    time = event.start + (still ? Math.min(event.still, Math.max(0, event.length - 1e-3)) : 0);
    const wanted = `#n=${event.n}`;
    if (still && location.hash !== wanted) history.replaceState(null, "", wanted);
    show(false);
  }
  function step(way) {
    pause();
    let k = at(time) + way;
    while (k > 0 && k < events.length && events[k].quiet) k += way;
    if (k >= 0 && k < events.length) go(k, true);
  }
  function start() {
    if (time >= total - 1e-3) time = 0;
    playing = true;
    last = 0;
    get("play").textContent = "❚❚";
    get("play").setAttribute("aria-label", "Pause");
    requestAnimationFrame(tick);
  }
  function pause() {
    playing = false;
    get("play").textContent = "▶";
    get("play").setAttribute("aria-label", "Play");
  }
  function tick(now) {
    if (!playing) return;
    time = Math.min(total, time + (last ? ((now - last) / 1000) * speed : 0));
    last = now;
    show(false);
    if (time >= total) pause(); else requestAnimationFrame(tick);
  }
  function faster(way) {
    speed = speeds[Math.max(0, Math.min(speeds.length - 1, speeds.indexOf(speed) + way))];
    get("speed").textContent = `${speed}×`;
  }
  function ringed(on) {
    get("rings").setAttribute("visibility", on ? "visible" : "hidden");
    get("rings").setAttribute("opacity", on ? 1 : 0);
    get("rings-on").checked = on;
  }
  function linked() {
    const found = /^#(?:n|event)=(.*)$/.exec(location.hash);
    if (!found) return false;
    const n = /^\d+$/.test(found[1]) ? Number(found[1]) : 0;
    const nearest = Math.min(n, events[events.length - 1].n), k = events.findIndex((event) => event.n >= nearest);
    pause();
    go(k, true);
    if (String(n) !== found[1].replace(/^0+(?=\d)/, "") || nearest < n) {
      get("fault").hidden = false;
      get("fault").textContent = `The link names no event of this replay (${found[1].slice(0, 20)}): `
        + (nearest > 0 ? `this is the last, ${nearest}.` : "this is the table.");
    }
    return true;
  }

  // Measured is what stands still: what is on its way when one taps is taken to its end.
  function settle() {
    pause();
    const event = events[shown];
    if (event.moves) { time = event.start + Math.max(0, event.length - 1e-3); show(false); }
  }
  const svg = get("table");
  view = makeView(svg, {
    tapped: (x, y, unit) => { settle(); measure.tapped(x, y, unit); },
    changed: (near) => { get("whole").disabled = !near; },
  });
  measure = makeMeasure(data.pairs, { svg, height, standing, shape, element, get, pause: settle, reveal: view.reveal });
  svg.addEventListener("follow", (event) => get("follow").setAttribute("aria-pressed", event.detail));

  get("title").textContent = document.title;
  events.forEach((event, place) => {
    if (place === 0 || event.quiet || event.part > 0) return;
    const row = document.createElement("li"), dot = document.createElement("i");
    row.dataset.place = place;
    dot.style.background = colours[event.kind];
    row.append(dot, element("span", event.kind === "phase" ? event.chapter : event.said.headline),
      element("small", String(event.n)));
    if (event.kind === "phase") row.className = "phase";
    row.title = event.said.headline;
    row.addEventListener("click", () => { pause(); go(place, true); });
    get("events").append(row);
  });
  for (const event of events) {
    if (!(event.length > 0) || !event.n || !(total > 0)) continue;
    const width = Math.max(0.6, (1000 * event.length) / total - 1.6), x = (1000 * event.start) / total;
    const mark = shape("rect", { x, y: 0, width, height: 6 });
    mark.style.fill = colours[event.kind];
    get("marks").append(mark);
  }
  get("play").addEventListener("click", () => (playing ? pause() : start()));
  get("previous").addEventListener("click", () => step(-1));
  get("next").addEventListener("click", () => step(1));
  get("speed").addEventListener("click", () => { if (speed === 8) speed = 0.25; else faster(1); faster(0); });
  get("scrubber").addEventListener("input", (event) => {
    pause();
    time = (Number(event.target.value) / 1000) * total;
    show(false);
  });
  function follow(on) {
    view.follow(on);
    view.goTo(on ? events[shown].near : null);
  }
  get("follow").addEventListener("click", () => follow(!view.isFollowing()));
  get("whole").addEventListener("click", () => view.whole());
  get("away").addEventListener("click", () => measure.away());
  get("rings-on").addEventListener("change", (event) => ringed(event.target.checked));
  addEventListener("hashchange", linked);
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
      " ": () => (playing ? pause() : start()), ArrowLeft: () => step(-1), ArrowRight: () => step(1),
      Home: () => { pause(); go(0, true); }, End: () => { pause(); go(events.length - 1, true); },
      "[": () => faster(-1), "]": () => faster(1), r: () => ringed(!get("rings-on").checked),
      "+": () => view.zoomMiddle(1.3), "-": () => view.zoomMiddle(1 / 1.3), "0": () => view.whole(),
      f: () => follow(!view.isFollowing()), Escape: () => measure.away(),
      m: () => { get("choose").open = true; get("from").focus(); },
    };
    const listed = event.target.id === "events" && { ArrowUp: () => step(-1), ArrowDown: () => step(1) };
    const wanted = (listed && listed[event.key]) || keys[event.key];
    const { tagName, type } = event.target;
    if (!wanted || (tagName === "SELECT" && event.key !== "Escape")) return;
    if (event.key === " " && (["BUTTON", "SUMMARY"].includes(tagName) || type === "checkbox")) return;
    event.preventDefault();
    wanted();
  });
  ringed(true);
  view.follow(innerWidth < 700);
  show(true);
  linked();
}
unpacked(document.getElementById("data").textContent).then(play).catch((fault) => {
  const said = document.getElementById("fault");
  said.hidden = false;
  said.textContent = typeof DecompressionStream === "undefined"
    ? "This browser is too old to unpack the replay: it takes one of 2023 or later."
    : `This replay could not be opened: ${fault.message}`;
});

"use strict";
// What part of the table is seen: wheel, pinch, drag, keys; and going near what happens. `box` is in inches, y down.
function makeView(svg, { tapped, changed }) {
  const whole = svg.viewBox.baseVal;
  const full = { x: whole.x, y: whole.y, w: whole.width, h: whole.height };
  const nearest = 4;
  let box = { ...full }, goal = null, from = null, began = 0, following = false;
  const fingers = new Map();
  let moved = 0, spread = 0;

  // The part of the drawing area that the picture takes: it keeps its shape, in the middle.
  function scale() {
    const rect = svg.getBoundingClientRect();
    const unit = Math.min(rect.width / box.w, rect.height / box.h) || 1;
    return { unit, left: rect.left + (rect.width - box.w * unit) / 2, top: rect.top + (rect.height - box.h * unit) / 2 };
  }
  function place(x, y) {
    const { unit, left, top } = scale();
    return [box.x + (x - left) / unit, box.y + (y - top) / unit];
  }
  // A box grown to the shape of the drawing area, no smaller than `nearest`, inside the whole where it fits.
  function fitted(wanted) {
    const rect = svg.getBoundingClientRect(), shape = rect.width / rect.height || 1;
    let w = Math.max(wanted.w, nearest), h = Math.max(wanted.h, nearest);
    if (w / h < shape) w = h * shape; else h = w / shape;
    const mx = wanted.x + wanted.w / 2, my = wanted.y + wanted.h / 2;
    if (w >= full.w && h >= full.h) return { ...full };
    const kept = (middle, size, low, long) => size >= long ? low + long / 2 - size / 2
      : Math.max(low, Math.min(low + long - size, middle - size / 2));
    return { x: kept(mx, w, full.x, full.w), y: kept(my, h, full.y, full.h), w, h };
  }
  function set(next) {
    box = next;
    svg.setAttribute("viewBox", `${box.x} ${box.y} ${box.w} ${box.h}`);
    changed(Math.abs(box.w - full.w) > 1e-6 || Math.abs(box.h - full.h) > 1e-6);
  }
  function zoom(factor, x, y) {
    goal = null;
    const [px, py] = place(x, y);
    const w = box.w / factor, h = box.h / factor;
    if (w >= full.w) { set({ ...full }); return; }
    set(fitted({ x: px - (px - box.x) / factor, y: py - (py - box.y) / factor, w, h }));
  }
  function zoomMiddle(factor) {
    const rect = svg.getBoundingClientRect();
    free();
    zoom(factor, rect.left + rect.width / 2, rect.top + rect.height / 2);
  }
  function glide(now) {
    if (!goal) return;
    const share = Math.min(1, (now - began) / 350), soft = share * share * (3 - 2 * share);
    const mixed = {};
    for (const key of ["x", "y", "w", "h"]) mixed[key] = from[key] + (goal[key] - from[key]) * soft;
    set(share < 1 ? mixed : goal);
    if (share < 1) requestAnimationFrame(glide); else goal = null;
  }
  function goTo(near) {
    const next = near ? fitted({ x: near[0], y: near[1], w: near[2], h: near[3] }) : { ...full };
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) { goal = null; set(next); return; }
    const resting = goal === null;
    goal = next;
    from = { ...box };
    began = performance.now();
    if (resting) requestAnimationFrame(glide);
  }
  // Both corners of a box on the glass, going there where it is not; what happens is not followed any more then.
  function reveal([x, y, w, h]) {
    const now = goal ?? box;
    if (x >= now.x && y >= now.y && x + w <= now.x + now.w && y + h <= now.y + now.h) return;
    free();
    goTo([x, y, w, h]);
  }
  function free() { if (following) follow(false); goal = null; }
  function follow(on) {
    following = on;
    svg.dispatchEvent(new CustomEvent("follow", { detail: on }));
  }

  svg.addEventListener("wheel", (event) => {
    event.preventDefault();
    free();
    zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0015)), event.clientX, event.clientY);
  }, { passive: false });
  svg.addEventListener("pointerdown", (event) => {
    svg.setPointerCapture(event.pointerId);
    fingers.set(event.pointerId, [event.clientX, event.clientY]);
    if (fingers.size === 1) moved = 0;
    spread = 0;
  });
  svg.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (!before) return;
    const now = [event.clientX, event.clientY];
    moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
    fingers.set(event.pointerId, now);
    if (moved < 8) return;
    const { unit } = scale();
    const share = 1 / fingers.size;
    free();
    if (box.w < full.w) {
      set(fitted({ ...box, x: box.x - ((now[0] - before[0]) * share) / unit,
        y: box.y - ((now[1] - before[1]) * share) / unit }));
    }
    if (fingers.size === 2) {
      const [[ax, ay], [bx, by]] = [...fingers.values()];
      const apart = Math.hypot(ax - bx, ay - by);
      if (spread > 0 && apart > 0) zoom(apart / spread, (ax + bx) / 2, (ay + by) / 2);
      spread = apart;
    }
  });
  for (const name of ["pointerup", "pointercancel"]) {
    svg.addEventListener(name, (event) => {
      const alone = fingers.size === 1 && fingers.delete(event.pointerId);
      fingers.delete(event.pointerId);
      spread = 0;
      if (alone && name === "pointerup" && moved < 8) tapped(...place(event.clientX, event.clientY), scale().unit);
    });
  }
  addEventListener("resize", () => { if (box.w < full.w) set(fitted(box)); });

  return {
    goTo, reveal, follow, zoomMiddle,
    whole: () => { free(); goTo(null); },
    isFollowing: () => following,
  };
}

"""The one shader that draws every primitive: a quad an instance, shaped and smoothed by arithmetic.

Everything is blended premultiplied, in the order of the instances. Layouts of the attributes: see `gl_pack`.
"""

from __future__ import annotations

ELLIPSE, BOX, SEGMENT, AREA, GLYPH, PILL = range(6)
"""What an instance is; the first attribute of the shader."""

HATCHES = ("diagonal", "back", "cross", "horizontal", "vertical", "dots", "plus")
"""The kinds of hatching, in the order of the numbers that the shader knows them by (from 1; 0 is none)."""

VERTEX = """
#version 330
uniform vec2 canvas;    // the picture in pixels of the device
uniform vec3 view;      // logical pixel of the layer's origin, logical pixels to a unit
uniform float up;       // -1 where the layer's y runs up, else 1
uniform float density;  // pixels of the device to a logical pixel

in vec2 corner;         // of the quad, -1 or 1
in vec4 place;
in vec4 shape;
in vec4 dashes;
in vec4 style;
in float kind;
in vec4 fill;
in vec4 line;

out vec2 local;
flat out vec4 size;
flat out vec4 form;
flat out vec4 pattern;
flat out vec4 extra;
flat out int what;
flat out vec4 inside;
flat out vec4 edge;

vec2 spot(vec2 at) { return (view.xy + vec2(at.x, up * at.y) * view.z) * density; }

void main() {
    what = int(kind + 0.5);
    inside = vec4(fill.rgb * fill.a, fill.a);
    edge = vec4(line.rgb * line.a, line.a);
    size = vec4(0.0); form = shape; extra = style;
    pattern = dashes * density;
    float unit = view.z * density;
    vec2 at;
    if (what <= 1 || what == 5) {            // ellipse, box, pill: half sides, room for the line or the softness
        vec2 half_sides = what == 5 ? place.zw * density : place.zw * unit;
        float round_by = what == 5 ? shape.w * density : shape.w * unit;
        float soft = shape.z * density, wide = style.x * density;
        size = vec4(half_sides, wide, soft);
        form.w = round_by;
        local = corner * (half_sides + max(wide * 0.5, soft) + 1.0);
        vec2 turned = vec2(local.x * shape.x - local.y * shape.y, local.x * shape.y + local.y * shape.x);
        vec2 middle = spot(place.xy) + style.yz * density;
        if (what == 5) middle = floor(middle + 0.5) + style.w * vec2(density, 0.0);
        at = middle + vec2(turned.x, -turned.y);
    } else if (what == 2) {                  // a piece of a line, cut along the bisectors of its corners
        vec2 a = spot(place.xy), b = spot(place.zw);
        float long_ = distance(a, b), wide = style.x * density;
        vec2 way = long_ > 0.0 ? (b - a) / long_ : vec2(1.0, 0.0);
        vec2 across = vec2(-way.y, way.x);
        vec2 first = vec2(shape.x, up * shape.y), last = vec2(shape.z, up * shape.w);
        form = vec4(dot(first, way), dot(first, across), dot(last, way), dot(last, across));
        size = vec4(long_, wide, style.y * unit, 0.0);
        float pad = wide * 0.5 + 1.0;
        local = vec2(corner.x < 0.0 ? -pad : long_ + pad, corner.y * pad);
        at = a + way * local.x + across * local.y;
    } else if (what == 3) {                  // a band of an area
        local = mix(place.xy, place.zw, corner * 0.5 + 0.5);
        size = vec4(unit, density, 0.0, 0.0);
        at = spot(local);
    } else {                                 // a letter: whole pixels, so that it is as sharp as it was made
        local = (corner * 0.5 + 0.5) * shape.zw;
        size = vec4(place.zw, 0.0, 0.0);
        at = floor(spot(place.xy) + style.yz * density + 0.5) + shape.xy + local;
    }
    gl_Position = vec4(at.x / canvas.x * 2.0 - 1.0, 1.0 - at.y / canvas.y * 2.0, 0.0, 1.0);
}
"""

FRAGMENT = """
#version 330
uniform sampler2D letters;
uniform sampler2D edges;
uniform float opacity;

in vec2 local;
flat in vec4 size;
flat in vec4 form;
flat in vec4 pattern;
flat in vec4 extra;
flat in int what;
flat in vec4 inside;
flat in vec4 edge;

out vec4 colour;

const float TURN = 6.283185307;
const float DIAGONAL = 0.70710678;

// How much of the pixel about `x` lies between two bounds.
float between(float x, float low, float high) { return clamp(min(x + 0.5, high) - max(x - 0.5, low), 0.0, 1.0); }

vec4 over(vec4 top, vec4 below) { return top + below * (1.0 - top.a); }

float dashed(float along, vec4 lengths) {
    float period = lengths.x + lengths.y + lengths.z + lengths.w;
    if (period <= 0.0) return 1.0;
    float x = mod(along, period), second = lengths.x + lengths.y;
    float on = between(x, 0.0, lengths.x) + between(x, second, second + lengths.z);
    on += between(x, period, period + lengths.x) + between(x, second - period, second + lengths.z - period);
    return min(1.0, on);
}

float oval(vec2 p, vec2 radii) {             // about how far outside, near the edge
    if (radii.x == radii.y) return length(p) - radii.x;
    float a = length(p / radii), b = length(p / (radii * radii));
    return b > 0.0 ? a * (a - 1.0) / b : -min(radii.x, radii.y);
}

float box(vec2 p, vec2 half_sides, float round_by) {
    vec2 q = abs(p) - half_sides + round_by;
    return min(max(q.x, q.y), 0.0) + length(max(q, 0.0)) - round_by;
}

vec4 solid() {
    bool is_oval = what == 0;
    float off = is_oval ? oval(local, size.xy) : box(local, size.xy, min(form.w, min(size.x, size.y)));
    float cover = size.w > 0.0 ? smoothstep(size.w, -size.w, off) : clamp(0.5 - off, 0.0, 1.0);
    vec4 found = inside * cover;
    if (edge.a > 0.0 && size.z > 0.0) {
        float stroke = between(off, -0.5 * size.z, 0.5 * size.z);
        if (is_oval) {
            float angle = atan(-local.y, local.x);
            stroke *= dashed((angle < 0.0 ? angle + TURN : angle) * size.x, pattern);
        }
        found = over(edge * stroke, found);
    }
    return found;
}

vec4 piece() {
    float long_ = size.x, reach = 0.5 * size.y;
    vec2 ends = extra.zw;                    // 0: cut off square, 1: round, 2: goes on into the next piece
    if (ends.x > 1.5 && dot(local, form.xy) < 0.0) discard;
    if (ends.y > 1.5 && dot(local - vec2(long_, 0.0), form.zw) >= 0.0) discard;
    float beyond = max(-local.x, local.x - long_);
    float end = local.x < 0.5 * long_ ? ends.x : ends.y;
    float cover;
    if (end < 0.5) cover = between(local.y, -reach, reach) * clamp(0.5 - beyond, 0.0, 1.0);
    else {
        float off = beyond > 0.0 ? length(vec2(beyond, local.y)) : abs(local.y);
        cover = between(off, -reach, reach);
    }
    return edge * cover * dashed(size.z + clamp(local.x, 0.0, long_), pattern);
}

float stripes(float x, float spacing, float wide) {
    return between(mod(x, spacing), 0.5 * (spacing - wide), 0.5 * (spacing + wide));
}

float hatched(vec2 p, int which, float spacing, float wide) {
    if (which == 1) return stripes((p.x + p.y) * DIAGONAL, spacing, wide);
    if (which == 2) return stripes((p.y - p.x) * DIAGONAL, spacing, wide);
    if (which == 3) {
        float one = stripes((p.x + p.y) * DIAGONAL, spacing, wide);
        return one + (1.0 - one) * stripes((p.x - p.y) * DIAGONAL, spacing, wide);
    }
    if (which == 4) return stripes(p.y, spacing, wide);
    if (which == 5) return stripes(p.x, spacing, wide);
    float row = floor(p.y / spacing);
    vec2 q = vec2(mod(p.x + (mod(row, 2.0) > 0.5 ? 0.5 * spacing : 0.0), spacing), p.y - row * spacing) - 0.5 * spacing;
    if (which == 6) return clamp(0.5 * wide + 0.5 - length(q), 0.0, 1.0);
    float arm = 1.5 * wide, half_line = 0.25 * wide;
    return max(between(q.y, -half_line, half_line) * between(q.x, -arm, arm),
               between(q.x, -half_line, half_line) * between(q.y, -arm, arm));
}

vec4 area() {
    int first = int(form.x + 0.5), count = int(form.y + 0.5), columns = textureSize(edges, 0).x;
    float unit = size.x, near = 4.0;
    bool within = false;
    for (int i = first; i < first + count; i++) {
        vec4 e = texelFetch(edges, ivec2(i % columns, i / columns), 0);
        vec2 along = e.zw - e.xy, from = local - e.xy;
        vec2 off = from - along * clamp(dot(from, along) / dot(along, along), 0.0, 1.0);
        near = min(near, dot(off, off) * unit * unit);
        if ((e.y > local.y) != (e.w > local.y) && from.x < along.x * from.y / along.y) within = !within;
    }
    float off = sqrt(near);
    float cover = clamp(within ? 0.5 + off : 0.5 - off, 0.0, 1.0);
    vec4 found = inside;
    int which = int(form.z + 0.5);
    if (which > 0) {
        vec2 p = vec2(local.x, extra.x * local.y) * unit;
        found = over(edge * hatched(p, which, extra.y * size.y, extra.z * size.y), found);
    }
    return found * cover;
}

void main() {
    if (what == 2) colour = piece();
    else if (what == 3) colour = area();
    else if (what == 4) colour = inside * texelFetch(letters, ivec2(size.xy + local), 0).r;
    else colour = solid();
    colour *= opacity;
}
"""

COPY_VERTEX = """
#version 330
in vec2 corner;
void main() { gl_Position = vec4(corner, 0.0, 1.0); }
"""

COPY_FRAGMENT = """
#version 330
uniform sampler2D source;
uniform float opacity;
out vec4 colour;
void main() { colour = texelFetch(source, ivec2(gl_FragCoord.xy), 0) * opacity; }
"""

"""The shaders: every instance is a quad, shaped and smoothed by arithmetic, blended premultiplied in its order.

One program a kind, since software OpenGL pays for every branch of a shader. They share their attributes (see
`gl_pack`), the prelude and the uniforms.
"""

from __future__ import annotations

from battlefield.viewer.drawing import HatchKind

FLAT, SHAPE, SEGMENT, AREA, LETTER = range(5)
"""The programs: one colour; ellipses, boxes and pills; pieces of lines; areas by their edges; letters."""

HATCHES: tuple[HatchKind, ...] = ("diagonal", "back", "cross", "horizontal", "vertical", "dots", "plus")
"""The kinds of hatching, in the order of the numbers that the shader knows them by (from 1; 0 is none)."""

_PRELUDE = """
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

vec2 spot(vec2 at) { return (view.xy + vec2(at.x, up * at.y) * view.z) * density; }
vec4 ready(vec4 colour) { return vec4(colour.rgb * colour.a, colour.a); }
void draw_at(vec2 at) { gl_Position = vec4(at.x / canvas.x * 2.0 - 1.0, 1.0 - at.y / canvas.y * 2.0, 0.0, 1.0); }
"""

# Ellipse (kind 0), box (1), pill (2). Of a box, `dashes` is the part that this quad shows, -1 to 1 across each side.
_SOLID_PLACE = """
vec2 half_sides() { return place.zw * (kind > 1.5 ? density : view.z * density); }
vec2 within() {
    vec4 part = kind < 0.5 ? vec4(-1.0, -1.0, 1.0, 1.0) : dashes;
    vec2 at = vec2(corner.x < 0.0 ? part.x : part.z, corner.y < 0.0 ? part.y : part.w);
    float pad = max(style.x * 0.5, shape.z) * density + 0.5;
    return at * half_sides() + pad * vec2(abs(at.x) == 1.0 ? at.x : 0.0, abs(at.y) == 1.0 ? at.y : 0.0);
}
void draw_solid(vec2 local) {
    vec2 turned = vec2(local.x * shape.x - local.y * shape.y, local.x * shape.y + local.y * shape.x);
    vec2 middle = spot(place.xy) + style.yz * density;
    if (kind > 1.5) middle = floor(middle + 0.5) + vec2(style.w * density, 0.0);
    draw_at(middle + vec2(turned.x, -turned.y));
}
"""

_FLAT_VERTEX = """
flat out vec4 inside;
void main() { inside = ready(fill); draw_solid(within()); }
"""

_FLAT_FRAGMENT = """
#version 330
flat in vec4 inside;
out vec4 colour;
void main() { colour = inside; }
"""

_SHAPE_VERTEX = """
out vec2 local;
flat out vec4 size;
flat out vec4 pattern;
flat out float rounding;
flat out float oval;
flat out vec4 inside;
flat out vec4 edge;
void main() {
    local = within();
    size = vec4(half_sides(), style.x * density, shape.z * density);
    oval = kind < 0.5 ? 1.0 : 0.0;
    rounding = min(shape.w * (kind > 1.5 ? density : view.z * density), min(size.x, size.y));
    pattern = kind < 0.5 ? dashes * density : vec4(0.0);
    inside = ready(fill);
    edge = ready(line);
    draw_solid(local);
}
"""

_COVER = """
#version 330

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
"""

_SHAPE_FRAGMENT = """
in vec2 local;
flat in vec4 size;      // half sides, line, softness
flat in vec4 pattern;
flat in float rounding;
flat in float oval;
flat in vec4 inside;
flat in vec4 edge;
out vec4 colour;

const float TURN = 6.283185307;

float off_oval() {                           // about how far outside, near the edge
    if (size.x == size.y) return length(local) - size.x;
    float a = length(local / size.xy), b = length(local / (size.xy * size.xy));
    return b > 0.0 ? a * (a - 1.0) / b : -min(size.x, size.y);
}

float off_box() {
    vec2 q = abs(local) - size.xy + rounding;
    return min(max(q.x, q.y), 0.0) + length(max(q, 0.0)) - rounding;
}

void main() {
    float off = oval > 0.5 ? off_oval() : off_box();
    float cover = size.w > 0.0 ? smoothstep(size.w, -size.w, off) : clamp(0.5 - off, 0.0, 1.0);
    vec4 found = inside * cover;
    if (edge.a > 0.0 && size.z > 0.0) {
        float stroke = between(off, -0.5 * size.z, 0.5 * size.z);
        if (pattern.x > 0.0) {
            float angle = atan(-local.y, local.x);
            stroke *= dashed((angle < 0.0 ? angle + TURN : angle) * size.x, pattern);
        }
        found = over(edge * stroke, found);
    }
    colour = found;
}
"""

_SEGMENT_VERTEX = """
out vec2 local;         // along the piece, across it
flat out vec3 size;     // its length, its width, the length before it
flat out vec4 form;     // bisectors at its ends
flat out vec4 pattern;
flat out vec2 ends;
flat out vec4 edge;
void main() {
    vec2 a = spot(place.xy), b = spot(place.zw);
    float long_ = distance(a, b), wide = style.x * density;
    vec2 way = long_ > 0.0 ? (b - a) / long_ : vec2(1.0, 0.0);
    vec2 across = vec2(-way.y, way.x);
    vec2 first = vec2(shape.x, up * shape.y), last = vec2(shape.z, up * shape.w);
    form = vec4(dot(first, way), dot(first, across), dot(last, way), dot(last, across));
    size = vec3(long_, wide, style.y * view.z * density);
    pattern = dashes * density;
    ends = style.zw;
    edge = ready(line);
    float pad = wide * 0.5 + 0.5;
    local = vec2(corner.x < 0.0 ? -pad : long_ + pad, corner.y * pad);
    draw_at(a + way * local.x + across * local.y);
}
"""

_SEGMENT_FRAGMENT = """
in vec2 local;
flat in vec3 size;
flat in vec4 form;
flat in vec4 pattern;
flat in vec2 ends;      // 0: cut off square, 1: round, 2: goes on into the next piece
flat in vec4 edge;
out vec4 colour;
void main() {
    float long_ = size.x, reach = 0.5 * size.y;
    if (ends.x > 1.5 && dot(local, form.xy) < 0.0) discard;
    if (ends.y > 1.5 && dot(local - vec2(long_, 0.0), form.zw) >= 0.0) discard;
    float beyond = max(-local.x, local.x - long_);
    float end = local.x < 0.5 * long_ ? ends.x : ends.y;
    float off = beyond > 0.0 && end > 0.5 ? length(vec2(beyond, local.y)) : abs(local.y);
    float cover = between(off, -reach, reach);
    if (end < 0.5) cover *= clamp(0.5 - beyond, 0.0, 1.0);
    colour = edge * (cover * dashed(size.z + clamp(local.x, 0.0, long_), pattern));
}
"""

_AREA_VERTEX = """
out vec2 local;
flat out vec2 size;     // device pixels to a unit, to a logical pixel
flat out vec3 form;     // first edge, how many, hatching
flat out vec3 hatch;    // y up or down, spacing, width
flat out vec4 inside;
flat out vec4 edge;
void main() {
    local = mix(place.xy, place.zw, corner * 0.5 + 0.5);
    size = vec2(view.z * density, density);
    form = shape.xyz;
    hatch = style.xyz * vec3(1.0, density, density);
    inside = ready(fill);
    edge = ready(line);
    draw_at(spot(local));
}
"""

_AREA_FRAGMENT = """
uniform sampler2D edges;
in vec2 local;
flat in vec2 size;
flat in vec3 form;
flat in vec3 hatch;
flat in vec4 inside;
flat in vec4 edge;
out vec4 colour;

const float DIAGONAL = 0.70710678;

float stripes(float x) {
    return between(mod(x, hatch.y), 0.5 * (hatch.y - hatch.z), 0.5 * (hatch.y + hatch.z));
}

float hatched(vec2 p, int which) {
    float spacing = hatch.y, wide = hatch.z;
    if (which == 1) return stripes((p.x + p.y) * DIAGONAL);
    if (which == 2) return stripes((p.y - p.x) * DIAGONAL);
    if (which == 3) {
        float one = stripes((p.x + p.y) * DIAGONAL);
        return one + (1.0 - one) * stripes((p.x - p.y) * DIAGONAL);
    }
    if (which == 4) return stripes(p.y);
    if (which == 5) return stripes(p.x);
    float row = floor(p.y / spacing);
    vec2 q = vec2(mod(p.x + (mod(row, 2.0) > 0.5 ? 0.5 * spacing : 0.0), spacing), p.y - row * spacing) - 0.5 * spacing;
    if (which == 6) return clamp(0.5 * wide + 0.5 - length(q), 0.0, 1.0);
    float arm = 1.5 * wide, half_line = 0.25 * wide;
    return max(between(q.y, -half_line, half_line) * between(q.x, -arm, arm),
               between(q.x, -half_line, half_line) * between(q.y, -arm, arm));
}

void main() {
    int first = int(form.x + 0.5), count = int(form.y + 0.5), columns = textureSize(edges, 0).x;
    float near = 4.0;
    bool within = false;
    for (int i = first; i < first + count; i++) {
        vec4 e = texelFetch(edges, ivec2(i % columns, i / columns), 0);
        vec2 along = e.zw - e.xy, from = local - e.xy;
        vec2 off = from - along * clamp(dot(from, along) / dot(along, along), 0.0, 1.0);
        near = min(near, dot(off, off) * size.x * size.x);
        if ((e.y > local.y) != (e.w > local.y) && from.x < along.x * from.y / along.y) within = !within;
    }
    float off = sqrt(near);
    float cover = clamp(within ? 0.5 + off : 0.5 - off, 0.0, 1.0);
    vec4 found = inside;
    int which = int(form.z + 0.5);
    if (which > 0) found = over(edge * hatched(vec2(local.x, hatch.x * local.y) * size.x, which), found);
    colour = found * cover;
}
"""

_LETTER_VERTEX = """
out vec2 local;
flat out vec4 inside;
void main() {                                // on whole pixels, so that it is as sharp as it was made
    vec2 within = (corner * 0.5 + 0.5) * shape.zw;
    local = place.zw + within;
    inside = ready(fill);
    draw_at(floor(spot(place.xy) + style.yz * density + 0.5) + shape.xy + within);
}
"""

_LETTER_FRAGMENT = """
#version 330
uniform sampler2D letters;
in vec2 local;
flat in vec4 inside;
out vec4 colour;
void main() { colour = inside * texelFetch(letters, ivec2(local), 0).r; }
"""

PROGRAMS: dict[int, tuple[str, str]] = {
    FLAT: (_PRELUDE + _SOLID_PLACE + _FLAT_VERTEX, _FLAT_FRAGMENT),
    SHAPE: (_PRELUDE + _SOLID_PLACE + _SHAPE_VERTEX, _COVER + _SHAPE_FRAGMENT),
    SEGMENT: (_PRELUDE + _SEGMENT_VERTEX, _COVER + _SEGMENT_FRAGMENT),
    AREA: (_PRELUDE + _AREA_VERTEX, _COVER + _AREA_FRAGMENT),
    LETTER: (_PRELUDE + _LETTER_VERTEX, _LETTER_FRAGMENT),
}
"""Vertex and fragment shader of each program."""

COPY = (
    """
#version 330
in vec2 corner;
void main() { gl_Position = vec4(corner, 0.0, 1.0); }
""",
    """
#version 330
uniform sampler2D source;
uniform float opacity;
out vec4 colour;
void main() { colour = texelFetch(source, ivec2(gl_FragCoord.xy), 0) * opacity; }
""",
)
"""Vertex and fragment shader that lay one picture over another of the same size."""

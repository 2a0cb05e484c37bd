"use strict";

/* What a page of one file holds: bytes in base64, packed by zlib, of which `payload.py` says how they lie. */

async function unpackGame(text, size) {
  const packed = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const bytes = await inflated(packed, size);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  let at = 4 + length;

  function column(name, count) {
    const width = head.columns[name];
    const planes = Array.from({ length: width }, (_, plane) => {
      return bytes.subarray(at + plane * count, at + (plane + 1) * count);
    });
    at += width * count;
    if (width === 1) return planes[0];
    const whole = new Uint8Array(count * (width === 8 ? 8 : 4));
    const step = whole.length / count;
    planes.forEach((plane, offset) => {
      for (let i = 0; i < count; i++) whole[i * step + offset] = plane[i];
    });
    return width === 8 ? new Float64Array(whole.buffer) : new Uint32Array(whole.buffer);
  }

  const signed = (number) => (number & 1 ? -(number + 1) / 2 : number / 2);
  const count = head.positions;
  const mover = column("mover", count);
  const values = column("value", count);
  const plies = column("plies", count);
  const degree = column("degree", count);
  const labels = column("label", head.edges);
  const children = Uint32Array.from(column("child", head.edges));
  const before = new Int32Array(head.labels.length);
  for (let i = 0; i < children.length; i++) {
    before[labels[i]] += signed(children[i]);
    children[i] = before[labels[i]];
  }
  const firsts = new Uint32Array(count + 1);
  for (let i = 0; i < count; i++) firsts[i + 1] = firsts[i] + degree[i];
  const spots = head.same.map((same, i) => (same < 0 ? column(`spot ${i}`, count) : null));
  const isFloat = values instanceof Float64Array;

  return {
    ...head,
    mover: (at) => mover[at],
    /* What best play gives the mover; `plies` is null where play need not end, or dice say when. */
    answer: (at) => ({
      value: isFloat ? values[at] : signed(values[at]),
      plies: plies[at] ? plies[at] - 1 : null,
    }),
    /* The moves of a position, or what dice may bring. */
    edges: (at) =>
      Array.from({ length: firsts[at + 1] - firsts[at] }, (_, number) => {
        const [name, cells, chance, gain] = head.labels[labels[firsts[at] + number]];
        return { number, child: children[firsts[at] + number], name, cells, chance, gain };
      }),
    lies: (spot, at) => (spots[spot] ? spots[spot][at] : head.same[spot]),
  };
}

async function inflated(packed, size) {
  try {
    const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
  } catch {
    return inflate(packed, size); // an older browser
  }
}

/* RFC 1951, after the two bytes of zlib's own. */
function inflate(packed, size) {
  const out = new Uint8Array(size);
  let at = 2, end = 0, held = 0, bits = 0;

  function take(count) {
    while (bits < count) {
      held |= packed[at++] << bits;
      bits += 8;
    }
    const found = held & ((1 << count) - 1);
    held >>>= count;
    bits -= count;
    return found;
  }

  /* How many codes have each length, and their symbols in order. */
  function codes(lengths) {
    const counts = new Uint16Array(16), offsets = new Uint16Array(17);
    for (const length of lengths) if (length) counts[length]++;
    for (let i = 1; i < 16; i++) offsets[i + 1] = offsets[i] + counts[i];
    const symbols = new Uint16Array(lengths.length);
    lengths.forEach((length, symbol) => {
      if (length) symbols[offsets[length]++] = symbol;
    });
    return { counts, symbols };
  }

  function symbol({ counts, symbols }) {
    let code = 0, first = 0, index = 0;
    for (let length = 1; length < 16; length++) {
      code |= take(1);
      const count = counts[length];
      if (code - count < first) return symbols[index + code - first];
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new Error("the file is damaged: ask for it again");
  }

  const table = (count, base, extra) => {
    const found = [];
    for (let i = 0; i < count; i++) {
      const more = extra(i);
      found.push([base, more]);
      base += 1 << more;
    }
    return found;
  };
  const lengths = table(28, 3, (i) => (i < 8 ? 0 : (i >> 2) - 1)).concat([[258, 0]]);
  const distances = table(30, 1, (i) => (i < 4 ? 0 : (i >> 1) - 1));

  function trees(kind) {
    if (kind === 1) {
      const fixed = (i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8);
      return [codes(Array.from({ length: 288 }, (_, i) => fixed(i))), codes(new Array(30).fill(5))];
    }
    const literals = take(5) + 257, far = take(5) + 1, own = take(4) + 4;
    const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
    const small = new Array(19).fill(0);
    for (let i = 0; i < own; i++) small[order[i]] = take(3);
    const code = codes(small), all = [];
    while (all.length < literals + far) {
      const next = symbol(code);
      if (next < 16) all.push(next);
      else {
        const same = next === 16 ? all[all.length - 1] : 0;
        const times = next === 16 ? 3 + take(2) : next === 17 ? 3 + take(3) : 11 + take(7);
        for (let i = 0; i < times; i++) all.push(same);
      }
    }
    return [codes(all.slice(0, literals)), codes(all.slice(literals))];
  }

  for (let isLast = 0; !isLast; ) {
    isLast = take(1);
    const kind = take(2);
    if (kind === 0) {
      held = bits = 0;
      const count = packed[at] | (packed[at + 1] << 8);
      out.set(packed.subarray(at + 4, at + 4 + count), end);
      at += 4 + count;
      end += count;
      continue;
    }
    const [near, far] = trees(kind);
    for (let next = symbol(near); next !== 256; next = symbol(near)) {
      if (next < 256) out[end++] = next;
      else {
        const [length, more] = lengths[next - 257];
        const count = length + take(more);
        const [distance, further] = distances[symbol(far)];
        const back = distance + take(further);
        for (let i = 0; i < count; i++, end++) out[end] = out[end - back];
      }
    }
  }
  return out;
}

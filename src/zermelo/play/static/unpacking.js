"use strict";

/* What a page of one file holds, in base64; `payload.py` says how it lies. */

async function unpackGame(text, size) {
  const packed = Uint8Array.from(atob(text.trim()), (letter) => letter.charCodeAt(0));
  const bytes = await inflated(packed, size);
  const length = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  const head = JSON.parse(new TextDecoder().decode(bytes.subarray(4, 4 + length)));
  let at = 4 + length;

  function column(name, count) {
    const width = head.columns[name];
    if (width === 1) return bytes.subarray(at, (at += count));
    const whole = width === 8 ? new Float64Array(count) : new Uint32Array(count);
    const plain = new Uint8Array(whole.buffer);
    for (let plane = 0; plane < width; plane++) {
      for (let i = plane; i < plain.length; i += plain.length / count) plain[i] = bytes[at++];
    }
    return whole;
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
  children.forEach((ahead, i) => (children[i] = before[labels[i]] += signed(ahead)));
  const firsts = new Uint32Array(count + 1);
  degree.forEach((each, i) => (firsts[i + 1] = firsts[i] + each));
  const spots = head.same.map((same, i) => (same < 0 ? column(`spot ${i}`, count) : null));
  return {
    ...head,
    column,
    firsts,
    mover: (at) => mover[at],
    /* The mover's best; `plies` is null where play need not end. */
    answer: (at) => ({
      value: head.chance ? values[at] : signed(values[at]),
      plies: plies[at] ? plies[at] - 1 : null,
    }),
    /* The moves of a position, or what dice may bring. */
    edges: (at) =>
      Array.from(children.subarray(firsts[at], firsts[at + 1]), (child, number) => {
        const [name, cells, chance, gain, last] = head.labels[labels[firsts[at] + number]];
        return { number, child, name, cells, chance, gain, last };
      }),
    lies: (spot, at) => (spots[spot] ? spots[spot][at] : head.same[spot]),
  };
}

async function inflated(packed, size) {
  if (!("DecompressionStream" in globalThis)) return inflate(packed, size); // an older browser
  const stream = new Response(packed).body.pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
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
    const some = [...lengths.keys()].filter((symbol) => lengths[symbol]);
    const symbols = some.sort((one, other) => lengths[one] - lengths[other] || one - other);
    const counts = Array(16).fill(0);
    for (const symbol of symbols) counts[lengths[symbol]]++;
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
    throw new Error("the file is damaged");
  }

  /* A length or a distance: small ones stand for themselves, larger ones have `more` bits. */
  function span(code, group) {
    const more = (code >> group) - 1;
    return more < 1 ? code : (((1 << group) + (code & ((1 << group) - 1))) << more) + take(more);
  }

  function trees(kind) {
    if (kind === 1) {
      const near = [...Array(288)].map((_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8));
      return [codes(near), codes(Array(30).fill(5))];
    }
    const literals = take(5) + 257, far = take(5) + 1, own = take(4) + 4;
    const order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];
    const small = Array(19).fill(0);
    for (let i = 0; i < own; i++) small[order[i]] = take(3);
    const code = codes(small), all = [];
    while (all.length < literals + far) {
      const next = symbol(code);
      const times = next < 16 ? 1 : next === 16 ? 3 + take(2) : next === 17 ? 3 + take(3) : 11 + take(7);
      const length = next < 16 ? next : next === 16 ? all.at(-1) : 0;
      for (let i = 0; i < times; i++) all.push(length);
    }
    return [codes(all.slice(0, literals)), codes(all.slice(literals))];
  }

  for (let isLast = 0; !isLast; ) {
    isLast = take(1);
    const kind = take(2);
    if (kind === 0) {
      held = bits = 0;
      const count = packed[at] | (packed[at + 1] << 8);
      out.set(packed.subarray(at + 4, (at += 4 + count)), end);
      end += count;
      continue;
    }
    const [near, far] = trees(kind);
    for (let next = symbol(near); next !== 256; next = symbol(near)) {
      if (next < 256) out[end++] = next;
      else {
        const count = next === 285 ? 258 : 3 + span(next - 257, 2);
        const back = 1 + span(symbol(far), 1);
        for (let i = 0; i < count; i++, end++) out[end] = out[end - back];
      }
    }
  }
  return out;
}

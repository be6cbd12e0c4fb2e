// Joins pictures of one size to a moving one (APNG, which browsers show like PNG).
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const table = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; ++k) c = c & 1 ? 0xedb88320 ^ (c >>> 1) : c >>> 1;
  return c >>> 0;
});

function checksum(bytes) {
  let c = 0xffffffff;
  for (const byte of bytes) c = table[(c ^ byte) & 0xff] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
}

function chunk(type, data) {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const whole = Buffer.alloc(named.length + 8);
  whole.writeUInt32BE(data.length, 0);
  named.copy(whole, 4);
  whole.writeUInt32BE(checksum(named), named.length + 4);
  return whole;
}

/** Chunks of a PNG: their types and data. */
function chunksOf(png) {
  const chunks = [];
  for (let at = signature.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += length + 12;
  }
  return chunks;
}

const numbers = (...values) => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, k) => bytes.writeUInt32BE(value, 4 * k));
  return bytes;
};

/** The frames of a frame control chunk cover the whole picture and replace what was there. */
function frameControl(sequence, header, milliseconds) {
  const rest = Buffer.alloc(6);
  rest.writeUInt16BE(Math.round(milliseconds), 0);
  rest.writeUInt16BE(1000, 2);
  return chunk('fcTL', Buffer.concat([numbers(sequence, header.readUInt32BE(0), header.readUInt32BE(4), 0, 0), rest]));
}

/** Repeats without end. */
export function animatedPng(frames, milliseconds) {
  const pictures = frames.map(chunksOf);
  const header = pictures[0].find(({ type }) => type === 'IHDR').data;
  if (pictures.some((chunks) => !chunks[0].data.equals(header))) throw new Error('pictures differ in size or format');
  const parts = [signature, chunk('IHDR', header), chunk('acTL', numbers(frames.length, 0))];
  let sequence = 0;
  pictures.forEach((chunks, k) => {
    parts.push(frameControl(sequence++, header, milliseconds));
    for (const { type, data } of chunks)
      if (type === 'IDAT')
        parts.push(k === 0 ? chunk('IDAT', data) : chunk('fdAT', Buffer.concat([numbers(sequence++), data])));
  });
  parts.push(chunk('IEND', Buffer.alloc(0)));
  return Buffer.concat(parts);
}

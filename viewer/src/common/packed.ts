// Columns of numbers in few bytes (src/io/packed_columns.hpp): multiples of a power of two, predicted from the ones
// before, the rest in a Rice code.

const blockSize = 128;
const orderBits = 2;
const lengthBits = 5;
const longestQuotient = 20;
const wholeBits = 30;
const headBytes = 14;

/** Bits from the lowest of each byte on. */
class BitReader {
  private buffer = 0;
  private n = 0;

  constructor(private readonly bytes: Uint8Array, private at: number) {}

  /** At most 24 bits, so that they and what is left of a byte fit into 31. */
  take(nBits: number): number {
    while (this.n < nBits) {
      this.buffer |= this.bytes[this.at++]! << this.n;
      this.n += 8;
    }
    const value = this.buffer & ((1 << nBits) - 1);
    this.buffer >>>= nBits;
    this.n -= nBits;
    return value;
  }

  rice(length: number): number {
    let quotient = 0;
    while (quotient < longestQuotient && this.take(1) === 1) ++quotient;
    if (quotient === longestQuotient) return this.take(15) + this.take(wholeBits - 15) * 2 ** 15;
    return length > 23 ? quotient * 2 ** length + this.take(15) + this.take(length - 15) * 2 ** 15
                       : quotient * 2 ** length + this.take(length);
  }
}

/** Columns of n numbers each, unpacked when they are asked for. */
export class PackedColumns {
  private readonly starts: number[] = [];
  private readonly view: DataView;
  private readonly columns = new Map<number, Float32Array>();

  constructor(private readonly bytes: Uint8Array, private readonly n: number) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    for (let at = 0; at < bytes.length; at += headBytes + this.view.getUint32(at + 10, true)) this.starts.push(at);
  }

  get count(): number { return this.starts.length; }

  column(k: number): Float32Array {
    let values = this.columns.get(k);
    if (values === undefined) {
      values = this.unpacked(this.starts[k]!);
      this.columns.set(k, values);
    }
    return values;
  }

  private unpacked(start: number): Float32Array {
    const step = 2 ** this.view.getInt16(start, true);
    const base = this.view.getFloat64(start + 2, true) - 1;
    const bits = new BitReader(this.bytes, start + headBytes);
    const values = new Float32Array(this.n);
    let [a, b, c] = [0, 0, 0];  // the last codes
    for (let i = 0; i < this.n;) {
      const order = bits.take(orderBits);
      const length = bits.take(lengthBits);
      for (const end = Math.min(i + blockSize, this.n); i < end; ++i) {
        const coded = bits.rice(length);
        const left = coded % 2 === 1 ? -(coded + 1) / 2 : coded / 2;
        const code = left + (order === 0 ? 0 : order === 1 ? a : order === 2 ? 2 * a - b : 3 * (a - b) + c);
        [c, b, a] = [b, a, code];
        values[i] = code === 0 ? NaN : (base + code) * step;
      }
    }
    return values;
  }
}

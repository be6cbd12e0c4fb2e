// Numbers of a column as places between 0 and 1.
import { short, ticksIn, tickStep, tickTexts } from '../common/number';
import type { Column } from './study';

export interface Tick { at: number; text: string }

/** Finite values only. */
export class Scale {
  readonly low: number;
  readonly high: number;
  private readonly isLogarithmic: boolean;

  constructor(private readonly column: Column) {
    let low = Infinity;
    let high = -Infinity;
    for (const x of column.values) {
      if (!Number.isFinite(x)) continue;
      low = Math.min(low, x);
      high = Math.max(high, x);
    }
    if (low > high) [low, high] = [0, 1];
    if (column.words.length > 0) [low, high] = [0, Math.max(column.words.length - 1, 1)];
    this.isLogarithmic = column.isLogarithmic && low > 0;
    if (high - low < 1e-12 * Math.max(Math.abs(low), Math.abs(high), 1e-300)) {
      const room = Math.abs(low) || 1;
      [low, high] = this.isLogarithmic ? [low / 2, high * 2] : [low - room, high + room];
    }
    this.low = low;
    this.high = high;
  }

  /** 0 for the smallest value, 1 for the largest. */
  at(x: number): number {
    return this.isLogarithmic ? Math.log(x / this.low) / Math.log(this.high / this.low) :
      (x - this.low) / (this.high - this.low);
  }

  /** The value at a place. */
  value(place: number): number {
    return this.isLogarithmic ? this.low * (this.high / this.low) ** place : this.low + place * (this.high - this.low);
  }

  ticks(most: number): Tick[] {
    const { words } = this.column;
    if (words.length > 0) {
      const stride = Math.ceil(words.length / Math.max(most, 2));
      return words.flatMap((text, k) => (k % stride === 0 ? [{ at: this.at(k), text }] : []));
    }
    if (this.isLogarithmic)
      return [0, 0.5, 1].map((at) => ({ at, text: short(Number(this.value(at).toPrecision(2))) }));
    const step = tickStep(this.low, this.high, most);
    const places = ticksIn(this.low, this.high, step);
    const texts = tickTexts(places, step);
    return places.map((x, k) => ({ at: this.at(x), text: texts[k]! }));
  }
}

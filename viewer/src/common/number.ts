// Numbers for people.

/** Four digits, with an exponent where that is shorter; "–" where there is no number. */
export function short(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  const size = Math.abs(value);
  if (size === 0) return '0';
  const rounded = Number(value.toPrecision(4));
  return size >= 1e5 || size < 1e-3 ? rounded.toExponential() : String(rounded);
}

/** "74 (37 real + 37 complex)". Other programs count a real factorisation with its complex ones as one. */
export function factorisations(all = 0, complex = 0): string {
  return `${all}${complex > 0 ? ` (${all - complex} real + ${complex} complex)` : ''}`;
}

/** Texts of ticks that are a step apart, all with the digits that the step needs. */
export function tickTexts(ticks: (number | null)[], step: number): string[] {
  const largest = Math.max(...ticks.map((x) => Math.abs(x ?? 0)));
  const digits = Math.max(-Math.floor(Math.log10(step) + 1e-9), 0);
  const isShort = largest < 1e5 && (digits <= 4 || largest >= 1e-3 && digits <= 6);
  const exponent = isShort ? 0 : Math.floor(Math.log10(largest) + 1e-9);
  const more = Math.max(exponent - Math.floor(Math.log10(step) + 1e-9), 0);
  return ticks.map((x) => {
    if (x === null) return '';
    if (x === 0 || Math.abs(x) < step / 1e6) return '0';
    return isShort ? String(Number(x.toFixed(digits))) : `${Number((x / 10 ** exponent).toFixed(more))}e${exponent}`;
  });
}

/** A step of 1, 2 or 5 times a power of ten that fits at most `most` times into a range, but at least twice. */
export function tickStep(low: number, high: number, most: number): number {
  const least = (high - low) / Math.max(most, 2);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = [1, 2, 5, 10].map((x) => x * power).find((x) => x >= least * (1 - 1e-9))!;
  // Two ticks are in the range whatever it begins with.
  return 2 * step <= high - low ? step : [5, 2, 1, 0.5].map((x) => x * power).find((x) => 2 * x <= high - low)!;
}

export function ticksIn(low: number, high: number, step: number): number[] {
  const first = Math.ceil(low / step - 1e-9);
  const n = Math.floor(high / step + 1e-9) - first;
  return Array.from({ length: Math.max(n + 1, 0) }, (_, k) => (first + k) * step);
}

export function withUnit(name: string, unit: string): string {
  return unit === '' || unit === '1' ? name : `${name} [${unit}]`;
}

// Numbers for people.

/** Four digits, with an exponent where that is shorter; "–" where there is no number. */
export function short(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return '–';
  const size = Math.abs(value);
  if (size === 0) return '0';
  const rounded = Number(value.toPrecision(4));
  return size >= 1e5 || size < 1e-3 ? rounded.toExponential() : String(rounded);
}

export function withUnit(name: string, unit: string): string {
  return unit === '' || unit === '1' ? name : `${name} [${unit}]`;
}

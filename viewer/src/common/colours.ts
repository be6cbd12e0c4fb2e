// Colours for curves and bodies, legible on light and dark ground, and one scale for fields.

export const palette = ['#3b82d6', '#d9822b', '#2e9e5b', '#c0446c', '#8a63d2', '#00939c', '#a58b00', '#7a8797'];

export const colourOf = (k: number): string => palette[k % palette.length]!;

/** A colour of the style sheet, as it is now: it differs between light and dark. */
export function themeColour(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

/** Calls back when the user's choice of light or dark changes. */
export function onThemeChange(action: () => void): void {
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', action);
}

// Dark blue to yellow: even steps of brightness, also for those who see no red or green.
const stops = [[68, 1, 84], [65, 68, 135], [42, 120, 142], [34, 168, 132], [122, 209, 81], [253, 231, 37]] as const;

/** Red, green and blue from 0 to 1 of a value from 0 to 1. */
export function scaleColour(value: number): [number, number, number] {
  const x = Math.min(Math.max(value, 0), 1) * (stops.length - 1);
  const k = Math.min(Math.floor(x), stops.length - 2);
  const part = x - k;
  const low = stops[k]!;
  const high = stops[k + 1]!;
  const mix = (i: 0 | 1 | 2) => (low[i] + part * (high[i] - low[i])) / 255;
  return [mix(0), mix(1), mix(2)];
}

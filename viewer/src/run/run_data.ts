// What the program wrote into the page of a run (src/io/run_page.cpp).
import { readColumns, readDoubles, readFloats, readJson } from '../common/data';

export interface RunSummary {
  case: string;
  title: string;
  formulation: string;
  formulation_reason: string;
  method: string;
  method_reason: string;
  remarks: string[];
  rtol: number;
  atol: number;
  t_begin: number;
  t_end: number;
  status: 'ok' | 'failed' | 'interrupted';
  message: string;
  failure: { what: string; t: number; worst: string } | null;
  failure_report: string | null;
  events: { t: number; name: string; effect: string }[];
  method_changes: { t: number; formulation: string; method: string; reason: string }[];
  t: number;
  stats: Record<string, number>;
  cpu_seconds: number;
  reference: {
    scd: number | null;
    mescd: number | null;
    error: number | null;
    source: string;
    /** Why scd is not defined; empty if it is. */
    scd_undefined: string;
  } | null;
  residuals: { position: number | null; velocity: number | null; acceleration: number | null };
  reactions: {
    worst: { name: string; unit: string; error: number } | null;
    error: number | null;
    largest_error: number | null;
    source: 'saddle' | 'method';
  } | null;
  energy_drift: number | null;
}

/** A quantity over time; NaN where there is none. Its values are unpacked when they are asked for. */
export interface Column {
  readonly name: string;
  readonly unit: string;
  readonly group: string;
  readonly shown: boolean;
  readonly values: Float32Array;
}

/** Columns over one list of times, which never decrease. */
export interface Table {
  times: Float64Array;
  columns: Column[];
}

interface ColumnsJson {
  columns: { name: string; unit: string; group: string; shown: boolean }[];
  steps: { name: string; unit: string }[];
  samples: number;
  is_thinned: boolean;
  left_out: number;
}

export interface RunData {
  summary: RunSummary;
  samples: Table;
  steps: Table;
  /** Samples that the run gave. */
  nSamples: number;
  /** The table has fewer points than there were. */
  isThinned: boolean;
  /** Unknowns that found no room on the page. */
  nLeftOut: number;
}

export type Named = { name: string; unit: string; group?: string; shown?: boolean };

/** `values` gives those of a column. */
export function table(times: Float64Array, names: Named[], values: (k: number) => Float32Array): Table {
  const columns = names.map((name, k) => ({ group: '', shown: false, ...name, get values() { return values(k); } }));
  return { times, columns };
}

function readSamples(names: Named[]): Table {
  const times = readDoubles('sample-times');
  const packed = readColumns('sample-values', times.length);
  return table(times, names, (k) => packed.column(k));
}

function readSteps(names: Named[]): Table {
  const times = readDoubles('step-times');
  const all = readFloats('step-values');
  return table(times, names, (k) => all.subarray(k * times.length, (k + 1) * times.length));
}

export function readRun(): RunData {
  const json = readJson<ColumnsJson>('columns');
  return {
    summary: readJson<RunSummary>('run'),
    samples: readSamples(json.columns),
    steps: readSteps(json.steps),
    nSamples: json.samples,
    isThinned: json.is_thinned,
    nLeftOut: json.left_out,
  };
}

/** The number of the last time not after t; 0 before the first. */
export function indexAt(times: Float64Array, t: number): number {
  let low = 0;
  let high = times.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (times[middle]! <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** For pictures of the case that are saved: "four-bar" of "models/four-bar.json". */
export const fileName = (text: string): string => (
  text.replace(/^.*\//, '').replace(/\.json$/, '').replace(/[^\w.-]/g, '-'));

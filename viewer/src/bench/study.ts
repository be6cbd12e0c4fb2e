// What the program says of a bench: its rows, and what belongs together.
import { readJson } from '../common/data';

/** A line of bench.csv; see docs/lab.md. */
export interface Row {
  case: string;
  formulation: string;
  method: string;
  settings: string;
  rtol: number;
  atol: number;
  status: 'ok' | 'failed';
  failure: string;
  message: string;
  t: number;
  t_end: number;
  steps: number;
  accepted: number;
  rejected: number;
  newton_failures: number;
  rhs: number;
  jacobians: number;
  factorizations: number;
  complex_factorizations: number;
  solves: number;
  cpu_seconds: number | null;
  cpu_spread: number | null;
  repeats: number;
  scd: number | null;
  mescd: number | null;
  error: number | null;
  error_q: number | null;
  error_v: number | null;
  error_lambda: number | null;
  drift_position: number | null;
  drift_velocity: number | null;
  energy_drift: number | null;
}

export interface Times {
  formulation: string;
  method: string;
  settings: string;
  seconds: (number | null)[];
}

export interface Summary {
  measure: 'scd' | 'mescd' | 'error';
  digits: number[];
  time_to_digits: Times[];
  public_codes: Times[];
}

interface Study {
  environment: Record<string, string | number | null>;
  end: string;
  not_run: number;
  rows: Row[];
  refused: { case: string; formulation: string; method: string; reason: string }[];
  summaries: Summary[];
}

export interface PublishedTable {
  name: string;
  title: string;
  columns: string[];
  rows: {
    label: string;
    counterpart: string | null;
    cells: { published: string | number | null; measured: string | number | null; verdict: string }[];
  }[];
  notes: string[];
}

export interface Marks {
  table: string;
  formulations: string[];
  rows: { solver: string; method: string | null; marks: string[] }[];
  notes: Record<string, string>;
}

interface Trace {
  row: number;
  t: number[];
  position: (number | null)[];
  velocity: (number | null)[];
  energy: (number | null)[];
}

interface Extras {
  request: [string, string][];
  groups: {
    case: string; title: string; settings: string; t_end: number; summary: number | null;
    published: PublishedTable | null; marks: Marks | null;
  }[];
  rows: { group: number; settings: string }[];
  traces: Trace[];
  peers: string[];
}

/** One run. */
export interface Point {
  row: Row;
  trace: Trace | null;
}

/** A formulation with a method and its settings: one point a tolerance, the largest first. */
export interface Pair {
  key: string;
  formulation: string;
  method: string;
  settings: string;
  isPeer: boolean;
  points: Point[];
}

/** A case with everything that was measured of it. */
export interface Bench {
  name: string;
  title: string;
  settings: string;
  tEnd: number;
  pairs: Pair[];
  refused: Study['refused'];
  summary: Summary | null;
  published: PublishedTable | null;
  marks: Marks | null;
}

export interface Report {
  benches: Bench[];
  request: [string, string][];
  environment: [string, string][];
  peers: string[];
  end: string;
  nNotRun: number;
}

export const labelOf = (pair: { formulation: string; method: string; settings: string }): string =>
  [pair.formulation, pair.method, pair.settings].filter((part) => part !== '').join(' ');

function pairsOf(study: Study, extras: Extras, group: number): Pair[] {
  const traces = new Map(extras.traces.map((trace) => [trace.row, trace]));
  const pairs = new Map<string, Pair>();
  study.rows.forEach((row, i) => {
    const extra = extras.rows[i]!;
    if (extra.group !== group) return;
    const { formulation, method } = row;
    const settings = extra.settings;
    const key = labelOf({ formulation, method, settings });
    const pair = pairs.get(key) ??
                 { key, formulation, method, settings, isPeer: extras.peers.includes(method), points: [] };
    pair.points.push({ row, trace: traces.get(i) ?? null });
    pairs.set(key, pair);
  });
  for (const pair of pairs.values()) pair.points.sort((a, b) => b.row.rtol - a.row.rtol);
  return [...pairs.values()];
}

const environmentLabels: Record<string, string> = {
  version: 'Pleuel', compiler: 'Compiler', flags: 'Flags', cpu: 'Processor', cores: 'Logical processors',
  core: 'Pinned to core',
};

export function readReport(): Report {
  const study = readJson<Study>('study');
  const extras = readJson<Extras>('extras');
  const environment = Object.entries(study.environment).map(
    ([name, value]): [string, string] => [environmentLabels[name] ?? name, value === null ? 'none' : String(value)]);
  const benches = extras.groups.map((group, i): Bench => ({
    name: group.case,
    title: group.title,
    settings: group.settings,
    tEnd: group.t_end,
    pairs: pairsOf(study, extras, i),
    refused: study.refused.filter((pair) => pair.case === group.case),
    summary: group.summary === null ? null : study.summaries[group.summary]!,
    published: group.published,
    marks: group.marks,
  }));
  const { request, peers } = extras;
  return { benches, request, environment, peers, end: study.end, nNotRun: study.not_run };
}

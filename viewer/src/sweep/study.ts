// A study as the program wrote it into the page.
import { readColumns, readDoubles, readIntegers, readJson } from '../common/data';

export interface OutputStatistics {
  name: string;
  unit: string;
  is_verdict: boolean;
  n: number;
  mean: number | null;
  deviation: number | null;
  standard_error: number | null;
  min: number | null;
  q05: number | null;
  median: number | null;
  q95: number | null;
  max: number | null;
  run_of_min: number;
  run_of_max: number;
  twins: number;
  solver_error: number | null;
  solver_error_worst: number | null;
  scatter: number | null;
}

export interface Effect {
  parameter: string;
  output: string;
  groups: string[];
  means: (number | null)[];
  counts: number[];
  range: number | null;
  share: number | null;
  correlation: number | null;
  rank_correlation: number | null;
}

export interface RankedRun { run: number; value: number | null; command: string }
export interface FailedRun { run: number; kind: string; message: string; command: string }

interface Findings {
  title: string;
  study: string;
  case: string;
  provenance: Record<string, string>;
  runs: number;
  ok: number;
  failed: number;
  missing: number;
  columns: { name: string; unit: string; is_setting: boolean; is_number: boolean; plan: string }[];
  outputs: OutputStatistics[];
  effects: Effect[];
  objective?: { output: string; is_maximized: boolean; best: RankedRun[]; worst: RankedRun[] };
  solver_error: { twins: number; failed_twins: number; factor: number };
  failed_runs: FailedRun[];
  pages: number[];
  remarks: string[];
  remarks_of_runs: { text: string; runs: number }[];
}

interface Extras {
  folder: string;
  stride: number;
  command: string;
  fixed: string[];
  columns: { factor: number; is_logarithmic: boolean; words: string[] }[];
}

interface CurveFacts {
  name: string;
  of: string;
  unit: string;
  begin: number;
  every: number;
  points: number;
  stride: number;
  band_runs: number;
  runs: number[];
}

/** An output over time: quantiles of all runs, and single ones. */
export interface Curve {
  name: string;
  unit: string;
  begin: number;
  every: number;
  points: number;
  /** Of the points of the grid every stride-th is shown. */
  stride: number;
  bandRuns: number;
  okRuns: number;
  /** The numbers of the runs in `singles`. */
  runs: number[];
  /** 5, 25, 50, 75, 95 %, at each point. */
  quantiles: Float32Array[];
  singles: Float32Array[];
}

const nQuantiles = 5;

function readCurve(facts: CurveFacts, k: number, okRuns: number): Curve {
  const columns = readColumns(`curve-${k}`, facts.points);
  const column = (i: number) => columns.column(i);
  return { ...facts, bandRuns: facts.band_runs, okRuns,
           quantiles: Array.from({ length: nQuantiles }, (_, i) => column(i)),
           // The number of runs at each point follows the quantiles.
           singles: facts.runs.map((_, i) => column(nQuantiles + 1 + i)) };
}

/** A column of the table: a varied name or an output. */
export interface Column {
  name: string;
  unit: string;
  isOutput: boolean;
  isVerdict: boolean;
  isSetting: boolean;
  isLogarithmic: boolean;
  /** Names of the values, if they are words: the numbers are their places. */
  words: string[];
  factor: number;
  values: Float64Array;
}

/** The place of a run in the columns is `k`; its number is `runs[k]`. */
export class Study {
  readonly findings: Findings;
  readonly columns: Column[];
  readonly states: Int32Array;
  readonly runs: number[];
  readonly curves: Curve[];
  private readonly extras: Extras;

  constructor() {
    this.findings = readJson<Findings>('study');
    this.extras = readJson<Extras>('extras');
    this.states = readIntegers('states');
    const numbers = readDoubles('numbers');
    const n = this.states.length;
    this.runs = Array.from(this.states, (_, k) => k * this.extras.stride);
    const part = (i: number) => numbers.subarray(i * n, (i + 1) * n);
    const varied = this.findings.columns.map((column, i): Column => {
      const { factor, is_logarithmic, words } = this.extras.columns[i]!;
      return { name: column.name, unit: column.unit, isOutput: false, isVerdict: false, isSetting: column.is_setting,
               isLogarithmic: is_logarithmic, words, factor, values: part(i) };
    });
    const outputs = this.findings.outputs.map((output, i): Column => (
      { name: output.name, unit: output.unit, isOutput: true, isVerdict: output.is_verdict, isSetting: false,
        isLogarithmic: false, words: output.is_verdict ? ['no', 'yes'] : [], factor: 1,
        values: part(varied.length + i) }));
    this.columns = [...varied, ...outputs];
    this.curves = readJson<CurveFacts[]>('curves').map((facts, k) => readCurve(facts, k, this.findings.ok));
  }

  get stride(): number { return this.extras.stride; }
  /** In which the paths of commands are valid. */
  get folder(): string { return this.extras.folder; }

  isOk(k: number): boolean { return this.states[k] === 1; }

  /** The place of a run in the columns; of a page that shows every second run, the nearest one. */
  placeOf(run: number): number { return Math.min(Math.round(run / this.stride), this.runs.length - 1); }

  /** The page of a run, if it was written with the study. */
  page(k: number): string | null {
    return this.findings.pages.includes(this.runs[k]!) ? `pages/run-${this.runs[k]!}.html` : null;
  }

  /** "pleuel run …": what repeats a run, with a folder for its page. */
  command(k: number): string {
    const words = [this.extras.command, ...this.extras.fixed];
    for (const column of this.columns) {
      if (column.isOutput) continue;
      const value = column.values[k]!;
      const text = column.words.length > 0 ? column.words[value]! :
        `${value}${column.unit === '' ? '' : ` ${column.unit}`}`;
      if (!column.isSetting) words.push(`--set ${shellWord(`${column.name}=${text}`)}`);
      else words.push(`--${column.name} ${shellWord(column.words.length > 0 ? text : String(value * column.factor))}`);
    }
    return `${words.join(' ')} --out run-${this.runs[k]!}`;
  }
}

/** In quotes where a shell needs them. */
export function shellWord(word: string): string {
  return /^[A-Za-z0-9_\-+=./,:@%]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

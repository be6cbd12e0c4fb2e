// What the program wrote into the page of modes (src/io/modes_page.cpp).
import { readColumns, readDoubles, readJson } from '../../common/data';
import { type Named, type Table, table } from '../run_data';

export interface ModeRow {
  kind: 'rigid' | 'oscillation' | 'aperiodic';
  trend: 'decaying' | 'neutral' | 'growing';
  /** Of an oscillation, in Hz and in rad/s. */
  frequency: number | null;
  omega: number | null;
  /** Of an aperiodic mode, in 1/s. */
  rate: number | null;
  damping: number | null;
  shape: string;
}

interface ModesJson {
  case: string;
  title: string;
  about: string;
  remarks: string[];
  is_all: boolean;
  n_shapes: number;
  columns: Named[];
  modes: ModeRow[];
}

export interface ModesData {
  summary: ModesJson;
  /** Outputs over the motion of each mode that is shown. */
  tables: Table[];
}

export function readModes(): ModesData {
  const summary = readJson<ModesJson>('modes');
  const tables = Array.from({ length: summary.n_shapes }, (_, k) => {
    const times = readDoubles(`mode-${k + 1}-times`);
    const packed = readColumns(`mode-${k + 1}-values`, times.length);
    return table(times, summary.columns, (column) => packed.column(column));
  });
  return { summary, tables };
}

// What the program says of a run besides numbers over time.

export interface Failure {
  what: string;
  report: string;
}

export interface RunHeader {
  version: string;
  case: string;
  title: string;
  status: 'ok' | 'failed' | 'interrupted';
  message: string;
  failure: Failure | null;
  /** Label and text, in the order to show them. */
  facts: [string, string][];
}

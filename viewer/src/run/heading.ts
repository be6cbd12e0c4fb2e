// The top of the page: what was run, how it ended, and the report of a failure.
import { h } from '../common/dom';
import { factorisations, short } from '../common/number';
import type { RunData, RunSummary } from './run_data';

function ending(run: RunSummary): HTMLElement {
  if (run.failure === null) return h('p', { class: `ending ${run.status}`, role: 'status' }, run.message);
  return h('section', { class: 'panel failure', role: 'alert', 'aria-label': 'Failure report' },
           h('h2', {}, `The run failed: ${run.failure.what}`), h('pre', {}, run.failure_report ?? ''));
}

/** How the run agrees with its reference; scd only where it is defined, else why it is not. */
function digits(reference: RunSummary['reference']): [string, string][] {
  if (reference === null) return [];
  const { scd, mescd, error, source, scd_undefined: reason } = reference;
  const numbers: [string, number | null][] = [['scd', reason === '' ? scd : null], ['mescd', mescd], ['error', error]];
  const texts = numbers.filter(([, value]) => value !== null).map(([name, value]) => `${name} ${short(value)}`);
  if (texts.length === 0) return [];
  return [['Reference', `${texts.join(', ')} (${source})${reason && `; scd is not defined: ${reason}`}`]];
}

function facts({ summary: run, nSamples, isThinned, nLeftOut, samples }: RunData): [string, string][] {
  const n = run.stats;
  const list: [string, string][] = [
    ['Formulation', `${run.formulation}${run.formulation_reason && `, ${run.formulation_reason}`}`],
    ['Method', `${run.method}${run.method_reason && `, ${run.method_reason}`}`],
    ['Tolerances', `rtol ${short(run.rtol)}, atol ${short(run.atol)}`],
    ['Interval', `${short(run.t_begin)} s to ${short(run.t_end)} s, ended at ${short(run.t)} s`],
    ['Steps', `${n.steps}: ${n.accepted} accepted, ${n.rejected} rejected, ${n.newton_failures} Newton failures`],
    ['Work', `${n.rhs} right-hand sides, ${n.jacobians} Jacobians, ` +
             `${factorisations(n.factorizations, n.complex_factorizations)} factorisations, ` +
             `${n.solves} solves, ${short(run.cpu_seconds)} s of processor time`],
  ];
  const { position, velocity, acceleration } = run.residuals;
  if (position !== null)
    list.push(['Constraints', `largest residuals: position ${short(position)}, velocity ${short(velocity)}, ` +
                              `acceleration ${short(acceleration)}`]);
  if (run.reactions !== null && run.reactions.worst !== null) {
    const { name, unit, error } = run.reactions.worst;
    list.push(['Reactions', `local estimate of the error ${short(error)} ${unit} in ${name} at the end, ` +
                            `${short(run.reactions.error)} of the largest; at most ` +
                            `${short(run.reactions.largest_error)} at the samples`]);
  }
  if (run.energy_drift !== null) list.push(['Energy', `relative drift ${short(run.energy_drift)}`]);
  list.push(...digits(run.reference));
  if (isThinned)
    list.push(['Shown', `${nSamples} samples as ${samples.times.length} points a curve, which keep all extremes`]);
  else if (samples.times.length > nSamples)
    list.push(['Shown', `${samples.times.length} points a curve: ${nSamples} samples, and dense output between them`]);
  if (nLeftOut > 0) list.push(['Left out', `${nLeftOut} unknowns; all are in the trajectory file`]);
  for (const change of run.method_changes.slice(0, 20))
    list.push(['Change', `from ${short(change.t)} s on ${change.formulation} with ${change.method}: ${change.reason}`]);
  for (const event of run.events.slice(0, 20)) list.push(['Event', `${event.name} at ${short(event.t)} s`]);
  if (run.events.length > 20) list.push(['Events', `${run.events.length - 20} more in run.json`]);
  for (const remark of run.remarks) list.push(['Remark', remark]);
  return list;
}

export function heading(data: RunData): HTMLElement {
  const run = data.summary;
  const rows = facts(data).map(([name, text]) => h('tr', {}, h('th', { scope: 'row' }, name), h('td', {}, text)));
  return h('header', {},
           h('h1', {}, run.title || run.case),
           h('p', { class: 'faint' }, `${run.case} · ${run.formulation} · ${run.method} · rtol ${short(run.rtol)}`),
           ending(run),
           h('details', {}, h('summary', {}, 'Settings and totals'), h('table', {}, ...rows)));
}

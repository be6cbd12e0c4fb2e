// Curves of outputs and unknowns, chosen from a list; one chart a unit.
import type { Charts } from '../common/chart';
import { colourOf } from '../common/colours';
import { h } from '../common/dom';
import { withUnit } from '../common/number';
import type { Column, Table } from './run_data';

const mostAtFirst = 6;
const chartHeight = 168;
const groupTitles: Record<string, string> = {
  output: 'Outputs', force: 'Forces of joints and drivers',
  q: 'Positions q', v: 'Velocities v', lambda: 'Multipliers λ', s: 'Internal states s',
  a: 'Accelerations a', eta: 'Multipliers η', y: 'Unknowns y',
};

function firstChoice(columns: Column[]): Set<Column> {
  const shown = columns.filter((column) => column.shown);
  return new Set((shown.length > 0 ? shown : columns).slice(0, mostAtFirst));
}

function byUnit(columns: Column[]): Map<string, Column[]> {
  const units = new Map<string, Column[]>();
  for (const column of columns) units.set(column.unit, [...(units.get(column.unit) ?? []), column]);
  return units;
}

export function curves(table: Table, charts: Charts): HTMLElement {
  const chosen = firstChoice(table.columns);
  const place = h('div', { class: 'charts' });
  const count = h('summary', {});
  const draw = () => {
    charts.clear(place);
    count.textContent = `Quantities: ${chosen.size} of ${table.columns.length} shown`;
    const list = table.columns.filter((column) => chosen.has(column));
    for (const [unit, columns] of byUnit(list)) {
      charts.add(place, {
        title: columns.length > 3 ? `${columns.length} quantities` : columns.map((column) => column.name).join(', '),
        unit,
        times: table.times,
        curves: columns.map((column) => (
          { label: column.name, values: column.values, colour: colourOf(list.indexOf(column)) })),
        height: chartHeight,
      });
    }
  };
  const picker = h('details', { class: 'picker panel' }, count, ...pickerRows(table.columns, chosen, draw));
  // Charts need their width, which they have once they are on the page.
  requestAnimationFrame(draw);
  return h('section', { class: 'curves', 'aria-label': 'Curves' }, picker, place);
}

function pickerRows(columns: Column[], chosen: Set<Column>, onChange: () => void): HTMLElement[] {
  const filter = h('input', { type: 'search', id: 'filter', placeholder: 'Filter by name', 'aria-label': 'Filter' });
  const rows: { name: string; row: HTMLElement }[] = [];
  const groups = [...new Set(columns.map((column) => column.group))].map((group) => {
    const boxes = columns.filter((column) => column.group === group).map((column) => {
      const box = h('input', { type: 'checkbox', checked: chosen.has(column) });
      box.addEventListener('change', () => {
        if (box.checked) chosen.add(column);
        else chosen.delete(column);
        onChange();
      });
      const row = h('label', {}, box, ` ${withUnit(column.name, column.unit)}`);
      rows.push({ name: column.name.toLowerCase(), row });
      return row;
    });
    return h('fieldset', {}, h('legend', {}, groupTitles[group] ?? group), ...boxes);
  });
  filter.addEventListener('input', () => {
    const text = filter.value.toLowerCase();
    for (const { name, row } of rows) row.hidden = !name.includes(text);
  });
  return [filter, ...groups];
}

// Curves over time that share their zoom and one moment.
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { onThemeChange, themeColour } from './colours';
import { h } from './dom';
import { short, ticksIn, tickStep, tickTexts } from './number';

export interface Curve {
  label: string;
  values: ArrayLike<number>;
  colour: string;
  /** 'line' unless said otherwise. */
  style?: 'line' | 'steps' | 'points';
}

export interface ChartSpec {
  title: string;
  unit: string;
  times: Float64Array;
  curves: Curve[];
  isLogarithmic?: boolean;
  height: number;
}

type Index = (times: Float64Array, t: number) => number;

// Below it uPlot finds no lines for a logarithmic scale; residuals as small are zero but for luck.
const smallestShown = 1e-20;

/** NaN, and on a logarithmic scale what is not positive or too small to be shown, becomes a gap. */
function drawable(values: ArrayLike<number>, isLogarithmic: boolean): (number | null)[] {
  return Array.from(values, (x) => (Number.isNaN(x) || isLogarithmic && x < smallestShown ? null : x));
}

function seriesOf(curve: Curve): uPlot.Series {
  const isPoints = curve.style === 'points';
  const series: uPlot.Series = {
    label: curve.label,
    stroke: curve.colour,
    width: 1.5,
    pxAlign: 0.25,  // whole pixels would make stairs of curves that rise slowly
    value: (_, x) => short(x),
    points: isPoints ? { show: true, size: 4, fill: curve.colour } : { show: false },
    spanGaps: false,
  };
  const steps = uPlot.paths.stepped?.({ align: -1 });
  if (isPoints) series.paths = () => null;
  else if (curve.style === 'steps' && steps) series.paths = steps;
  return series;
}

const chartFont = '12px system-ui, sans-serif';

const mostDecades = 6;

/** Powers of ten alone, and of many only each second, third, …; the others become null. */
function decades(splits: number[]): (number | null)[] {
  const exponents = splits.map((x) => {
    const exponent = Math.round(Math.log10(x));
    return Math.abs(Math.log10(x) - exponent) < 1e-9 ? exponent : NaN;
  });
  const stride = Math.ceil(exponents.filter((x) => !Number.isNaN(x)).length / mostDecades);
  return splits.map((x, k) => (exponents[k]! % stride === 0 ? x : null));
}

/** Pixels from tick to tick, at least, along x and along y. */
const tickRoom = { x: 90, y: 30 };

/** An axis has at least two labels. */
function axis(label: string, size: number, along: 'x' | 'y'): uPlot.Axis {
  const stepOf = (u: uPlot, low: number, high: number) => (
    tickStep(low, high, u.bbox[along === 'x' ? 'width' : 'height'] / devicePixelRatio / tickRoom[along]));
  return {
    label, size, labelSize: 18, font: chartFont, labelFont: chartFont,
    stroke: () => themeColour('--faint'),
    grid: { stroke: () => themeColour('--line'), width: 0.5 },
    ticks: { stroke: () => themeColour('--line'), width: 0.5 },
    splits: (u, _, low, high) => ticksIn(low, high, stepOf(u, low, high)),
    values: (u, ticks) => {
      const { min, max } = u.scales[along]!;
      return tickTexts(ticks, stepOf(u, min!, max!));
    },
  };
}

// Pixels: the unit, and texts as long as -0.0002. The same for all charts, so that moments are below each other.
const valueAxisSize = 76;

function valueAxis(unit: string, isLogarithmic: boolean): uPlot.Axis {
  const values = axis(unit === '1' ? '' : unit, valueAxisSize, 'y');
  if (isLogarithmic) {
    delete values.splits;
    values.values = (_, ticks) => ticks.map((x) => (x === null ? '' : short(x)));
    values.filter = (_, splits) => decades(splits);
    values.grid = { ...values.grid, filter: values.filter };
    values.ticks = { ...values.ticks, filter: values.filter };
  }
  return values;
}

/** Values that are constant but for rounding get some room: uPlot would look for lines closer than numbers are. */
function valueRange(_: uPlot, low: number, high: number): uPlot.Range.MinMax {
  const least = 1e-5 * Math.max(Math.abs(low), Math.abs(high));
  return high - low > least ? uPlot.rangeNum(low, high, 0.1, true) : [low - (least || 1), high + (least || 1)];
}

/** Whole powers of ten, at least two: the labels of the axis. */
function decadeRange(_: uPlot, low: number | null, high: number | null): uPlot.Range.MinMax {
  if (low === null || high === null || !(low > 0)) return [0.1, 1];
  const first = Math.floor(Math.log10(low) + 1e-9);
  return [10 ** first, 10 ** Math.max(Math.ceil(Math.log10(high) - 1e-9), first + 1)];
}

/** `line` marks the moment above the curves, which then need not be drawn again as it moves. */
interface Chart { plot: uPlot; times: Float64Array; element: HTMLElement; line: HTMLElement }

/** Charts with one zoom and one moment t; a click on any of them picks a moment. */
export class Charts {
  private charts: Chart[] = [];
  private t = 0;
  private zoom: [number, number];
  private isZooming = false;

  constructor(private range: [number, number], private readonly indexAt: Index,
              private readonly onPick: (t: number) => void) {
    this.zoom = range;
    onThemeChange(() => this.charts.forEach(({ plot }) => plot.redraw(false)));
  }

  add(parent: HTMLElement, spec: ChartSpec): void {
    const element = h('figure', { class: 'chart', role: 'img', 'aria-label': `${spec.title} over time` });
    parent.append(element);
    const isLogarithmic = spec.isLogarithmic ?? false;
    const data = [spec.times, ...spec.curves.map((curve) => drawable(curve.values, isLogarithmic))];
    const plot = new uPlot({
      title: spec.title,
      width: Math.max(element.clientWidth, 200),
      height: spec.height,
      cursor: { y: false, drag: { x: true, y: false }, dataIdx: undefined as never },
      legend: { live: true },
      scales: {
        x: { time: false, range: (_, low, high) => (low === null ? this.zoom : [low, high]) },
        y: isLogarithmic ? { distr: 3, range: decadeRange } : { range: valueRange },
      },
      series: [{ label: 't', value: (_, x) => (x === null ? '–' : x.toPrecision(6)) }, ...spec.curves.map(seriesOf)],
      axes: [axis('t in s', 30, 'x'), valueAxis(spec.unit, isLogarithmic)],
      hooks: {
        setScale: [(u, key) => { if (key === 'x') this.spread(u); }],
      },
    } as uPlot.Options, data as unknown as uPlot.AlignedData, element);
    const chart = { plot, times: spec.times, element, line: h('div', { class: 'moment-line' }) };
    plot.over.append(chart.line);
    this.charts.push(chart);
    this.listen(chart);
    new ResizeObserver(() => {
      if (element.clientWidth > 0 && element.clientWidth !== plot.width)
        plot.setSize({ width: element.clientWidth, height: spec.height });
      this.showMoment(chart);
    }).observe(element);
    plot.setScale('x', { min: this.zoom[0], max: this.zoom[1] });
    this.showMoment(chart);
  }

  /** Of charts that are added from now on. */
  setRange(range: [number, number]): void {
    this.range = this.zoom = range;
  }

  /** Takes away the charts inside `parent`. */
  clear(parent: HTMLElement): void {
    this.charts = this.charts.filter(({ plot, element }) => {
      if (!parent.contains(element)) return true;
      plot.destroy();
      element.remove();
      return false;
    });
  }

  setTime(t: number): void {
    this.t = t;
    for (const chart of this.charts) this.showMoment(chart);
  }

  /** The values at the moment stand in the legend unless the mouse asks for others. uPlot empties it when it draws,
   * which it does at the end of this turn: so afterwards. */
  private showMoment({ plot, times, line }: Chart): void {
    queueMicrotask(() => {
      const x = plot.valToPos(this.t, 'x');
      line.hidden = !(x >= 0 && x <= plot.over.clientWidth);
      line.style.transform = `translateX(${x}px)`;
      if (times.length === 0 || plot.over.matches(':hover')) return;
      plot.setLegend({ idx: this.indexAt(times, this.t) }, false);
    });
  }

  private spread(from: uPlot): void {
    if (this.isZooming) return;
    const { min, max } = from.scales['x']!;
    if (min === undefined || max === undefined || min === null || max === null) return;
    this.isZooming = true;
    this.zoom = [min, max];
    for (const chart of this.charts) {
      if (chart.plot !== from) chart.plot.setScale('x', { min, max });
      this.showMoment(chart);
    }
    this.isZooming = false;
  }

  private listen(chart: Chart): void {
    const { plot } = chart;
    let pressedAt = 0;
    plot.over.addEventListener('mousedown', (event) => { pressedAt = event.clientX; });
    plot.over.addEventListener('mouseup', (event) => {
      if (Math.abs(event.clientX - pressedAt) > 3) return;
      const left = event.clientX - plot.over.getBoundingClientRect().left;
      this.onPick(plot.posToVal(left, 'x'));
    });
    plot.over.addEventListener('dblclick', () => plot.setScale('x', { min: this.range[0], max: this.range[1] }));
    plot.over.addEventListener('mouseleave', () => setTimeout(() => this.showMoment(chart)));
  }
}

// The page of a study of many runs.
import '../common/style.css';
import './sweep.css';
import { h, showPage } from '../common/dom';
import { curves } from './curves';
import { histograms } from './histograms';
import { parallel } from './parallel';
import { scatter } from './scatter';
import { Selection } from './selection';
import { Study } from './study';
import { effects, failedRuns, provenance, ranking, statistics } from './tables';

const study = new Study();
const { findings } = study;
const title = findings.title === '' ? findings.study : findings.title;
const selection = new Selection(study);
const missing = findings.missing === 0 ? '' : `, ${findings.missing} not made yet`;
const thinned = study.stride === 1 ? '' : `; this page shows every ${study.stride}th`;
showPage(title,
  h('header', {}, h('h1', {}, title),
    h('p', { id: 'counts' }, `${findings.runs} runs of ${findings.case}: ${findings.ok} ok, ${findings.failed} failed` +
      `${missing}${thinned}`)),
  h('main', {}, h('div', { class: 'overview' }, scatter(study, selection), selection.element),
    parallel(study, selection), statistics(study, selection), ...ranking(study, selection), effects(study),
    histograms(study, selection), ...curves(study, selection), ...failedRuns(study, selection), provenance(study)));
document.body.dataset['ready'] = 'true';

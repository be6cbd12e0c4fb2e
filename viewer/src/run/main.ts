// The page of a run.
import '../common/style.css';
import './run.css';
import { readJson } from '../common/data';
import { showPage } from '../common/dom';
import type { RunHeader } from './header';
import { heading } from './heading';

const header = readJson<RunHeader>('header');
showPage(`${header.case}: ${header.status}`, heading(header));

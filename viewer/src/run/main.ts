// The page of a run, or of the modes of a mechanism.
import '../common/style.css';
import './run.css';
import { hasData } from '../common/data';
import { showModes } from './modes/modes_page';
import { showRun } from './run_page';

if (hasData('modes')) showModes();
else showRun();

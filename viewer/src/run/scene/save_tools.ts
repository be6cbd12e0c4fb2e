// The picture as a file: a still (PNG) or a film (WebM).
import { themeColour } from '../../common/colours';
import { h } from '../../common/dom';
import type { Clock } from '../clock';
import type { Picture } from './picture';

const stillRatio = 2;   // pixels of a still to one of the page
const framesPerSecond = 30;
const lastLength = 150;  // ms that the last picture stays
const emptyFilm = 1000;  // bytes, more than the head of a film
const mostWaits = 60;
const filmTypes = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'];

function save(blob: Blob, name: string): void {
  const link = h('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** The picture at the moment, with its time, on a canvas. */
async function paint(picture: Picture, canvas: HTMLCanvasElement, t: number): Promise<void> {
  const context = canvas.getContext('2d')!;
  await picture.paint(context, canvas.width, canvas.height);
  const size = Math.round(canvas.width / 45);
  context.font = `${size}px system-ui, sans-serif`;
  context.fillStyle = themeColour('--ink');
  context.fillText(`t = ${t.toPrecision(4)} s`, size, canvas.height - size);
}

function canvasFor(picture: Picture, ratio: number): HTMLCanvasElement {
  const even = (x: number) => 2 * Math.round(x / 2);  // as films want it
  return h('canvas', { width: even(ratio * picture.element.clientWidth),
                       height: even(ratio * picture.element.clientHeight) });
}

async function saveStill(picture: Picture, clock: Clock, name: string): Promise<void> {
  const canvas = canvasFor(picture, stillRatio);
  await paint(picture, canvas, clock.t);
  canvas.toBlob((blob) => { if (blob !== null) save(blob, `${name}.png`); }, 'image/png');
}

/** Goes through the run at the speed chosen, picture by picture, until it ends or `signal` says so. On a slow machine
 * that takes longer, and the recorder may leave out pictures. */
async function saveFilm(picture: Picture, clock: Clock, name: string, signal: AbortSignal): Promise<void> {
  const canvas = canvasFor(picture, 1);
  const mimeType = filmTypes.find((type) => MediaRecorder.isTypeSupported(type)) ?? '';
  const stream = canvas.captureStream(0);
  const track = stream.getVideoTracks()[0] as CanvasCaptureMediaStreamTrack;
  const recorder = new MediaRecorder(stream, { mimeType });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', (event) => parts.push(event.data));
  const ended = new Promise((resolve) => { recorder.addEventListener('stop', resolve); });
  const until = (time: number) => new Promise((resolve) => { setTimeout(resolve, time - performance.now()); });
  clock.pause();
  recorder.start(lastLength);
  const length = clock.end - clock.begin;
  const nPictures = Math.max(Math.ceil(framesPerSecond * length / clock.speed), 2);
  let due = performance.now();
  for (let k = 0; k <= nPictures && !signal.aborted; ++k) {
    clock.set(clock.begin + length * k / nPictures);
    await paint(picture, canvas, clock.t);
    track.requestFrame();
    due = Math.max(due + 1000 / framesPerSecond, performance.now());
    await until(due);
  }
  // A recorder that is late gets the last picture again, until it has recorded something.
  const hasPicture = () => parts.reduce((sum, part) => sum + part.size, 0) > emptyFilm;
  for (let k = 0; k === 0 || k < mostWaits && !hasPicture(); ++k) {
    await paint(picture, canvas, clock.t);
    track.requestFrame();
    await until(performance.now() + lastLength);
  }
  recorder.stop();
  await ended;
  save(new Blob(parts, { type: 'video/webm' }), `${name}.webm`);
}

export function saveTools(picture: Picture, clock: Clock, name: string): HTMLElement[] {
  const still = h('button', { type: 'button', id: 'save-still' }, 'Save PNG');
  still.addEventListener('click', () => { void saveStill(picture, clock, name); });
  if (typeof MediaRecorder === 'undefined') return [still];
  const film = h('button', { type: 'button', id: 'save-film' }, 'Save film');
  let stop: AbortController | null = null;
  film.addEventListener('click', () => {
    if (stop !== null) {
      stop.abort();
      return;
    }
    stop = new AbortController();
    film.textContent = 'Stop film';
    void saveFilm(picture, clock, name, stop.signal).finally(() => {
      stop = null;
      film.textContent = 'Save film';
    });
  });
  return [still, film];
}

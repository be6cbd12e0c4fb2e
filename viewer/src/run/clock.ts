// The moment that everything on the page shows, and how it runs.

type Listener = (t: number) => void;

export class Clock {
  private listeners: Listener[] = [];
  private time: number;
  private running = false;
  private lastFrame = 0;
  /** Seconds of the run in one second of looking: 1 is real time. */
  speed = 1;
  onState: () => void = () => {};
  onRange: () => void = () => {};
  private from: number;
  private to: number;

  /** One that repeats begins again at its end. */
  constructor(begin: number, end: number, readonly isRepeating = false) {
    this.time = this.from = begin;
    this.to = end;
  }

  get begin(): number { return this.from; }
  get end(): number { return this.to; }

  setRange(begin: number, end: number): void {
    this.from = begin;
    this.to = end;
    this.onRange();
    this.set(begin);
  }

  get t(): number { return this.time; }
  get isRunning(): boolean { return this.running; }

  listen(listener: Listener): void {
    this.listeners.push(listener);
    listener(this.time);
  }

  set(t: number): void {
    this.time = Math.min(Math.max(t, this.begin), this.end);
    for (const listener of this.listeners) listener(this.time);
  }

  toggle(): void {
    if (this.running) this.pause();
    else this.play();
  }

  play(): void {
    if (this.running) return;
    if (this.time >= this.end) this.set(this.begin);
    this.running = true;
    this.lastFrame = performance.now();
    this.onState();
    requestAnimationFrame(this.frame);
  }

  pause(): void {
    this.running = false;
    this.onState();
  }

  private frame = (now: number): void => {
    if (!this.running) return;
    const elapsed = Math.max(now - this.lastFrame, 0) / 1000;
    this.lastFrame = now;
    const next = this.time + elapsed * this.speed;
    const length = this.end - this.begin;
    const isBeyond = this.isRepeating && next > this.end && length > 0;
    this.set(isBeyond ? this.begin + (next - this.begin) % length : next);
    if (this.time >= this.end && !this.isRepeating) this.pause();
    else requestAnimationFrame(this.frame);
  };
}

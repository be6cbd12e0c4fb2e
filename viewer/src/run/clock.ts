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

  constructor(readonly begin: number, readonly end: number) {
    this.time = begin;
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
    this.set(this.time + elapsed * this.speed);
    if (this.time >= this.end) this.pause();
    else requestAnimationFrame(this.frame);
  };
}

// Renderer, camera, light and ground.
import {
  AmbientLight, AxesHelper, Color, DirectionalLight, GridHelper, OrthographicCamera, PerspectiveCamera, Raycaster,
  Scene, Vector2, Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { onThemeChange, themeColour } from '../../common/colours';
import type { Extent } from './motion';

const fieldOfView = 35;  // degrees
const margin = 1.12;       // around flat mechanisms
const spatialMargin = 0.85;  // of the sphere around the box, which no mechanism fills

/** Views along the axes; `up` is up where it can be. */
export type View = 'front' | 'side' | 'top' | 'oblique';

export class Stage {
  readonly scene = new Scene();
  private readonly renderer: WebGLRenderer;
  private readonly camera: OrthographicCamera | PerspectiveCamera;
  private readonly orbit: OrbitControls;
  private isDue = false;

  constructor(readonly canvas: HTMLCanvasElement, private readonly isPlanar: boolean, private readonly up: Vector3,
              private readonly extent: Extent) {
    const { radius } = extent;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(devicePixelRatio);
    this.camera = isPlanar ? new OrthographicCamera() : new PerspectiveCamera(fieldOfView);
    this.camera.near = radius / 100;
    this.camera.far = 100 * radius;
    this.addLight();
    this.addGround();
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.addEventListener('change', () => this.render());
    this.look(isPlanar ? 'front' : 'oblique');
    this.takeTheme();
    onThemeChange(() => { this.takeTheme(); this.render(); });
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement!);
  }

  private addLight(): void {
    const sun = new DirectionalLight('#ffffff', 1.8);
    sun.position.copy(this.direction('oblique'));
    this.scene.add(new AmbientLight('#ffffff', 1.4), sun);
  }

  private addGround(): void {
    const { centre, half, radius } = this.extent;
    this.scene.add(new AxesHelper(0.15 * radius));
    if (this.isPlanar) return;
    const grid = new GridHelper(4 * radius, 20, '#8894a0', '#8894a0');
    grid.material.transparent = true;
    grid.material.opacity = 0.35;
    grid.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), this.up);
    grid.position.copy(centre).addScaledVector(this.up, -Math.abs(half.dot(this.up)) - 0.02 * radius);
    this.scene.add(grid);
  }

  private takeTheme(): void {
    this.scene.background = new Color(themeColour('--panel'));
  }

  private direction(view: View): Vector3 {
    if (this.isPlanar)
      return { front: new Vector3(0, 0, 1), side: new Vector3(1, 0, 0.001), top: new Vector3(0, 1, 0.001),
               oblique: new Vector3(0.4, 0.5, 1) }[view];
    // Two directions across `up`.
    const side = Math.abs(this.up.x) > 0.9 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
    side.addScaledVector(this.up, -side.dot(this.up)).normalize();
    const front = new Vector3().crossVectors(side, this.up);
    const above = this.up.clone();
    if (view === 'front') return front;
    if (view === 'side') return side;
    if (view === 'top') return above.addScaledVector(front, 0.001);
    return front.addScaledVector(side, 1.3).addScaledVector(above, 0.6);
  }

  look(view: View): void {
    const { centre, radius } = this.extent;
    const distance = this.isPlanar ? 10 * radius : spatialMargin * radius / Math.sin(fieldOfView * Math.PI / 360);
    this.camera.up.copy(this.up);
    this.camera.zoom = 1;
    this.camera.position.copy(centre).addScaledVector(this.direction(view).normalize(), distance);
    this.orbit.target.copy(centre);
    this.fitCamera();
    this.orbit.update();
    this.render();
  }

  private fitCamera(): void {
    const aspect = this.canvas.clientWidth / Math.max(this.canvas.clientHeight, 1) || 1;
    if (this.camera instanceof OrthographicCamera) {
      const { half, radius } = this.extent;
      const height = margin * Math.max(half.y, half.x / aspect) + 0.06 * radius;
      Object.assign(this.camera, { left: -height * aspect, right: height * aspect, top: height, bottom: -height });
    } else {
      this.camera.aspect = aspect;
    }
    this.camera.updateProjectionMatrix();
  }

  private resize(): void {
    const width = this.canvas.parentElement!.clientWidth;
    const height = Math.round(Math.min(Math.max(width * 0.92, 260), 720));
    this.renderer.setSize(width, height, true);
    this.fitCamera();
    this.render();
  }

  /** The name of what is seen at a place of the window; empty if there is nothing. */
  nameAt(x: number, y: number): string {
    const area = this.canvas.getBoundingClientRect();
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(2 * (x - area.left) / area.width - 1, 1 - 2 * (y - area.top) / area.height),
                      this.camera);
    for (const { object } of ray.intersectObjects(this.scene.children))
      if (object.name !== '') return object.name;
    return '';
  }

  /** Draws at the next frame, once however often it is asked. */
  render(): void {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => {
      this.isDue = false;
      this.renderer.render(this.scene, this.camera);
      this.canvas.dataset['drawn'] ??= String(Math.round(performance.now()));
    });
  }
}

// Renderer, camera, light and ground.
import {
  AmbientLight, AxesHelper, Color, DirectionalLight, GridHelper, PerspectiveCamera, Raycaster, Scene, Vector2, Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { onThemeChange, themeColour } from '../../../common/colours';
import type { Extent } from '../extent';

const fieldOfView = 35;  // degrees
const margin = 1.06;     // around the motion

/** Views along the axes; `up` is up where it can be. */
export type View = 'front' | 'side' | 'top' | 'oblique';

export class Stage {
  readonly scene = new Scene();
  private readonly renderer: WebGLRenderer;
  private readonly camera = new PerspectiveCamera(fieldOfView);
  private readonly orbit: OrbitControls;
  private view: View | null = 'oblique';  // none once the user has turned it
  private isDue = false;

  constructor(readonly canvas: HTMLCanvasElement, private readonly up: Vector3, private extent: Extent) {
    const { radius } = extent;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, preserveDrawingBuffer: true });
    this.renderer.setPixelRatio(devicePixelRatio);
    this.camera.near = radius / 100;
    this.camera.far = 100 * radius;
    this.addLight();
    this.addGround();
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.addEventListener('start', () => { this.view = null; });
    this.orbit.addEventListener('change', () => this.render());
    this.look('oblique');
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
    const grid = new GridHelper(4 * radius, 20, '#8894a0', '#8894a0');
    grid.material.transparent = true;
    grid.material.opacity = 0.35;
    grid.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), this.up);
    grid.position.copy(centre).addScaledVector(this.up, -Math.abs(half.dot(this.up)) - 0.02 * radius);
    this.scene.add(new AxesHelper(0.15 * radius), grid);
  }

  private takeTheme(): void {
    this.scene.background = new Color(themeColour('--panel'));
  }

  private direction(view: View): Vector3 {
    // Two directions across `up`.
    const side = Math.abs(this.up.x) > 0.9 ? new Vector3(0, 1, 0) : new Vector3(1, 0, 0);
    side.addScaledVector(this.up, -side.dot(this.up)).normalize();
    const front = new Vector3().crossVectors(side, this.up);
    const above = this.up.clone();
    if (view === 'front') return front;
    if (view === 'side') return side;
    if (view === 'top') return above.addScaledVector(front, 0.001).normalize();
    return front.addScaledVector(side, 1.3).addScaledVector(above, 0.6).normalize();
  }

  look(view: View): void {
    this.view = view;
    const towards = this.direction(view);
    this.camera.up.copy(this.up);
    const distance = this.aim(towards, this.orbit.target);
    this.camera.position.copy(this.orbit.target).addScaledVector(towards, distance);
    this.fitCamera();
    this.orbit.update();
    this.render();
  }

  /** A view that the user has not changed shows all of it. */
  makeRoom(extent: Extent): void {
    if (extent === this.extent) return;
    this.extent = extent;
    if (this.view !== null) this.look(this.view);
  }

  private aspect(): number {
    return this.canvas.clientWidth / Math.max(this.canvas.clientHeight, 1) || 1;
  }

  /** Where to look and how far from there the camera is that sees all points of the motion, no further than needed.
   * With z towards the camera and τ the tangent of half the angle they are seen where ±(x − cₓ) ≤ (d − z) τ. So the
   * largest of x + z τ is cₓ + d τ, and the largest of −x + z τ is −cₓ + d τ; likewise with y. */
  private aim(towards: Vector3, target: Vector3): number {
    const { centre, points, radius } = this.extent;
    const across = new Vector3().crossVectors(this.up, towards).normalize();
    const above = new Vector3().crossVectors(towards, across);
    const tangent = Math.tan(fieldOfView * Math.PI / 360) / margin;
    const axes = [{ axis: across, tangent: tangent * this.aspect() }, { axis: above, tangent }]
      .map((one) => ({ ...one, plus: -Infinity, minus: -Infinity }));
    const at = new Vector3();
    for (let i = 0; i < points.length; i += 3) {
      at.fromArray(points, i).sub(centre);
      const depth = at.dot(towards);
      for (const one of axes) {
        const x = at.dot(one.axis);
        one.plus = Math.max(one.plus, x + depth * one.tangent);
        one.minus = Math.max(one.minus, -x + depth * one.tangent);
      }
    }
    target.copy(centre);
    if (points.length === 0) return radius / tangent;
    for (const { axis, plus, minus } of axes) target.addScaledVector(axis, (plus - minus) / 2);
    return Math.max(...axes.map((one) => (one.plus + one.minus) / 2 / one.tangent)) + 0.04 * radius / tangent;
  }

  private fitCamera(): void {
    this.camera.aspect = this.aspect();
    this.camera.updateProjectionMatrix();
  }

  private resize(): void {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement!;
    if (width === 0) return;
    this.renderer.setSize(width, height, true);
    if (this.view !== null) this.look(this.view);
    this.fitCamera();
    this.render();
  }

  /** The name of what is seen at a place of the window; empty if there is nothing. */
  nameAt(x: number, y: number): string {
    const area = this.canvas.getBoundingClientRect();
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(2 * (x - area.left) / area.width - 1, 1 - 2 * (y - area.top) / area.height),
                      this.camera);
    ray.params.Line = { threshold: this.extent.radius / 150 };
    const hits = ray.intersectObjects(this.scene.children).map(({ object }) => object)
      .filter(({ name, visible }) => name !== '' && visible);
    // What is drawn over the others comes first.
    return (hits.find(({ renderOrder }) => renderOrder > 0) ?? hits[0])?.name ?? '';
  }

  /** Draws at the next frame, once however often it is asked. */
  render(): void {
    if (this.isDue) return;
    this.isDue = true;
    requestAnimationFrame(() => this.renderNow());
  }

  renderNow(): void {
    this.isDue = false;
    this.renderer.render(this.scene, this.camera);
    this.canvas.dataset['drawn'] ??= String(Math.round(performance.now()));
  }
}

// A force as an arrow in space.
import { ConeGeometry, CylinderGeometry, Group, Mesh, MeshBasicMaterial, Vector3 } from 'three';

const shaftPart = 0.011;  // half the thickness of the shaft, of the radius of the mechanism
const headPart = 0.09;    // the length of the head, of it
const nSides = 12;
const alongY = new Vector3(0, 1, 0);  // as the shapes are made

/** Seen through bodies: joints are inside of them, and so are the points where their forces act. */
export class ForceArrow extends Group {
  private readonly shaft: Mesh;
  private readonly head: Mesh;
  private readonly material: MeshBasicMaterial;

  constructor(colour: string, private readonly size: number) {
    super();
    this.material = new MeshBasicMaterial({ color: colour, depthTest: false, transparent: true });
    this.shaft = new Mesh(new CylinderGeometry(1, 1, 1, nSides).translate(0, 0.5, 0), this.material);
    this.head = new Mesh(new ConeGeometry(0.5, 1, nSides).translate(0, -0.5, 0), this.material);
    for (const part of [this.shaft, this.head]) part.renderOrder = 1;
    this.add(this.shaft, this.head);
  }

  /** What is hidden has no name at the mouse. */
  show(isVisible: boolean): void {
    this.visible = this.shaft.visible = this.head.visible = isVisible;
  }

  point(from: Vector3, along: Vector3, label: string, opacity: number): void {
    this.material.opacity = opacity;
    const length = along.length();
    const head = Math.min(headPart * this.size, 0.6 * length);
    const thickness = Math.min(shaftPart * this.size, head / 5);
    this.position.copy(from);
    this.quaternion.setFromUnitVectors(alongY, along.clone().divideScalar(length));
    this.shaft.scale.set(thickness, length - head, thickness);
    this.head.position.set(0, length, 0);
    this.head.scale.set(head * 0.6, head, head * 0.6);
    this.shaft.name = this.head.name = label;
  }
}

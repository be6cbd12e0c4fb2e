// What the user wants to see of the mechanism.
import { type Field, fieldsOf, type MeshValues } from './mesh_values';
import type { Scene, SceneMarker } from './scene_data';

/** Of what has no field where colours stand for one. */
export const plainGrey = '#a3acb6';

export class Look {
  /** Displacements of elastic bodies times this. */
  scale = 1;
  /** The field that colours stand for; '': none, each body has a colour of its own. */
  field = '';
  isRangeOfMoment = false;
  range: [number, number] = [0, 0];
  /** Kinds of arrows that are drawn. */
  readonly kinds = new Set<string>();
  /** Arrows times this. */
  arrowScale = 1;
  readonly traces = new Set<SceneMarker>();

  constructor(scene: Scene, private readonly meshes: MeshValues[]) {
    if (meshes.length > 0) this.field = this.usualField(fieldsOf(scene));
    this.measure();
  }

  /** The first that is not the same everywhere, displacement last. */
  private usualField([displacement, ...others]: Field[]): string {
    const varies = ({ name }: Field) => this.meshes.some((mesh) => {
      const range = mesh.range(name);
      return range !== null && range[1] > range[0];
    });
    return (others.find(varies) ?? displacement)!.name;
  }

  /** The range of colours, over the whole run or at the time t. */
  measure(t?: number): void {
    const ranges = this.meshes.map((mesh) => mesh.range(this.field, t)).filter((range) => range !== null);
    if (ranges.length > 0)
      this.range = [Math.min(...ranges.map(([low]) => low)), Math.max(...ranges.map(([, high]) => high))];
  }

  largestDisplacement(): number {
    return Math.max(...this.meshes.map((mesh) => mesh.range('displacement')?.[1] ?? 0));
  }
}

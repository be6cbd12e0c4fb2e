// What the page needs of a drawing of the mechanism, planar or spatial.
import type { Forces } from './forces';
import type { Extent } from './extent';
import type { Look } from './look';
import type { MeshValues } from './mesh_values';
import type { Motion } from './motion';
import type { Scene } from './scene_data';
import type { Sizes } from './sizes';

/** All that is drawn, at the moment that was last set. */
export interface Content {
  scene: Scene;
  motion: Motion;
  extent: Extent;
  sizes: Sizes;
  meshes: MeshValues[];
  forces: Forces;
  look: Look;
}

export interface Picture {
  /** What stands on the page. */
  readonly element: HTMLElement;
  /** Names of views, and the words for them; the first is that of the beginning. */
  readonly views: [string, string][];
  look(view: string): void;
  /** Draws the content as it is now. */
  draw(): void;
  /** The paths of the markers that are traced have changed. */
  setTraces(): void;
  /** The name of what is seen at a place of the window; empty if there is nothing. */
  nameAt(x: number, y: number): string;
  /** Paints the picture as it is now, `width` pixels wide and as high as it is on the page. */
  paint(context: CanvasRenderingContext2D, width: number, height: number): Promise<void>;
}

// How the mechanism looks and where its frames are over time (src/mechanics/drawing.hpp).
import { hasData, readColumns, readDoubles, readFloats, readIntegers, readJson, readShorts } from '../../common/data';

export type Triple = [number, number, number];

export interface Solid {
  type: 'box' | 'cylinder' | 'sphere' | 'rod' | 'polygon';
  size: Triple;
  radius: number;
  inner: number;
  length: number;
  points: Triple[];
  at: Triple;
  turn: [number, number, number, number];
}

/** A point that moves with a frame; frame −1 is the ground. */
export interface ScenePoint { frame: number; at: Triple }
export interface SceneBody { name: string; frame: number; solids: Solid[] }
export interface SceneLine { name: string; kind: 'rod' | 'thread' | 'spring' | 'cylinder'; points: ScenePoint[] }
export interface SceneJoint { name: string; type: string; point: ScenePoint; axis: Triple }
export interface SceneMarker { name: string; point: ScenePoint }
/** A force; `columns` are the numbers of its components among the quantities of the run. */
export interface SceneArrow { name: string; kind: string; point: ScenePoint; columns: number[] }

/** Values at nodes as shorts in units of their own: `dimension` displacements, then the fields. */
export interface SceneMesh {
  name: string;
  frame: number;
  fields: { name: string; unit: string }[];
  nodes: Float32Array;
  triangles: Int32Array;
  edges: Int32Array;
  units: Float32Array;
  values: Int16Array;
}

export interface Scene {
  dimension: 2 | 3;
  up: Triple;
  frames: number;
  bodies: SceneBody[];
  lines: SceneLine[];
  joints: SceneJoint[];
  meshes: SceneMesh[];
  markers: SceneMarker[];
  arrows: SceneArrow[];
  /** Seven columns a frame over these times: position, then the quaternion x, y, z, w. */
  placeTimes: Float64Array;
  places: Float32Array[];
  meshTimes: Float64Array;
}

export const numbersOfPlace = 7;

/** Points whose paths can be traced: markers, or where a drawing names none, its bodies and joints. */
function tracedPoints(scene: Scene): SceneMarker[] {
  if (scene.markers.length > 0) return scene.markers;
  const bodies = scene.bodies.filter(({ frame }) => frame >= 0).map(({ name, frame }) => (
    { name, point: { frame, at: [0, 0, 0] as Triple } }));
  const joints = scene.joints.filter(({ point }) => point.frame >= 0).map(({ name, point }) => ({ name, point }));
  return [...bodies, ...joints];
}

export function readScene(): Scene | null {
  if (!hasData('scene')) return null;
  const scene = readJson<Scene>('scene');
  scene.arrows = readJson<{ arrows: SceneArrow[] }>('arrows').arrows;
  scene.markers = tracedPoints(scene);
  scene.placeTimes = readDoubles('place-times');
  const places = readColumns('place-values', scene.placeTimes.length);
  scene.places = Array.from({ length: places.count }, (_, k) => places.column(k));
  scene.meshTimes = readDoubles('mesh-times');
  scene.meshes.forEach((mesh, k) => {
    mesh.nodes = readFloats(`mesh-${k}-nodes`);
    mesh.triangles = readIntegers(`mesh-${k}-triangles`);
    mesh.edges = readIntegers(`mesh-${k}-edges`);
    mesh.units = readFloats(`mesh-${k}-units`);
    mesh.values = readShorts(`mesh-${k}-values`);
  });
  return scene;
}

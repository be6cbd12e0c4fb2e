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

/** Where frames and nodes are over time. */
export interface Course {
  /** Seven columns a frame over these times: position, then the quaternion x, y, z, w. */
  placeTimes: Float64Array;
  places: Float32Array[];
  meshTimes: Float64Array;
  meshes: Pick<SceneMesh, 'units' | 'values'>[];
}

export interface Scene extends Omit<Course, 'meshes'> {
  dimension: 2 | 3;
  up: Triple;
  frames: number;
  bodies: SceneBody[];
  lines: SceneLine[];
  joints: SceneJoint[];
  meshes: SceneMesh[];
  markers: SceneMarker[];
  arrows: SceneArrow[];
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

function readCourse(nMeshes: number, placeTimes: Float64Array, meshTimes: Float64Array, prefix = ''): Course {
  const places = readColumns(`${prefix}place-values`, placeTimes.length);
  return {
    placeTimes, meshTimes,
    places: Array.from({ length: places.count }, (_, k) => places.column(k)),
    meshes: Array.from({ length: nMeshes }, (_, k) => (
      { units: readFloats(`${prefix}mesh-${k}-units`), values: readShorts(`${prefix}mesh-${k}-values`) })),
  };
}

/** From now on the scene moves along another course. */
export function setCourse(scene: Scene, { meshes, ...rest }: Course): void {
  Object.assign(scene, rest);
  scene.meshes.forEach((mesh, k) => Object.assign(mesh, meshes[k]));
}

/** What does not move. */
function readShapes(): Scene {
  const scene = readJson<Scene>('scene');
  scene.arrows = readJson<{ arrows: SceneArrow[] }>('arrows').arrows;
  scene.markers = tracedPoints(scene);
  scene.meshes.forEach((mesh, k) => {
    mesh.nodes = readFloats(`mesh-${k}-nodes`);
    mesh.triangles = readIntegers(`mesh-${k}-triangles`);
    mesh.edges = readIntegers(`mesh-${k}-edges`);
  });
  return scene;
}

/** The scene of a run. */
export function readScene(): Scene | null {
  if (!hasData('scene')) return null;
  const scene = readShapes();
  setCourse(scene, readCourse(scene.meshes.length, readDoubles('place-times'), readDoubles('mesh-times')));
  return scene;
}

/** A scene with one course for each of the `times`, whose data begin with 'mode-1-', 'mode-2-', …; null where there is
 * none. It moves along the first. */
export function readScenes(times: Float64Array[]): { scene: Scene; courses: Course[] } | null {
  if (!hasData('scene') || times.length === 0) return null;
  const scene = readShapes();
  const courses = times.map((of, k) => readCourse(scene.meshes.length, of, of, `mode-${k + 1}-`));
  setCourse(scene, courses[0]!);
  return { scene, courses };
}

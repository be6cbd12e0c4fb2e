// The room that a mechanism takes during its whole motion.
import { Quaternion, Vector3 } from 'three';
import type { Motion } from './motion';
import { type Course, type Scene, type SceneMesh, type ScenePoint, setCourse, type Solid, type Triple }
  from './scene_data';

/** A box that holds the mechanism at all stored times: its centre, half its edges, half its diagonal; and the points
 * that were looked at, x, y and z of each. */
export interface Extent { centre: Vector3; half: Vector3; radius: number; points: Float32Array }

/** The corners of a box in its own axes; of a flat one four. */
function corners(low: Triple, high: Triple): Triple[] {
  const ends = [low, high];
  const depths = low[2] === high[2] ? [0] : [0, 1];
  return depths.flatMap((k) => [0, 1].flatMap((j) => [0, 1].map((i): Triple => (
    [ends[i]![0], ends[j]![1], ends[k]![2]]))));
}

function pointsOf(solid: Solid): Triple[] {
  const turned = new Vector3();
  const size = solid.type === 'box' ? solid.size : [2 * solid.radius, 2 * solid.radius, solid.length];
  const depth = solid.type === 'sphere' ? solid.radius : size[2]! / 2;
  const own: Triple[] = solid.points.length > 0 ? solid.points
    : corners([-size[0]! / 2, -size[1]! / 2, -depth], [size[0]! / 2, size[1]! / 2, depth]);
  const turn = new Quaternion(...solid.turn);
  const at = new Vector3(...solid.at);
  return own.map((point) => turned.set(...point).applyQuaternion(turn).add(at).toArray() as Triple);
}

/** The box around a mesh in its own axes, with room for its displacements. */
function boxOf(mesh: SceneMesh, dimension: number): Triple[] {
  const low: Triple = [Infinity, Infinity, Infinity];
  const high: Triple = [-Infinity, -Infinity, -Infinity];
  const most = [0, 0, 0];
  const nNodes = mesh.nodes.length / 3;
  const n = mesh.units.length * nNodes;
  for (let begin = 0; begin < mesh.values.length; begin += n)
    for (let c = 0; c < dimension; ++c)
      for (let k = 0; k < nNodes; ++k) {
        const size = Math.abs(mesh.values[begin + c * nNodes + k]!);
        if (size > most[c]!) most[c] = size;
      }
  for (let n = 0; n < mesh.nodes.length; ++n) {
    const c = n % 3;
    const room = most[c]! * (mesh.units[c] ?? 0);
    low[c] = Math.min(low[c]!, mesh.nodes[n]! - room);
    high[c] = Math.max(high[c]!, mesh.nodes[n]! + room);
  }
  return corners(low, high);
}

/** Points whose motion tells the extent. */
function markedPoints(scene: Scene): ScenePoint[] {
  const points = [...scene.lines.flatMap((line) => line.points), ...scene.joints.map((joint) => joint.point)];
  for (const { frame, solids } of scene.bodies)
    for (const at of solids.flatMap(pointsOf)) points.push({ frame, at });
  for (const mesh of scene.meshes)
    for (const at of boxOf(mesh, scene.dimension)) points.push({ frame: mesh.frame, at });
  return points;
}

/** Points over time along all courses; the scene is left on the first. */
function pathsOf(motion: Motion, courses: Course[]): Float32Array {
  if (courses.length === 0) return motion.paths(markedPoints(motion.scene));
  const parts = courses.map((course) => {
    setCourse(motion.scene, course);
    return motion.paths(markedPoints(motion.scene));
  });
  setCourse(motion.scene, courses[0]!);
  const points = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0));
  let begin = 0;
  for (const part of parts) {
    points.set(part, begin);
    begin += part.length;
  }
  return points;
}

/** Of the course of the scene, or of all these courses. */
export function extent(motion: Motion, courses: Course[] = []): Extent {
  const points = pathsOf(motion, courses);
  const low = new Vector3(Infinity, Infinity, Infinity);
  const high = new Vector3(-Infinity, -Infinity, -Infinity);
  const at = new Vector3();
  for (let i = 0; i < points.length; i += 3) {
    at.fromArray(points, i);
    low.min(at);
    high.max(at);
  }
  if (!Number.isFinite(low.x)) return { centre: new Vector3(), half: new Vector3(1, 1, 1), radius: 1, points };
  const half = high.clone().sub(low).multiplyScalar(0.5);
  return { centre: low.add(high).multiplyScalar(0.5), half, radius: half.length() || 1, points };
}

/** The room for further points as well; the radius, from which things have their sizes, stays. */
export function widened({ centre, half, radius, points }: Extent, more: Float32Array): Extent {
  const [low, high] = [centre.clone().sub(half), centre.clone().add(half)];
  const at = new Vector3();
  for (let i = 0; i < more.length; i += 3) {
    at.fromArray(more, i);
    low.min(at);
    high.max(at);
  }
  const all = new Float32Array(points.length + more.length);
  all.set(points);
  all.set(more, points.length);
  return { centre: low.clone().add(high).multiplyScalar(0.5), half: high.sub(low).multiplyScalar(0.5), radius,
           points: all };
}

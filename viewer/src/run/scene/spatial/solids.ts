// Geometries of solids, joints and springs. `thin` is the thickness of what has none.
import {
  BoxGeometry, BufferGeometry, CylinderGeometry, ExtrudeGeometry, Path, Quaternion, Shape, SphereGeometry,
  TorusGeometry, Vector2, Vector3,
} from 'three';
import type { SceneJoint, Solid } from '../scene_data';

const roundness = 32;
const zAxis = new Vector3(0, 0, 1);

/** A geometry made along z, laid along `axis`. */
function along(axis: Vector3, geometry: BufferGeometry): BufferGeometry {
  return geometry.applyQuaternion(new Quaternion().setFromUnitVectors(zAxis, axis.clone().normalize()));
}

function cylinder(radius: number, length: number): BufferGeometry {
  return new CylinderGeometry(radius, radius, length, roundness).rotateX(Math.PI / 2);
}

export function rod(from: Vector3, to: Vector3, radius: number): BufferGeometry {
  const direction = to.clone().sub(from);
  const geometry = along(direction, cylinder(radius, direction.length()));
  return geometry.translate((from.x + to.x) / 2, (from.y + to.y) / 2, (from.z + to.z) / 2);
}

function extruded(shape: Shape, depth: number): BufferGeometry {
  const geometry = new ExtrudeGeometry(shape, { depth, bevelEnabled: false, curveSegments: roundness });
  return geometry.translate(0, 0, -depth / 2);
}

function hollow(outer: number, inner: number, length: number): BufferGeometry {
  const shape = new Shape().absarc(0, 0, outer, 0, 2 * Math.PI) as Shape;
  shape.holes.push(new Path().absarc(0, 0, inner, 0, 2 * Math.PI, true));
  return extruded(shape, length);
}

function unplaced(solid: Solid, thin: number): BufferGeometry {
  const or = (value: number, other: number) => (value > 0 ? value : other);
  switch (solid.type) {
    case 'box': {
      const [x, y, z] = solid.size;
      return new BoxGeometry(or(x, 4 * thin), or(y, 4 * thin), or(z, 2 * thin));
    }
    case 'cylinder': {
      const length = or(solid.length, 2 * thin);
      return solid.inner > 0 ? hollow(solid.radius, solid.inner, length) : cylinder(solid.radius, length);
    }
    case 'sphere':
      return new SphereGeometry(or(solid.radius, 2 * thin), roundness, roundness / 2);
    case 'rod': {
      const [from, to] = solid.points.map((point) => new Vector3(...point));
      return rod(from!, to!, or(solid.radius, thin));
    }
    case 'polygon':
      return extruded(new Shape(solid.points.map(([x, y]) => new Vector2(x, y))), or(solid.length, 2 * thin));
  }
}

export function solidGeometry(solid: Solid, thin: number): BufferGeometry {
  return unplaced(solid, thin).applyQuaternion(new Quaternion(...solid.turn)).translate(...solid.at);
}

/** What a joint of a size looks like, at the origin. */
export function jointGeometry(joint: SceneJoint, size: number): BufferGeometry {
  const axis = new Vector3(...joint.axis);
  switch (joint.type) {
    case 'spherical':
    case 'universal':
      return new SphereGeometry(1.2 * size, roundness, roundness / 2);
    case 'prismatic':
    case 'point-on-line':
      return along(axis, new BoxGeometry(0.5 * size, 0.5 * size, 19 * size));
    case 'cylindrical':
    case 'screw':
      return along(axis, cylinder(size, 7 * size));
    case 'weld':
      return new BoxGeometry(2 * size, 2 * size, 2 * size);
    case 'planar':
      return along(axis, new BoxGeometry(5 * size, 5 * size, size / 2));
    default:
      return along(axis, cylinder(size, 2.6 * size));
  }
}

/** A ring about a joint that is held by the ground. */
export function groundGeometry(joint: SceneJoint, size: number): BufferGeometry {
  return along(new Vector3(...joint.axis), new TorusGeometry(2 * size, 0.4 * size, 8, roundness));
}

const turnsOfSpring = 8;
const pointsOfTurn = 16;

/** A helix along z from 0 to 1 with straight ends. */
export function springPoints(radius: number): Vector3[] {
  const points = [new Vector3(0, 0, 0)];
  const n = turnsOfSpring * pointsOfTurn;
  for (let i = 0; i <= n; ++i) {
    const angle = 2 * Math.PI * i / pointsOfTurn;
    points.push(new Vector3(radius * Math.cos(angle), radius * Math.sin(angle), 0.15 + 0.7 * i / n));
  }
  points.push(new Vector3(0, 0, 1));
  return points;
}

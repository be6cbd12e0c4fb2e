// What the program put into the page: JSON, and numbers as base64 in elements of their own.
import { PackedColumns } from './packed';

function textOf(id: string): string | null {
  return document.getElementById(id)?.textContent ?? null;
}

export function readJson<T>(id: string): T {
  const text = textOf(id);
  if (text === null) throw new Error(`the page has no data '${id}'`);
  return JSON.parse(text) as T;
}

function readBytes(id: string): ArrayBuffer {
  const text = textOf(id);
  if (text === null) return new ArrayBuffer(0);
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < bytes.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes.buffer;
}

export const readFloats = (id: string): Float32Array => new Float32Array(readBytes(id));
export const readDoubles = (id: string): Float64Array => new Float64Array(readBytes(id));
export const readShorts = (id: string): Int16Array => new Int16Array(readBytes(id));
export const readIntegers = (id: string): Int32Array => new Int32Array(readBytes(id));
export const readColumns = (id: string, n: number): PackedColumns => (
  new PackedColumns(new Uint8Array(readBytes(id)), n));
export const hasData = (id: string): boolean => document.getElementById(id) !== null;

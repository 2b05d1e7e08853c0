/** Deep copy of a message. Like `structuredClone`, but several times faster for plain objects and lists. */
export function copyOf<T>(value: T): T {
  return copy(value) as T;
}

function copy(value: unknown): unknown {
  if (typeof value === 'function' || typeof value === 'symbol') return structuredClone(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(copy);
  if (Object.getPrototypeOf(value) !== Object.prototype) return structuredClone(value);
  const copied: Record<string, unknown> = {};
  for (const [key, part] of Object.entries(value)) {
    // Define the key: an assignment to `__proto__` would set the prototype instead.
    if (key === '__proto__') Object.defineProperty(copied, key, { value: copy(part), enumerable: true });
    else copied[key] = copy(part);
  }
  return copied;
}

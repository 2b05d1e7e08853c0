/** Copies a message like `structuredClone`, but plain objects and lists, which most messages consist of, several times faster. */
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
    // Assigned, it would set the prototype.
    if (key === '__proto__') Object.defineProperty(copied, key, { value: copy(part), enumerable: true });
    else copied[key] = copy(part);
  }
  return copied;
}

import type { JsonSchema } from '../json-schemas.js';

/** One line of a shape: `deleteAt.Time`, `files[].id`. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly isRequired: boolean;
  readonly description: string;
}

type Components = Readonly<Record<string, JsonSchema>>;

interface Shape {
  readonly $ref?: string;
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly additionalProperties?: Shape | false;
  readonly required?: readonly string[];
  readonly items?: Shape;
  readonly maxLength?: number;
  readonly description?: string;
}

/** The fields of a shape, those of the shapes within it after their own. */
export function fieldsOf(schema: JsonSchema, components: Components): Field[] {
  return below('', schema, components);
}

function below(prefix: string, schema: Shape, components: Components): Field[] {
  const shape = theObject(resolved(schema, components), components);
  if (shape.items) return below(`${prefix}[]`, shape.items, components);
  const entries = Object.entries(shape.properties ?? {});
  return entries.flatMap(([key, value]) => {
    const name = prefix === '' ? key : `${prefix}.${key}`;
    const field = {
      name,
      type: typeOf(value, components),
      isRequired: shape.required?.includes(key) ?? false,
      description: resolved(value, components).description ?? '',
    };
    return [field, ...below(name, value, components)];
  });
}

/** What of a choice has fields: the object that may as well be null. */
function theObject(shape: Shape, components: Components): Shape {
  const choices = shape.anyOf?.map((choice) => resolved(choice, components)) ?? [];
  return choices.find(({ properties, items }) => properties ?? items) ?? shape;
}

/** What a value is, in a few words. */
export function typeOf(schema: Shape, components: Components): string {
  const shape = resolved(schema, components);
  if (shape.const !== undefined) return JSON.stringify(shape.const);
  if (shape.enum) return shape.enum.length > 8 ? 'one of many' : shape.enum.map(String).join(' | ');
  if (shape.anyOf) return shape.anyOf.map((choice) => typeOf(choice, components)).join(' | ');
  if (shape.items) return `${typeOf(shape.items, components)}[]`;
  if (shape.additionalProperties) return `any name: ${typeOf(shape.additionalProperties, components)}`;
  return [shape.format ?? shape.type ?? 'anything', shape.maxLength && `up to ${shape.maxLength}`]
    .filter(Boolean)
    .join(', ');
}

function resolved(shape: Shape, components: Components): Shape {
  if (shape.$ref === undefined) return shape;
  const { $ref, ...beside } = shape;
  return { ...components[$ref.slice($ref.lastIndexOf('/') + 1)], ...beside };
}

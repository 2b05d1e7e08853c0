import { z } from 'zod';
import { named } from './named-schemas.js';

/** JSON Schema 2020-12, as OpenAPI 3.1 and AsyncAPI 3.0 take it. */
export type JsonSchema = Record<string, unknown>;

/** `input`: as it may be sent; `output`: as it is answered, with nothing beside it. */
export type Direction = 'input' | 'output';

const base = '#/components/schemas/';

/** Names of schemas, beside what the schemas say of themselves. */
class Names extends z.core.$ZodRegistry<z.GlobalMeta> {
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the signature is zod's
  override get<S extends z.core.$ZodType>(schema: S) {
    return { ...z.globalRegistry.get(schema), ...super.get(schema) };
  }
}

const names = new Names();
for (const [id, schema] of Object.entries(named)) names.add(schema, { id });

/** The schemas of one document: named ones stand among its components, once, and are referred to. */
export class JsonSchemas {
  readonly components: Record<string, JsonSchema> = {};

  /** @throws Error when a name stands for two shapes, because one is sent and the other answered */
  of(schema: z.ZodType, direction: Direction): JsonSchema {
    const made = z.toJSONSchema(schema, {
      io: direction,
      metadata: names,
      override: ({ jsonSchema }) => simplify(jsonSchema),
    });
    const { $defs = {}, ...root } = withReferences(made);
    delete root['$schema'];
    for (const [name, component] of Object.entries($defs as Record<string, JsonSchema>)) {
      const known = this.components[name];
      if (known && JSON.stringify(known) !== JSON.stringify(component)) {
        throw new Error(`${name} has two shapes: one is sent, the other answered. Name only one of them.`);
      }
      this.components[name] = component;
    }
    return root;
  }
}

function withReferences(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${base}`)) as JsonSchema;
}

/** Leaves out what says the same twice: a pattern beside its format, the bounds that every JSON number has. */
function simplify(schema: JsonSchema): void {
  if (schema['format'] !== undefined) {
    delete schema['pattern'];
    delete schema['contentEncoding'];
  }
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  delete schema['readOnly'];
}

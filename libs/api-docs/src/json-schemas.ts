import { z } from 'zod';
import { named } from './named-schemas.js';

/** JSON Schema 2020-12, the dialect of OpenAPI 3.1 and AsyncAPI 3.0. */
export type JsonSchema = Record<string, unknown>;

/** `input`: the shape that is accepted. `output`: the shape that is returned, without additional properties. */
export type Direction = 'input' | 'output';

const base = '#/components/schemas/';

/** Adds the names of schemas to the metadata that the schemas themselves carry. */
class Names extends z.core.$ZodRegistry<z.GlobalMeta> {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the signature is zod's
  override get<S extends z.core.$ZodType>(schema: S) {
    return { ...z.globalRegistry.get(schema), ...super.get(schema) };
  }
}

const names = new Names();
for (const [id, schema] of Object.entries(named)) names.add(schema, { id });

/**
 * The schemas of one document. A named schema is written once, among the components, and referenced everywhere
 * else.
 */
export class JsonSchemas {
  readonly components: Record<string, JsonSchema> = {};

  /** @throws Error when a named schema has two shapes, because it is used as input and as output */
  of(schema: z.ZodType, direction: Direction): JsonSchema {
    const generated = z.toJSONSchema(schema, {
      io: direction,
      metadata: names,
      override: ({ zodSchema, jsonSchema }) => {
        simplify(jsonSchema);
        if (direction === 'input' && zodSchema._zod.def.type === 'catch') acceptAnyText(jsonSchema);
      },
    });
    const { $defs = {}, ...root } = withReferences(generated);
    delete root['$schema'];
    for (const [name, component] of Object.entries($defs as Record<string, JsonSchema>)) {
      const known = this.components[name];
      if (known && JSON.stringify(known) !== JSON.stringify(component)) {
        throw new Error(`${name} has two shapes, as input and as output. Give a name to only one of them.`);
      }
      this.components[name] = component;
    }
    return root;
  }
}

function withReferences(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/$defs/', `"${base}`)) as JsonSchema;
}

/** Removes redundant keywords: a pattern next to a format, and bounds that every JSON number has. */
function simplify(schema: JsonSchema): void {
  if (schema['format'] !== undefined) {
    delete schema['pattern'];
    delete schema['contentEncoding'];
  }
  if (schema['maximum'] === Number.MAX_SAFE_INTEGER) delete schema['maximum'];
  if (schema['minimum'] === Number.MIN_SAFE_INTEGER) delete schema['minimum'];
  delete schema['readOnly'];
}

/** Removes the constraints of a value that the API ignores when it is malformed: the call is accepted all the same. */
function acceptAnyText(schema: JsonSchema): void {
  delete schema['format'];
  delete schema['pattern'];
  delete schema['minLength'];
  delete schema['maxLength'];
}

import type { JsonSchema, OpenApiDocument } from '@waybill/api-docs';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** Validates values against schemas of one OpenAPI document, including references to its components. */
export class SchemaCheck {
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true });
  private readonly compiled = new WeakMap<JsonSchema, ValidateFunction>();

  constructor(document: OpenApiDocument) {
    addFormats.default(this.ajv);
    this.ajv.addSchema({ components: document.components }, 'document');
  }

  /** Validation errors of `value`, one sentence each. */
  faultsOf(schema: JsonSchema, value: unknown): string[] {
    let validate = this.compiled.get(schema);
    if (!validate) {
      validate = this.ajv.compile(absolute(schema));
      this.compiled.set(schema, validate);
    }
    validate(value);
    return (validate.errors ?? []).map(({ instancePath, message, params }) =>
      [instancePath || 'it', message, JSON.stringify(params)].join(' '),
    );
  }
}

function absolute(schema: JsonSchema): JsonSchema {
  return JSON.parse(
    JSON.stringify(schema).replaceAll('"#/components/', '"document#/components/'),
  ) as JsonSchema;
}

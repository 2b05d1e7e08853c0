import { errorCatalogue, type ErrorCode } from '@waybill/contracts';
import { allRoutes, errorsOf } from '@waybill/contracts/http';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { Validator } from '@seriousme/openapi-schema-validator';
import type { JsonSchema } from '../json-schemas.js';
import type { OpenApiResponse, Content } from './document.js';
import { openApi } from './openapi.js';

const document = openApi();
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ components: document.components }, 'document');
const validators = new Map<string, ValidateFunction>();
const operations = allRoutes.map(
  (route) =>
    [
      `${route.method} ${route.path}`,
      route,
      document.paths[route.path]![route.method.toLowerCase()]!,
    ] as const,
);

describe('openApi', () => {
  it('generates a document that is valid against the OpenAPI 3.1 schema', async () => {
    const validator = new Validator();
    expect(await validator.validate(structuredClone({ ...document }))).toEqual({ valid: true });
    expect(validator.version).toBe('3.1');
  });

  it.each(operations)(
    'documents %s with examples that match their schemas',
    (_, _route, { requestBody, responses }) => {
      for (const content of [
        requestBody?.content,
        ...Object.values(responses).map(({ content }) => content),
      ]) {
        for (const { schema, examples } of examplesOf(content)) {
          const validate = validatorOf(schema);
          validate(examples);
          expect(validate.errors).toBeFalsy();
        }
      }
    },
  );

  it.each(operations)(
    'documents every error code of %s under the status of that code',
    (_, route, { responses }) => {
      const named = Object.entries(responses).flatMap(([status, answer]) =>
        codesOf(answer).map((code) => [code, Number(status)]),
      );
      const expected = errorsOf(route).map((code) => [code, errorCatalogue[code].status]);
      expect(named.toSorted()).toEqual(expected.toSorted());
    },
  );

  it.each([
    ['post', '/api/bundles', false],
    ['post', '/api/files/{id}/visits/{visit}', false],
    ['post', '/api/login', true],
    ['post', '/api/upload', true],
  ] as const)(
    'requires a body of %s %s: %s, as a call without one counts as an empty object',
    (method, path, required) => {
      expect(document.paths[path]?.[method]?.requestBody?.required).toBe(required);
    },
  );

  it('gives no rule for a value that is ignored when it is malformed', () => {
    const { parameters = [] } = document.paths['/api/files/{id}/download']?.get ?? {};
    const via = parameters.find(({ name }) => name === 'via');
    expect(via?.schema).toEqual({ type: 'string' });
  });

  it('names the schemas that clients use most', () => {
    expect(Object.keys(document.components.schemas)).toEqual(
      expect.arrayContaining(['Error', 'File', 'User', 'AnalyticsReport', 'SignUp']),
    );
  });
});

/** Compiles each schema once: most routes share their errors. */
function validatorOf(schema: JsonSchema): ValidateFunction {
  const source = JSON.stringify(inDocument(schema));
  const known = validators.get(source);
  if (known) return known;
  const validate = ajv.compile({ type: 'array', items: JSON.parse(source) as JsonSchema });
  validators.set(source, validate);
  return validate;
}

/** Points the references of `schema` at the document, so that Ajv can compile it alone. */
function inDocument(schema: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/', '"document#/')) as JsonSchema;
}

function examplesOf(content: Content | undefined) {
  return Object.values(content ?? {}).flatMap(({ schema, example, examples = {} }) => {
    const values = [example, ...Object.values(examples).map(({ value }) => value)];
    return schema ? [{ schema, examples: values.filter((value) => value !== undefined) }] : [];
  });
}

function codesOf({ content }: OpenApiResponse): ErrorCode[] {
  const names = Object.keys(content?.['application/json']?.examples ?? {});
  return names.filter((name): name is ErrorCode => name in errorCatalogue);
}

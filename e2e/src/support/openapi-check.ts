import type { OpenApiResponse, OpenApiDocument, Operation } from '@waybill/api-docs';
import { SchemaCheck } from './schema-check.js';

/** A response to compare with the OpenAPI document. */
export interface ObservedResponse {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly status: number;
  /** Looked up by lower-case name. */
  readonly headers: { get(name: string): string | null };
  /** The parsed body, where it is JSON. */
  readonly body?: unknown;
}

interface DescribedCall {
  readonly name: string;
  readonly pattern: RegExp;
  readonly methods: Readonly<Record<string, Operation>>;
}

/** Compares responses with the OpenAPI document. */
export class OpenApiCheck {
  private readonly check: SchemaCheck;
  private readonly calls: DescribedCall[];

  constructor(document: OpenApiDocument) {
    this.check = new SchemaCheck(document);
    this.calls = Object.entries(document.paths)
      .map(([name, methods]) => ({ name, pattern: patternOf(name), methods }))
      // Literal paths before paths with parameters.
      .toSorted((one, other) => one.name.split('{').length - other.name.split('{').length);
  }

  /** Describes the first difference between the response and the document. Null if there is none. */
  findMismatch(given: ObservedResponse): string | null {
    const call = this.calls.find(({ pattern }) => pattern.test(given.path));
    const isHeadOfGet = given.method === 'HEAD' && !call?.methods.head;
    const method = isHeadOfGet ? 'get' : given.method.toLowerCase();
    const operation = call?.methods[method];
    const what = operation ? `${given.method} ${call.name}` : `${given.method} ${given.path}`;
    const fault = operation ? this.faultAt(operation, given) : this.faultAtNoCall(given);
    return fault === null ? null : `${what} answered ${given.status}: ${fault}`;
  }

  private faultAt(operation: Operation, given: ObservedResponse): string | null {
    const answer = operation.responses[given.status];
    if (!answer) {
      const known = Object.keys(operation.responses).join(', ');
      return `this status is not described, only ${known}. ${codeOf(given.body)}`.trim();
    }
    return missingHeader(answer, given) ?? this.faultOfContent(answer, given);
  }

  private faultOfContent({ content }: OpenApiResponse, given: ObservedResponse): string | null {
    if (given.method === 'HEAD' || given.status === 304) return null;
    const type = given.headers.get('content-type')?.split(';', 1)[0];
    if (!content) return type === undefined ? null : `it is described to have no body, but has ${type}`;
    const described = content[type ?? ''] ?? content['*/*'];
    if (!described) return `${String(type)} is not described, only ${Object.keys(content).join(', ')}`;
    if (!described.schema || type !== 'application/json') return null;
    const faults = this.check.faultsOf(described.schema, given.body);
    return faults.length === 0
      ? null
      : `its body is not as described: ${faults.join('; ')}. ${codeOf(given.body)}`.trim();
  }

  /** Unknown API paths must answer with the common error body. */
  private faultAtNoCall({ method, path, status, body }: ObservedResponse): string | null {
    if (!path.startsWith('/api/')) return null;
    if (status < 400) return 'no such call is described';
    if (method === 'HEAD') return null;
    const faults = this.check.faultsOf({ $ref: '#/components/schemas/Error' }, body);
    return faults.length === 0 ? null : `its body is not an error as described: ${faults.join('; ')}`;
  }
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`));
  return new RegExp(`^${parts.join('[^/]+')}$`);
}

function missingHeader({ headers = {} }: OpenApiResponse, given: ObservedResponse): string | null {
  const missing = Object.entries(headers).find(
    ([name, { required }]) => required && given.headers.get(name) === null,
  );
  return missing ? `the header ${missing[0]} is described, but was not sent` : null;
}

function codeOf(body: unknown): string {
  return typeof body === 'object' && body !== null && 'code' in body
    ? `Its code was ${String(body.code)}.`
    : '';
}

import { AppError, type ErrorBody, type ErrorCode, errorCatalogue } from '@waybill/contracts';
import { errorsOf, type RouteContract } from '@waybill/contracts/http';
import { STATUS_CODES } from 'node:http';
import type { OpenApiResponse } from './document.js';

/** Example values for messages that name a limit of a plan (spec §9). */
const exampleParams = { limit: 3, maxFileSize: 20 * 1024 * 1024, tier: 'free' } as const;

const waitHeader = {
  'Retry-After': {
    description: 'Seconds to wait.',
    required: true,
    schema: { type: 'integer' },
  },
};

/** The error responses of a route by status, with an example for each error code. */
export function errorResponses(route: RouteContract): Map<number, OpenApiResponse> {
  const byStatus = Map.groupBy(errorsOf(route), (code) => errorCatalogue[code].status);
  return new Map([...byStatus].map(([status, codes]) => [status, errorResponse(status, codes)]));
}

function errorResponse(status: number, codes: readonly ErrorCode[]): OpenApiResponse {
  return {
    description: STATUS_CODES[status] ?? String(status),
    ...(status === 429 && { headers: waitHeader }),
    content: {
      'application/json': {
        schema: {
          allOf: [
            { $ref: '#/components/schemas/Error' },
            { type: 'object', properties: { statusCode: { const: status }, code: { enum: codes } } },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, { value: exampleOf(code) }])),
      },
    },
  };
}

function exampleOf(code: ErrorCode): ErrorBody {
  return code === 'request.invalid'
    ? AppError.invalid([{ field: 'email', message: 'Please enter a valid email address' }]).toBody()
    : AppError.ofCode(code, exampleParams).toBody();
}

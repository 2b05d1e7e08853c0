import { openApi } from '@waybill/api-docs';
import { OpenApiCheck } from './openapi-check.js';

let check: OpenApiCheck | undefined;

/**
 * Compares a response with the OpenAPI document and returns it unread.
 * @throws Error that names the difference
 */
export async function assertDocumented(method: string, path: string, response: Response): Promise<Response> {
  check ??= new OpenApiCheck(openApi());
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const { status, headers } = response;
  const body: unknown = isJson && method !== 'HEAD' ? await response.clone().json() : undefined;
  const fault = check.findMismatch({ method, path, status, headers, body });
  if (fault !== null) throw new Error(`The response differs from the OpenAPI document: ${fault}`);
  return response;
}

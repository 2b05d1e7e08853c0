import { openApi } from '@waybill/api-docs';
import { OpenApiCheck } from './openapi-check.js';

let answers: OpenApiCheck | undefined;

/**
 * Holds an answer against the API documents, and leaves it as it is for whoever asked.
 * @throws Error that tells what the documents do not say of it
 */
export async function assertDocumented(method: string, path: string, response: Response): Promise<Response> {
  answers ??= new OpenApiCheck(openApi());
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const { status, headers } = response;
  const body: unknown = isJson && method !== 'HEAD' ? await response.clone().json() : undefined;
  const fault = answers.findMismatch({ method, path, status, headers, body });
  if (fault !== null) throw new Error(`The API documents are not true: ${fault}`);
  return response;
}

import { openApi } from '@waybill/api-docs';
import { DescribedAnswers } from './described-answers.js';

let answers: DescribedAnswers | undefined;

/**
 * Holds an answer against the API documents, and leaves it as it is for whoever asked.
 * @throws Error that tells what the documents do not say of it
 */
export async function asDescribed(method: string, path: string, response: Response): Promise<Response> {
  answers ??= new DescribedAnswers(openApi());
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  const { status, headers } = response;
  const body: unknown = isJson && method !== 'HEAD' ? await response.clone().json() : undefined;
  const fault = answers.faultOf({ method, path, status, headers, body });
  if (fault !== null) throw new Error(`The API documents are not true: ${fault}`);
  return response;
}

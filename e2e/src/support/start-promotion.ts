import { eventually } from '@waybill/testing';
import { ApiClient, textFile } from './api-client.js';
import { ADMINISTRATOR, PROMOTION_FORM } from './environment.js';

/** More than the free plan allows. */
const FILES = Array.from({ length: 4 }, (_, n) => textFile(`${n}.txt`));

/** Starts the promotion of PROMOTION as an administrator, unless it runs. Waits until every service knows of it. */
export async function startPromotion(url: string): Promise<void> {
  const administrator = new ApiClient(url);
  const status = (await (await administrator.get('/api/promotion/status')).json()) as { isActive: boolean };
  if (status.isActive) return;
  await administrator.signUpAndLogIn(ADMINISTRATOR);
  const answer = await administrator.json('PUT', '/api/admin/promotion', PROMOTION_FORM);
  if (!answer.ok) throw new Error(`The promotion answered ${answer.status}: ${await answer.text()}`);
  await eventually(async () => {
    expect(await (await administrator.get('/api/user')).json()).toMatchObject({ subscription: 'pro' });
    expect((await administrator.send(...FILES)).status).toBe(201);
  });
}

import type { AnalyticsReport } from '@waybill/contracts';
import { eventually } from '@waybill/testing';
import { binaryFile, ApiClient } from './api-client.js';

/**
 * Uploads, protects, opens, reports and deletes a file over HTTP. Needs a promotion, because a free plan has no file
 * passwords.
 * @param inspect called before the file is deleted
 */
export async function runSmokeFlow(url: string, inspect: () => void = () => undefined): Promise<void> {
  const owner = await ApiClient.signedIn(url);
  const file = binaryFile(7_000_000);
  const id = await owner.upload(file);
  await owner.settings(id, { password: 'open sesame', deleteAt: null });
  const visitor = new ApiClient(url);
  expect((await visitor.get(`/api/files/${id}/download`)).status).toBe(401);
  const verified = await visitor.json('POST', `/api/files/${id}/verify-password`, {
    password: 'open sesame',
  });
  const { token } = (await verified.json()) as { token: string };
  const download = await visitor.get(`/api/files/${id}/download?token=${encodeURIComponent(token)}`);
  expect(Buffer.from(await download.arrayBuffer()).equals(file.bytes)).toBe(true);
  await eventually(async () => {
    const report = await owner.get(`/api/files/${id}/analytics`);
    expect(((await report.json()) as AnalyticsReport).summary.totalViews).toBe(1);
  });
  expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ status: 'ok' });
  inspect();
  expect((await owner.json('DELETE', `/api/files/${id}`)).status).toBe(204);
  expect((await visitor.get(`/api/files/${id}`)).status).toBe(404);
}

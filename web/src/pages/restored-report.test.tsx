import { screen } from '@testing-library/react';
import type { AdminReport } from '@waybill/contracts';
import { http, HttpResponse } from 'msw';
import { aFile, aUser } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { server } from '../testing/server.js';

const { id, originalName, createdAt } = aFile();
const takenDown = { reason: 'Reported: malware', at: createdAt };
const report: AdminReport = {
  id,
  createdAt,
  reason: 'other',
  message: null,
  email: null,
  state: 'taken-down',
  bundle: null,
  file: { id, originalName, takenDown, userId: null },
};

describe('a report that is restored', () => {
  it.each([
    ['that a restored report makes its file available again', null, 'It is available again'],
    [
      'that a restored report leaves a file down that was taken down for another reason too',
      takenDown,
      /another reason too, and stays down/,
    ],
  ])('says %s', async (_title, left, message) => {
    server.use(
      http.get('/api/admin/reports', () => HttpResponse.json([report])),
      http.post(`/api/admin/reports/${id}/restore`, () =>
        HttpResponse.json({ ...report, file: { ...report.file, takenDown: left } }),
      ),
    );
    const { user } = renderRoute('/admin/reports', { as: { ...aUser(), isAdmin: true } });
    await user.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(await screen.findByText(message)).toBeVisible();
  });

  it('is listed as restored, and no longer as taken down', async () => {
    const restored = { ...report, file: { ...report.file, takenDown: null } };
    server.use(http.get('/api/admin/reports', () => HttpResponse.json([restored])));
    renderRoute('/admin/reports', { as: { ...aUser(), isAdmin: true } });
    expect(await screen.findByText('Restored')).toBeVisible();
    expect(screen.queryByText('Taken down')).not.toBeInTheDocument();
  });

  it('is listed as taken down if its takedown deleted a bundle without files', async () => {
    const bundle = { id, name: null, fileIds: [] };
    const deleted = { ...report, bundle, file: { ...report.file, takenDown: null } };
    server.use(http.get('/api/admin/reports', () => HttpResponse.json([deleted])));
    renderRoute('/admin/reports', { as: { ...aUser(), isAdmin: true } });
    expect(await screen.findByText('Taken down')).toBeVisible();
    expect(screen.queryByText('Restored')).not.toBeInTheDocument();
  });
});

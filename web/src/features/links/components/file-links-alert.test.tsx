import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aBundle, aFile, aLink, aUser, FILE_ID } from '../../../testing/builders.js';
import { renderRoute } from '../../../testing/render-route.js';
import { server } from '../../../testing/server.js';

const OTHER_ID = '2f6a4c0e-94b7-4d0b-8a52-0f7f4f6f3c11';
const { id: BUNDLE_ID } = aBundle();

const files = [FILE_ID, OTHER_ID].map((id) => ({
  id,
  path: `${id}.zip`,
  originalName: `${id}.zip`,
  size: 1024,
  ...({ mimeType: 'application/zip', preview: 'none', hasThumbnail: false } as const),
}));

describe('the offer to switch off the links of the files of a bundle', () => {
  it('goes on after a file that was taken down, which cannot be opened', async () => {
    const first = aLink({ id: BUNDLE_ID, slug: BUNDLE_ID, name: null, isFirst: true });
    const off: unknown[] = [];
    const takenDown = { statusCode: 410, code: 'files.taken-down', message: 'Taken down' };
    server.use(
      http.get(`/api/bundles/${BUNDLE_ID}`, () => HttpResponse.json(aBundle({ files }))),
      http.get('/api/files/:id', ({ params }) => HttpResponse.json(aFile({ id: String(params['id']) }))),
      http.get('/api/files', () => HttpResponse.json([])),
      http.get(`/api/bundles/${BUNDLE_ID}/links`, () =>
        HttpResponse.json([{ ...first, isActive: off.length === 0 }]),
      ),
      http.put('/api/links/:id', ({ params }) => {
        off.push(params['id']);
        return params['id'] === FILE_ID
          ? HttpResponse.json(takenDown, { status: 410 })
          : HttpResponse.json({ ...first, isActive: false });
      }),
    );
    const { user } = renderRoute(`/b/${BUNDLE_ID}/share`, { as: aUser() });
    await user.click(await screen.findByRole('button', { name: 'Switch off' }));
    await user.click(await screen.findByRole('button', { name: 'Switch them off' }));
    expect(await screen.findByText('The links of the files are switched off')).toBeVisible();
    expect(off).toEqual([BUNDLE_ID, FILE_ID, OTHER_ID]);
  });
});

import { http, HttpResponse } from 'msw';
import { refusal, server } from '../../testing/server.js';
import { UploadError } from './transfer.js';
import { uploadBundles } from './upload-bundle.js';

const arrived = (id: string) => ({ id, file: new File(['hello'], id), path: null });
const view = {
  id: '3f0c9a4e-8f6e-4d3b-9a55-6f4c0e2d7b11',
  name: 'Files',
  files: [],
  size: 0,
  createdAt: '2026-01-01T00:00:00.000Z',
  deleteAt: null,
  isPasswordProtected: false,
  viewCount: 0,
  isOwner: true,
};

describe('uploadBundles', () => {
  it('puts the files that are left into the bundle when others expired or were deleted since they arrived', async () => {
    const put: unknown[] = [];
    const gone: Readonly<Record<string, number>> = { expired: 410, deleted: 404 };
    server.use(
      http.get('/api/bundles/:id', () => HttpResponse.json(view)),
      http.get('/api/files/:id', ({ params }) =>
        HttpResponse.json({}, { status: gone[String(params['id'])] ?? 200 }),
      ),
      http.put('/api/bundles/:id', async ({ request }) => {
        const { files } = (await request.json()) as { files: { id: string }[] };
        put.push(files.map(({ id }) => id));
        return files.some(({ id }) => id in gone)
          ? refusal(410, 'files.expired', 'File has expired')
          : HttpResponse.json(view);
      }),
    );
    const files = ['expired', 'a', 'deleted', 'b'].map(arrived);
    expect(await uploadBundles.arrange(view.id, files)).toBe(2);
    expect(put).toEqual([
      ['expired', 'a', 'deleted', 'b'],
      ['a', 'b'],
    ]);
  });

  it('gives up a call whose connection died without an error', async () => {
    const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort());
    server.use(http.get('/api/bundles/:id', () => new Promise<never>(() => undefined)));
    await expect(uploadBundles.arrange(view.id, [arrived('a')])).rejects.toThrow(UploadError);
    expect(timeout).toHaveBeenCalledTimes(1);
  });

  it('leaves out files that were cancelled while they arrived, and have left the bundle meanwhile', async () => {
    const cancelled = {
      id: view.id,
      path: 'c.txt',
      originalName: 'c.txt',
      size: 5,
      mimeType: 'text/plain',
      preview: 'none',
      hasThumbnail: false,
    };
    let reads = 0;
    server.use(
      http.get('/api/bundles/:id', () =>
        HttpResponse.json({ ...view, files: reads++ === 0 ? [cancelled] : [] }),
      ),
      http.get('/api/files/:id', () => HttpResponse.json({})),
      http.put('/api/bundles/:id', async ({ request }) => {
        const { files } = (await request.json()) as { files: { id: string }[] };
        return files.some(({ id }) => id === cancelled.id)
          ? refusal(404, 'files.not-found', 'File not found')
          : HttpResponse.json(view);
      }),
    );
    expect(await uploadBundles.arrange(view.id, ['a', 'b'].map(arrived))).toBe(2);
  });

  it.each([
    [404, 'bundles.not-found'],
    [410, 'bundles.expired'],
  ] as const)('takes a bundle that answers %i for dissolved', async (status, code) => {
    server.use(http.delete('/api/bundles/:id', () => refusal(status, code, 'Gone')));
    await expect(uploadBundles.dissolve(view.id)).resolves.toBeUndefined();
  });
});

import type { UnlockedPreviewView } from '@waybill/contracts';
import { answerWith } from '../../../lib/api/answer-fields.js';
import { api } from '../../../lib/api/api.js';

const unlockedPreviewSchema = answerWith<UnlockedPreviewView>({ id: 'string', state: 'string' });

/** `rendition`: address of the rendition of the file, with the token or bundle that opens the file. */
const unlockedPreviewsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Starts the conversion with the password of the document. */
    unlockPreview: build.mutation<UnlockedPreviewView, { rendition: string; password: string }>({
      query: ({ rendition, password }) => ({
        url: conversionOf(rendition),
        method: 'POST',
        body: { password },
      }),
      responseSchema: unlockedPreviewSchema,
    }),
    getUnlockedPreview: build.query<UnlockedPreviewView, { rendition: string; id: string }>({
      query: ({ rendition, id }) => conversionOf(rendition, `/${id}`),
      responseSchema: unlockedPreviewSchema,
    }),
  }),
});

export const { useUnlockPreviewMutation, useGetUnlockedPreviewQuery } = unlockedPreviewsApi;

/** Address of the rendition that was made with the password of the document. */
export function unlockedRendition(rendition: string, id: string): string {
  const url = new URL(rendition, window.location.origin);
  url.searchParams.set('unlocked', id);
  return url.pathname + url.search;
}

/** Address of a conversion below `/api`. Keeps the parameters that open the file. */
function conversionOf(rendition: string, id = ''): string {
  const { pathname, searchParams } = new URL(rendition, window.location.origin);
  const gate = [...searchParams].filter(([name]) => name === 'token' || name === 'bundle');
  const search = new URLSearchParams(gate).toString();
  return `${pathname.replace(/^\/api\//, '')}/unlock${id}${search && `?${search}`}`;
}

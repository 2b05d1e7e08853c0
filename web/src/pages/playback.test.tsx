import { fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { aFile, aPreview, FILE_ID } from '../testing/builders.js';
import { renderRoute } from '../testing/render-route.js';
import { refusal, server } from '../testing/server.js';

const file = `/api/files/${FILE_ID}`;
const sound = aFile({ originalName: 'horn.wav', isOwner: false, preview: aPreview({ kind: 'audio' }) });
const codes = { MEDIA_ERR_DECODE: 3, MEDIA_ERR_SRC_NOT_SUPPORTED: 4 };
const [NETWORK, DECODE, NOT_SUPPORTED] = [2, 3, 4];

const findPlayer = () => screen.findByLabelText<HTMLAudioElement>('horn.wav');
const set = (player: HTMLAudioElement, state: object) => void Object.assign(player, state);

/** Sets what jsdom, which plays nothing, does not set itself. */
function fail(player: HTMLAudioElement, code: number, state: object = {}) {
  for (const [name, value] of Object.entries({ error: { ...codes, code }, ...state })) {
    Object.defineProperty(player, name, { value, configurable: true });
  }
  fireEvent.error(player);
}

const open = () => {
  server.use(http.get(file, () => HttpResponse.json(sound)));
  return renderRoute(`/${FILE_ID}`);
};
const answerHead = (answer: () => Response) => server.use(http.head(`${file}/download`, answer));

describe('playback', () => {
  it.each([DECODE, NOT_SUPPORTED])(
    'a sound whose bytes arrive, and which the browser cannot play, has no preview: error %i',
    async (code) => {
      answerHead(() => new HttpResponse());
      open();
      fail(await findPlayer(), code);
      expect(await screen.findByText('Preview not available for this file type')).toBeVisible();
      expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    },
  );

  it.each([
    ['a lost network', NETWORK, () => HttpResponse.error()],
    ['a lost network that is back', NETWORK, () => new HttpResponse()],
    ['a response that failed', NOT_SUPPORTED, () => new HttpResponse(null, { status: 503 })],
    ['too many requests', NETWORK, () => new HttpResponse(null, { status: 429 })],
  ])('a sound that stops offers another try: %s', async (_reason, code, answer) => {
    answerHead(answer);
    const { user } = open();
    fail(await findPlayer(), code);
    expect(await screen.findByRole('alert')).toHaveTextContent('Playback was interrupted');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await findPlayer()).toBeVisible();
  });

  it('a sound plays on from where it stopped, although the first try fails as well', async () => {
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    answerHead(() => HttpResponse.error());
    const { user } = open();
    const player = await findPlayer();
    set(player, { currentTime: 42 });
    fail(player, NETWORK, { readyState: 4, paused: false });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    fail(await findPlayer(), NOT_SUPPORTED);
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    const next = await findPlayer();
    fireEvent.loadedMetadata(next);
    expect(next.currentTime).toBe(42);
    expect(play).toHaveBeenCalledTimes(1);
  });

  it('a sound that was paused stays paused where it stopped', async () => {
    const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
    answerHead(() => HttpResponse.error());
    const { user } = open();
    const player = await findPlayer();
    set(player, { currentTime: 42 });
    fail(player, NETWORK, { readyState: 4, paused: true });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    const next = await findPlayer();
    fireEvent.loadedMetadata(next);
    expect(next.currentTime).toBe(42);
    expect(play).not.toHaveBeenCalled();
  });

  it('a sound whose access has ended asks for the password again', async () => {
    answerHead(() => new HttpResponse(null, { status: 401 }));
    open();
    const player = await findPlayer();
    server.use(http.get(file, () => refusal(401, 'files.password-required', 'This file is protected')));
    fail(player, NETWORK, { readyState: 4 });
    expect(await screen.findByRole('heading', { name: 'This file is protected' })).toBeVisible();
  });

  it('a sound that is no longer available says why', async () => {
    answerHead(() => new HttpResponse(null, { status: 410 }));
    open();
    const player = await findPlayer();
    server.use(http.get(file, () => refusal(410, 'files.taken-down', 'This file was taken down')));
    fail(player, NETWORK, { readyState: 4 });
    await waitFor(() => expect(screen.getByRole('alert')).toHaveTextContent('This file was taken down'));
  });
});

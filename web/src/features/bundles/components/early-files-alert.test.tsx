import { MantineProvider } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { fromAnswer } from '../../../lib/api/api-error.js';
import { aBundle, aFile } from '../../../testing/builders.js';
import { EarlyFilesAlert } from './early-files-alert.js';

describe('the offer to keep files as long as their bundle', () => {
  it('goes on after a file that was taken down, whose expiry cannot be changed', async () => {
    const ids = [1, 2, 3].map((n) => `${n}f6a4c0e-94b7-4d0b-8a52-0f7f4f6f3c11`);
    const kept: string[] = [];
    const takenDown = fromAnswer(410, { code: 'files.taken-down', message: 'Taken down' });
    const keep = (id: string) => {
      kept.push(id);
      return Promise.resolve(id === ids[0] ? takenDown : undefined);
    };
    render(
      <MantineProvider env="test">
        <EarlyFilesAlert bundle={aBundle()} files={ids.map((id) => aFile({ id }))} keep={keep} />
      </MantineProvider>,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Keep them as long' }));
    await waitFor(() => expect(kept).toEqual(ids));
  });
});

import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { FILE_ID } from '../../testing/builders.js';
import { NowReading } from './now-reading.js';

describe('the sentence about a reader', () => {
  it('breaks a long e-mail address of a reader, so that the page of a phone does not scroll sideways', () => {
    const email = `${'a'.repeat(64)}@example.com`;
    const reader = {
      visitId: '1',
      targetId: FILE_ID,
      page: 3,
      pageCount: 9,
      place: '',
      email,
      at: Date.now(),
    };
    render(
      <MantineProvider env="test">
        <NowReading readers={new Map([['1', reader]])} targetId={FILE_ID} mimeType="application/pdf" />
      </MantineProvider>,
    );
    const sentence = screen.getByText(`${email} is reading page 3 now`);
    expect(sentence).toHaveStyle({ whiteSpace: 'normal', overflowWrap: 'anywhere' });
    expect(sentence.parentElement).toHaveStyle({ width: 'fit-content', maxWidth: '100%', height: 'auto' });
  });
});

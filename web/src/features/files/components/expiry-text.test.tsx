import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { HOUR_MS } from '@waybill/contracts';
import { ExpiryText } from './expiry-text.js';

const expiries = (...dates: (string | null)[]) => (
  <MantineProvider env="test">
    {dates.map((deleteAt, index) => (
      <ExpiryText key={index} deleteAt={deleteAt} />
    ))}
  </MantineProvider>
);

describe('the time left of a file', () => {
  it('is right for a file that is newer than the last tick of the clock', () => {
    const start = Date.now();
    const clock = jest.spyOn(Date, 'now').mockReturnValue(start);
    const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString();
    const { rerender } = render(expiries(inHours(24)));
    expect(screen.getByText('24 hours left')).toBeVisible();
    clock.mockReturnValue(start + 10_000);
    const second = inHours(12);
    rerender(expiries(inHours(24), second));
    expect(screen.getByText('12 hours left')).toBeVisible();
    clock.mockReturnValue(start + 14_000);
    rerender(expiries(inHours(6), second));
    expect(screen.getByText('6 hours left')).toBeVisible();
  });
});

import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { BarList } from './bar-list.js';

describe('the list of bars', () => {
  it('leaves no row behind when values of the same name become others', () => {
    const twins = [
      { name: 'Investors', count: 3 },
      { name: 'Investors', count: 2 },
    ];
    const { rerender } = render(<BarList title="Links" values={twins} />, { wrapper: MantineProvider });
    expect(screen.getAllByRole('rowheader')).toHaveLength(2);
    rerender(<BarList title="Links" values={[{ name: 'Press', count: 1 }]} />);
    expect(screen.getAllByRole('rowheader')).toHaveLength(1);
    expect(screen.getByRole('rowheader')).toHaveTextContent('Press');
  });
});

import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { JsonView } from './json-view.js';

describe('the JSON tree', () => {
  it('builds the members of a closed branch only once it is opened', async () => {
    const text = JSON.stringify({ a: { b: { c: { d: 'deep' } } } });
    render(<JsonView text={text} name="map.geojson" />, { wrapper: MantineProvider });
    expect(screen.getByText('c:')).toBeVisible();
    expect(screen.queryByText('"deep"')).not.toBeInTheDocument();
    await userEvent.click(screen.getByText('c:'));
    expect(await screen.findByText('"deep"')).toBeVisible();
    await userEvent.click(screen.getByText('c:'));
    expect(screen.queryByText('"deep"')).not.toBeInTheDocument();
  });

  it('shows numbers as the text writes them, and both members of the same name', () => {
    const text = '{"id": 12345678901234567890, "f": 1.10, "dup": "\\u00e9", "dup": 2}';
    render(<JsonView text={text} name="numbers.json" />, { wrapper: MantineProvider });
    expect(screen.getByText('12345678901234567890')).toHaveAttribute('data-type', 'number');
    expect(screen.getByText('1.10')).toBeVisible();
    expect(screen.getAllByText('dup:')).toHaveLength(2);
    expect(screen.getByText('"é"')).toHaveAttribute('data-type', 'string');
    expect(screen.getByText('{4}')).toBeVisible();
  });

  it('opens fewer levels at first of a text with a hundred thousand short lists', () => {
    const text = JSON.stringify(Array.from({ length: 400 }, () => Array.from({ length: 250 }, () => [])));
    render(<JsonView text={text} name="lists.json" />, { wrapper: MantineProvider });
    expect(screen.getByText('[400]')).toBeVisible();
    expect(screen.getAllByText('[250]')).toHaveLength(400);
    expect(screen.queryByText('[0]')).not.toBeInTheDocument();
  });
});

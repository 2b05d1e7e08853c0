import { ActionIcon, Button } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { Providers } from './providers.js';
import { createStore } from './store.js';

describe('a button that does nothing for now', () => {
  const show = (button: ReactNode) =>
    render(
      <Providers store={createStore()} env="test">
        {button}
      </Providers>,
    );

  it.each([
    ['waits for the server', { loading: true }],
    ['is disabled', { disabled: true }],
  ])('keeps the focus and ignores every press while it %s', async (_, state) => {
    const onClick = jest.fn();
    const onSubmit = jest.fn();
    show(
      <form onSubmit={onSubmit}>
        <input aria-label="Name" />
        <Button type="submit" onClick={onClick} {...state}>
          Save
        </Button>
        <ActionIcon aria-label="Up" onClick={onClick} {...state} />
      </form>,
    );
    const user = userEvent.setup();
    for (const name of ['Save', 'Up']) {
      const button = screen.getByRole('button', { name });
      // A browser takes the focus from an element with this attribute.
      expect(button).not.toHaveAttribute('disabled');
      expect(button).toHaveAttribute('aria-disabled', 'true');
      await user.click(button);
      await user.keyboard('{Enter} ');
      expect(button).toHaveFocus();
    }
    await user.type(screen.getByLabelText('Name'), '{Enter}');
    expect(onClick).not.toHaveBeenCalled();
    expect(onSubmit).not.toHaveBeenCalled();
  });

  it('reacts again once the wait is over', async () => {
    const onClick = jest.fn();
    show(
      <Button loading={false} onClick={onClick}>
        Save
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    expect(button).toHaveAttribute('type', 'button');
    expect(button).not.toHaveAttribute('aria-disabled');
    await userEvent.click(button);
    expect(onClick).toHaveBeenCalledTimes(1);
  });
});

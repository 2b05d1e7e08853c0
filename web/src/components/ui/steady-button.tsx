import type { ComponentProps } from 'react';

/**
 * `button` that keeps the focus while it is disabled, for example while it waits for the server. Browsers take the
 * focus from an element with the attribute `disabled`, so that somebody at a keyboard would start from the top of the
 * page.
 */
export function SteadyButton({ type = 'button', disabled, onClick, ...others }: ComponentProps<'button'>) {
  return (
    <button
      {...others}
      type={type}
      aria-disabled={disabled || others['aria-disabled']}
      onClick={disabled ? (event) => event.preventDefault() : onClick}
    />
  );
}

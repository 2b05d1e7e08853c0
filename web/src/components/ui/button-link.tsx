import { Button, type ButtonProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** Link to another page of the client that looks like a button. */
export function ButtonLink({
  to,
  children,
  ...looks
}: ButtonProps & { to: string; children: ReactNode; onClick?: () => void }) {
  return (
    <Button component={Link} to={to} {...looks}>
      {children}
    </Button>
  );
}

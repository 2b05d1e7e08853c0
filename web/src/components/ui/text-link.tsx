import { Anchor, type AnchorProps } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** Link to another page of the client within a text. */
export function TextLink({ to, children, ...looks }: AnchorProps & { to: string; children: ReactNode }) {
  return (
    <Anchor component={Link} to={to} {...looks}>
      {children}
    </Anchor>
  );
}

import { useRef, useState } from 'react';

/** A removal question that a button opens and closes. To keep the thing gives the focus back to the button. */
export function useRemovalQuestion() {
  const opener = useRef<HTMLButtonElement>(null);
  const [isAsking, setAsking] = useState(false);

  function keep() {
    setAsking(false);
    opener.current?.focus();
  }

  return { opener, isAsking, toggle: () => setAsking(!isAsking), keep };
}

import { useComputedColorScheme } from '@mantine/core';
import { useSyncExternalStore } from 'react';

let isPrinting = false;

/** Whether the browser is printing the page, or showing how it would print it. */
export function useIsPrinting(): boolean {
  return useSyncExternalStore(subscribe, () => isPrinting);
}

/** Whether a chart is drawn on a dark ground. Paper is white. */
export function useIsDark(): boolean {
  const isPrinting = useIsPrinting();
  return useComputedColorScheme() === 'dark' && !isPrinting;
}

function subscribe(listener: () => void): () => void {
  const set = ({ type }: Event) => {
    isPrinting = type === 'beforeprint';
    listener();
  };
  const events = ['beforeprint', 'afterprint'] as const;
  for (const event of events) window.addEventListener(event, set);
  return () => {
    for (const event of events) window.removeEventListener(event, set);
  };
}

import { useEffect, useRef } from 'react';
import { ReadingReporter } from './reading-reporter.js';

/**
 * Reports how long each page of a visit was visible.
 * @param address of the visit; null on the owner's own screens
 * @param page that is visible; null while there is none
 */
export function useReadingReport(address: string | null, page: number | null): void {
  const reporter = useRef<ReadingReporter | null>(null);
  const isShown = page !== null;
  useEffect(() => {
    if (address === null || !isShown) return;
    const current = new ReadingReporter(address);
    reporter.current = current;
    return () => {
      reporter.current = null;
      current.close();
    };
  }, [address, isShown]);
  useEffect(() => reporter.current?.show(page), [address, isShown, page]);
}

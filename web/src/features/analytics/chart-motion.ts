import { useIsPrinting } from './use-is-printing.js';

/**
 * Chart options that turn animations off for users who prefer reduced motion, and on paper, for which the chart has to
 * be drawn in its colours at once.
 */
export function useChartMotion(): { readonly animation?: false } {
  const isPrinting = useIsPrinting();
  const isStill = isPrinting || window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  return isStill ? { animation: false } : {};
}

import { useReducedMotion } from '@mantine/hooks';

/** The part of a chart's options by which it stands still for people whose system asks for that. */
export function useChartMotion(): { readonly animation?: false } {
  return useReducedMotion(false, { getInitialValueInEffect: false }) ? { animation: false } : {};
}

/** The part of a chart's options by which it stands still for people whose system asks for that. */
export function chartMotion(): { readonly animation?: false } {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? { animation: false } : {};
}

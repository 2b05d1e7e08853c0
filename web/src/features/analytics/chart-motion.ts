/** Chart options that turn animations off for users who prefer reduced motion. */
export function chartMotion(): { readonly animation?: false } {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches ? { animation: false } : {};
}

/** Resolution of the units of SVG, in dpi. */
export const SVG_DENSITY = 96;

/** Maximum size of a picture in SVG, in bytes. */
export const MAX_SVG = 10 * 1024 * 1024;

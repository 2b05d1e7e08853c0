/** Origin that the external document viewer is framed from; null when it is turned off. */
export function officeViewerOrigin(viewerUrl: string): string | null {
  return viewerUrl === '' ? null : new URL(viewerUrl).origin;
}

import { create } from 'qrcode';

/** QR code of the URL that an authenticator app reads. Dark on white in both modes, as scanners expect. */
export function SetupCode({ url }: { url: string }) {
  const { data, size } = create(url).modules;
  const path = Array.from(data, (isDark, index) =>
    isDark ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : '',
  ).join('');
  return (
    <svg
      role="img"
      aria-label="QR code for your authenticator app"
      viewBox={`-4 -4 ${size + 8} ${size + 8}`}
      width={200}
      height={200}
      shapeRendering="crispEdges"
    >
      <rect x={-4} y={-4} width={size + 8} height={size + 8} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

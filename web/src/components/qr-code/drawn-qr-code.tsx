import { create } from 'qrcode';

/** QR code that is drawn by the page itself. Dark on white in both modes, as scanners expect. */
export function DrawnQrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = create(text).modules;
  const path = Array.from(data, (isDark, index) =>
    isDark ? `M${index % size} ${Math.floor(index / size)}h1v1h-1z` : '',
  ).join('');
  return (
    <svg
      role="img"
      aria-label={label}
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

/** A QR code as its server drew it: dark squares on white, whatever the page's colours are. */
export function QrCode({ size, path, label }: { size: number; path: string; label: string }) {
  return (
    <svg className="souk-qr" viewBox={`0 0 ${String(size)} ${String(size)}`} role="img" aria-label={label}>
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" shapeRendering="crispEdges" />
    </svg>
  );
}

import { createHash } from 'node:crypto';
import { drawShape } from './shapes.ts';

/** A calm still life of the thing that the label names, else of a few shapes, as SVG, 1000 × 1000: always the same for the same seed. */
export function drawPicture(seed: string, label: string): string {
  const bytes = createHash('sha256').update(seed).digest();
  const byte = (index: number): number => bytes[index % bytes.length] ?? 0;
  const hue = Math.round((byte(0) / 255) * 360);
  const [ground, wall] = [`hsl(${hue} 28% 82%)`, `hsl(${(hue + 18) % 360} 34% 93%)`];
  const tone = (index: number, light: number): string =>
    `hsl(${(hue + 150 + (byte(index) % 60)) % 360} ${32 + (byte(index + 1) % 24)}% ${light}%)`;
  const width = 260 + (byte(3) % 160);
  const height = 300 + (byte(4) % 200);
  const [x, y] = [500 - width / 2, 720 - height];
  const bodies = [
    `<path d="M${x} ${y + 60} q${width / 2} -90 ${width} 0 v${height - 120} q0 60 -60 60 h${-(width - 120)} q-60 0 -60 -60z" fill="${tone(5, 52)}"/><ellipse cx="500" cy="${y + 42}" rx="${width / 2 - 16}" ry="34" fill="${tone(5, 42)}"/>`,
    `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="28" fill="${tone(6, 56)}"/><rect x="${x + 34}" y="${y + 54}" width="${width - 68}" height="${height / 3}" rx="12" fill="${tone(7, 88)}"/>`,
    `<circle cx="500" cy="${720 - width / 2}" r="${width / 2}" fill="${tone(8, 54)}"/><circle cx="${500 - width / 6}" cy="${720 - width * 0.62}" r="${width / 7}" fill="#fff" opacity=".35"/>`,
    `<path d="M500 ${y} l${width / 2} ${height} h${-width}z" fill="${tone(9, 50)}"/><rect x="${500 - width / 3}" y="690" width="${(width * 2) / 3}" height="34" rx="12" fill="${tone(10, 40)}"/>`,
    `<path d="M${x} 720 v${-height + 90} a${width / 2} 90 0 0 1 ${width} 0 v${height - 90}z" fill="${tone(11, 60)}"/><path d="M${x + 30} ${y + 150} h${width - 60}" stroke="${tone(12, 40)}" stroke-width="14" stroke-linecap="round"/>`,
  ];
  const calm = (light: number): string =>
    `hsl(${(hue + 150 + (byte(5) % 60)) % 360} ${22 + (byte(6) % 18)}% ${light}%)`;
  const shape = drawShape(label, { main: calm(54), shade: calm(40), accent: tone(7, 80) });
  const body = shape ?? bodies[byte(2) % bodies.length] ?? '';
  const name = label.replaceAll(/[<>&"]/g, '').slice(0, 40);
  // What can be seen needs no words beside it.
  const caption = shape
    ? ''
    : `<text x="500" y="900" text-anchor="middle" font-family="Helvetica, Arial, sans-serif" font-size="34" fill="hsl(${hue} 22% 34%)">${name}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1000 1000" width="1000" height="1000"><rect width="1000" height="1000" fill="${wall}"/><rect y="690" width="1000" height="310" fill="${ground}"/><ellipse cx="500" cy="728" rx="${width / 2 + 60}" ry="26" fill="#000" opacity=".12"/>${body}${caption}</svg>`;
}

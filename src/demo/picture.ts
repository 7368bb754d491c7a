import { crc32, deflateSync } from 'node:zlib';
import { seededRandom } from './random.ts';

const SIZE = 480;
const HILLS = 4;

/** A landscape of hills before a sky, as a PNG of a few kilobytes, the same for the same hue (in degrees). */
export function landscape(hue: number): Buffer {
  const random = seededRandom(hue);
  const hills = Array.from({ length: HILLS }, (_, n) => ridge((n + 2) / (HILLS + 2), random));
  const [sunX, sunY, radius] = [SIZE * (0.25 + random() * 0.5), SIZE * 0.24, SIZE * 0.09];
  const colourAt = (x: number, y: number): number => {
    const hill = hills.findLastIndex((heights) => y > heights[x]!);
    if (hill >= 0) return 2 + hill;
    return (x - sunX) ** 2 + (y - sunY) ** 2 < radius ** 2 ? 1 : 0;
  };
  const palette = [rgb(hue + 20, 0.4, 0.9), rgb(45, 0.8, 0.78), ...hills.map((_, n) => rgb(hue, 0.3, 0.68 - n * 0.14))];
  return png(palette, colourAt);
}

/** The heights of a row of hills at each place, from above. */
function ridge(level: number, random: () => number): number[] {
  const waves = [1.5, 3, 7].map((times) => ({ times, phase: random() * 2 * Math.PI }));
  const heightAt = (x: number): number =>
    SIZE * level +
    waves.reduce(
      (sum, { times, phase }) => sum + (Math.sin((x / SIZE) * times * Math.PI + phase) * SIZE) / (times * 16),
      0,
    );
  return Array.from({ length: SIZE }, (_, x) => heightAt(x));
}

/** A square image with at most 256 colours. */
function png(palette: readonly number[][], colourAt: (x: number, y: number) => number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  // Eight bits per pixel, which name a colour of the palette.
  header.set([8, 3, 0, 0, 0], 8);
  const rows = Array.from({ length: SIZE }, (_, y) => [0, ...Array.from({ length: SIZE }, (_, x) => colourAt(x, y))]);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()), { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, check]);
}

/** @param saturation and lightness between 0 and 1 */
function rgb(hue: number, saturation: number, lightness: number): number[] {
  return [0, 8, 4].map((n) => {
    const k = (n + hue / 30) % 12;
    const part = lightness - saturation * Math.min(lightness, 1 - lightness) * Math.max(-1, Math.min(k - 3, 9 - k, 1));
    return Math.round(255 * part);
  });
}

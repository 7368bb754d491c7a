import { crc32 } from 'node:zlib';
import type { ImageType } from './file.events.ts';

/** Of one picture: a browser that shows it takes four bytes for each. */
const MOST_PIXELS = 100_000_000;

/**
 * Clears in place what a picture tells besides itself, such as where it was taken. How it is turned and its colour profile stay, and so does its
 * length. Only headers are read, each byte once.
 * @returns why it is refused; undefined if it is not
 */
export function clearPicture(type: ImageType, bytes: Buffer): string | undefined {
  let pixels;
  try {
    pixels = CLEARING[type](bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return 'The picture is cut off or damaged';
  }
  return pixels > MOST_PIXELS ? `The picture has more than ${MOST_PIXELS / 1_000_000} million pixels` : undefined;
}

/** By type: clears, and counts pixels. They throw a RangeError where the bytes end too early. */
const CLEARING: Record<ImageType, (bytes: Buffer) => number> = {
  'image/jpeg': clearJpeg,
  'image/png': clearPng,
  'image/webp': clearWebp,
  'image/gif': (bytes) => bytes.readUInt16LE(6) * bytes.readUInt16LE(8),
};

const EXIF = 'Exif\0\0';
/** Segments that a picture is shown by: JFIF, ICC profiles, and how Adobe stores colours. */
const SHOWN_BY: readonly number[] = [0xe0, 0xe2, 0xee];
const [START, END, SCAN, COMMENT] = [0xd8, 0xd9, 0xda, 0xfe];

/** Cameras append more of them, each with its own metadata, and whole films. */
function clearJpeg(bytes: Buffer): number {
  let [at, most] = [0, 0];
  while (bytes[at] === 0xff && bytes[at + 1] === START) {
    const { end, pixels } = clearOneJpeg(bytes, at + 2);
    [at, most] = [end, Math.max(most, pixels)];
  }
  bytes.fill(0, at);
  return most;
}

function clearOneJpeg(bytes: Buffer, start: number): { end: number; pixels: number } {
  let [at, pixels] = [start, 0];
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) throw new RangeError();
    while (bytes.readUInt8(at) === 0xff) at += 1;
    const marker = bytes[at]!;
    at += 1;
    if (marker === END) return { end: at, pixels };
    if (hasNoLength(marker)) continue;
    const end = at + bytes.readUInt16BE(at);
    const data = part(bytes, at + 2, end);
    if (isFrame(marker)) pixels = data.readUInt16BE(1) * data.readUInt16BE(3);
    if (marker >>> 4 === 0xe && !SHOWN_BY.includes(marker)) {
      if (data.toString('latin1', 0, EXIF.length) === EXIF) clearExif(data.subarray(EXIF.length));
      else {
        data.fill(0);
        bytes[at - 1] = COMMENT;
      }
    }
    at = marker === SCAN ? endOfScan(bytes, end) : end;
  }
}

function hasNoLength(marker: number): boolean {
  return marker === 0x01 || isRestart(marker);
}

function isRestart(marker: number): boolean {
  return marker >= 0xd0 && marker <= 0xd7;
}

/** SOF0 to SOF15, without the tables between them. */
function isFrame(marker: number): boolean {
  return marker >>> 4 === 0xc && ![0xc4, 0xc8, 0xcc].includes(marker);
}

/** Where the next marker is. */
function endOfScan(bytes: Buffer, start: number): number {
  let at = start;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) throw new RangeError();
    const next = bytes.readUInt8(at + 1);
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
    at += next === 0xff ? 1 : 2;
  }
}

const PNG_HEADER = 8;
/** Texts with what Exif, XMP and IPTC say. */
const PROFILES = /^(?:XML:com\.adobe\.xmp|Raw profile type )/;

function clearPng(bytes: Buffer): number {
  let [at, pixels, type] = [PNG_HEADER, 0, ''];
  while (type !== 'IEND') {
    type = part(bytes, at + 4, at + 8).toString('latin1');
    const end = at + 12 + bytes.readUInt32BE(at);
    const data = part(bytes, at + 8, end - 4);
    part(bytes, end - 4, end);
    if (type === 'IHDR') pixels = data.readUInt32BE(0) * data.readUInt32BE(4);
    const isProfile = /^[tzi]TXt$/.test(type) && PROFILES.test(data.toString('latin1', 0, 24));
    if (type === 'eXIf') clearExif(data);
    if (isProfile) {
      bytes.write('tEXt', at + 4);
      data.fill(' ').write('Comment\0');
    }
    if (type === 'eXIf' || isProfile) bytes.writeUInt32BE(crc32(bytes.subarray(at + 4, end - 4)), end - 4);
    at = end;
  }
  bytes.fill(0, at);
  return pixels;
}

const WEBP_HEADER = 12;

function clearWebp(bytes: Buffer): number {
  const whole = part(bytes, 0, 8 + bytes.readUInt32LE(4));
  let [at, most] = [WEBP_HEADER, 0];
  while (at < whole.length) {
    const type = part(whole, at, at + 4).toString('latin1');
    const length = whole.readUInt32LE(at + 4);
    const data = part(whole, at + 8, at + 8 + length);
    most = Math.max(most, webpPixels(type, data));
    if (type === 'EXIF')
      clearExif(data.toString('latin1', 0, EXIF.length) === EXIF ? data.subarray(EXIF.length) : data);
    if (type === 'XMP ') data.fill(' ');
    at += 8 + length + (length % 2);
  }
  bytes.fill(0, whole.length);
  return most;
}

function webpPixels(type: string, data: Buffer): number {
  if (type === 'VP8 ') return (data.readUInt16LE(6) & 0x3fff) * (data.readUInt16LE(8) & 0x3fff);
  if (type === 'VP8X') return (data.readUIntLE(4, 3) + 1) * (data.readUIntLE(7, 3) + 1);
  if (type !== 'VP8L') return 0;
  const sides = data.readUInt32LE(1);
  return ((sides & 0x3fff) + 1) * (((sides >>> 14) & 0x3fff) + 1);
}

const ORIENTATION = 0x0112;
const SHORT = 3;
const FIELD_BYTES = 12;

/** Leaves how the picture is turned. @param tiff fields as in a TIFF file */
function clearExif(tiff: Buffer): void {
  const turned = orientationOf(tiff);
  const only = Buffer.alloc(26);
  only.write('MM\0*\0\0\0\x08', 'latin1');
  if (turned !== undefined) {
    only.writeUInt16BE(1, 8);
    for (const [at, value] of [ORIENTATION, SHORT, 0, 1, turned].entries()) only.writeUInt16BE(value, 10 + 2 * at);
  }
  tiff.fill(0);
  only.copy(tiff);
}

function orientationOf(tiff: Buffer): number | undefined {
  const order = tiff.toString('latin1', 0, 2);
  if (tiff.length < 8 || (order !== 'II' && order !== 'MM')) return undefined;
  const short = (at: number) => (order === 'II' ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at));
  const first = order === 'II' ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4);
  if (first + 2 > tiff.length) return undefined;
  for (let at = first + 2, left = short(first); left > 0 && at + FIELD_BYTES <= tiff.length; left--, at += FIELD_BYTES)
    if (short(at) === ORIENTATION && short(at + 2) === SHORT) return short(at + 8);
  return undefined;
}

/** @throws RangeError they are not all there */
function part(bytes: Buffer, start: number, end: number): Buffer {
  if (end > bytes.length || end < start) throw new RangeError();
  return bytes.subarray(start, end);
}

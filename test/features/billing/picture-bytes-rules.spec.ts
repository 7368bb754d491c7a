import { describe, expect, it } from '@jest/globals';
import { crc32 } from 'node:zlib';
import type { ImageType } from '../../../src/features/billing/files/file.events.ts';
import { clearPicture } from '../../../src/features/billing/files/picture-bytes.rules.ts';
import { PNG } from '../../support/uploads.ts';

/** Where a picture was taken, as every kind of metadata may say it. */
const PLACE = '52.5163N 13.3777E';
const PROFILE = 'ICC_PROFILE\0\x01\x01colours';
const latin = (text: string) => Buffer.from(text, 'latin1');
const big = (value: number, bytes: number) => {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntBE(value, 0, bytes);
  return buffer;
};

/** Exif with an orientation, and a pointer to a position. */
function exif(order: 'II' | 'MM', orientation: number | null): Buffer {
  const number = (value: number, bytes: number) => (order === 'MM' ? big(value, bytes) : big(value, bytes).reverse());
  const field = (tag: number, type: number, value: Buffer) =>
    Buffer.concat([number(tag, 2), number(type, 2), number(1, 4), Buffer.concat([value, Buffer.alloc(4)], 4)]);
  const fields = [
    ...(orientation === null ? [] : [field(0x0112, 3, number(orientation, 2))]),
    field(0x8825, 4, number(60, 4)),
  ];
  const head = [latin(order), number(42, 2), number(8, 4), number(fields.length, 2), ...fields, Buffer.alloc(4)];
  return Buffer.concat([...head, latin(PLACE)]);
}

const segment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker]), big(data.length + 2, 2), data]);
const frame = (width: number, height: number) =>
  segment(0xc2, Buffer.concat([Buffer.from([8]), big(height, 2), big(width, 2), Buffer.from([1, 1, 0x11, 0])]));
/** Two scans, as of a progressive picture, with a stuffed byte and a restart within. */
const SCANS = Buffer.concat([
  ...[1, 2].flatMap(() => [segment(0xda, Buffer.from([1, 1, 0, 0, 63, 0])), Buffer.from([7, 0xff, 0, 0xff, 0xd0, 7])]),
]);

function jpeg({ turned = 6, width = 40, height = 30, order = 'II' as 'II' | 'MM' } = {}): Buffer {
  return Buffer.concat([
    ...[Buffer.from([0xff, 0xd8]), segment(0xe0, latin('JFIF\0'))],
    segment(0xe1, Buffer.concat([latin('Exif\0\0'), exif(order, turned)])),
    segment(0xe1, latin(`http://ns.adobe.com/xap/1.0/\0<x exif:GPS="${PLACE}"/>`)),
    ...[segment(0xe2, latin(PROFILE)), segment(0xed, latin(`Photoshop 3.0\0${PLACE}`)), segment(0xee, latin('Adobe'))],
    ...[frame(width, height), SCANS, Buffer.from([0xff, 0xd9])],
  ]);
}

const chunk = (type: string, data: Buffer) => {
  const typed = Buffer.concat([latin(type), data]);
  return Buffer.concat([big(data.length, 4), typed, big(crc32(typed), 4)]);
};

function png({ turned = 6, width = 40, height = 30 } = {}): Buffer {
  return Buffer.concat([
    PNG.subarray(0, 8),
    chunk('IHDR', Buffer.concat([big(width, 4), big(height, 4), Buffer.from([8, 2, 0, 0, 0])])),
    chunk('iCCP', latin(PROFILE)),
    chunk('eXIf', exif('MM', turned)),
    chunk('iTXt', latin(`XML:com.adobe.xmp\0\0\0\0\0${PLACE}`)),
    ...[chunk('zTXt', latin(`Raw profile type exif\0\0${PLACE}`)), chunk('tEXt', latin('Title\0Boats'))],
    ...[chunk('IDAT', Buffer.from([1, 2, 3])), chunk('IEND', Buffer.alloc(0))],
  ]);
}

function webp({ turned = 6, width = 40, height = 30 } = {}): Buffer {
  const little = (value: number, bytes: number) => big(value, bytes).reverse();
  const riff = (type: string, data: Buffer) =>
    Buffer.concat([latin(type), little(data.length, 4), data, Buffer.alloc(data.length % 2)]);
  const chunks = Buffer.concat([
    riff('VP8X', Buffer.concat([Buffer.alloc(4), little(width - 1, 3), little(height - 1, 3)])),
    ...[riff('ICCP', latin(PROFILE)), riff('VP8L', Buffer.from([0x2f, 0, 0, 0, 0, 1]))],
    ...[riff('EXIF', exif('II', turned)), riff('XMP ', latin(`<x>${PLACE}</x>`))],
  ]);
  return Buffer.concat([latin('RIFF'), little(chunks.length + 4, 4), latin('WEBP'), chunks]);
}

const KINDS: [ImageType, (of?: { turned?: number; width?: number; height?: number }) => Buffer][] = [
  ['image/jpeg', jpeg],
  ['image/png', png],
  ['image/webp', webp],
];

describe.each(KINDS)('a picture of type %s', (type, picture) => {
  const cleared = (bytes: Buffer) => {
    const after = Buffer.from(bytes);
    return { problem: clearPicture(type, after), after, text: after.toString('latin1') };
  };

  it('loses where it was taken, and keeps its length, colours, and how it is turned', () => {
    for (const turned of [1, 3, 6, 8]) {
      const before = picture({ turned });
      const { problem, after, text } = cleared(before);
      expect([problem, after.length, text.includes(PROFILE)]).toEqual([undefined, before.length, true]);
      expect(text).not.toMatch(/52\.5163|\x88\x25|\x25\x88/);
      expect(after.includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turned]))).toBe(true);
      expect(cleared(after).after.equals(after)).toBe(true);
    }
  });

  it('is cut off after what follows its end', () => {
    const before = picture();
    const { after } = cleared(Buffer.concat([before, latin(`<film>${PLACE}`)]));
    expect(after.subarray(before.length).every((byte) => byte === 0)).toBe(true);
  });

  it('is refused if it ends too early, wherever', () => {
    const whole = picture();
    for (let length = 12; length < whole.length; length++)
      expect([length, cleared(whole.subarray(0, length)).problem]).toEqual([
        length,
        'The picture is cut off or damaged',
      ]);
  });

  it('is refused if it has more pixels than a browser can show', () => {
    expect(cleared(picture({ width: 10_000, height: 10_000 })).problem).toBeUndefined();
    for (const [width, height] of [
      [10_001, 10_000],
      [16_000, 16_000],
    ] as const)
      expect(cleared(picture({ width, height })).problem).toBe('The picture has more than 100 million pixels');
  });

  it('is read in one go, whatever its bytes are', () => {
    const whole = picture();
    for (let at = 0; at < whole.length; at++)
      for (const value of [0x00, 0xff, 0x7f]) {
        const damaged = Buffer.from(whole);
        damaged[at] = value;
        expect(() => clearPicture(type, damaged)).not.toThrow();
      }
  });
});

describe('a JPEG', () => {
  it('keeps how it is turned in either order of bytes, and those that are appended to it lose their position, too', () => {
    const two = Buffer.concat([jpeg({ order: 'MM', turned: 8 }), jpeg({ turned: 3 })]);
    expect(clearPicture('image/jpeg', two)).toBeUndefined();
    expect(two.toString('latin1')).not.toContain(PLACE);
    for (const turned of [8, 3])
      expect(two.includes(Buffer.from([0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turned]))).toBe(true);
  });
});

it('the smallest PNG is as it was', () => {
  const bytes = Buffer.from(PNG);
  expect([clearPicture('image/png', bytes), bytes]).toEqual([undefined, PNG]);
});

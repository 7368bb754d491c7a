import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import type { CreateFile } from './file.commands.ts';
import type { FileService } from './file.events.ts';

const MIB = 1_048_576;
const GIB = 1_024 * MIB;

/** Types of pictures that may be shown in public. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml'];

/** S3's limits for an object, which hold wherever the bytes are. */
export const MOST_PARTS = 10_000;
const LARGEST_PART = 5 * GIB;
const LARGEST_FILE = 5 * 1_024 * GIB;
/** Parts but the last, in files that are larger than this. */
const SMALLEST_PART = 5 * MIB;
const SMALL_FILE = GIB;

/** In bytes. */
const LARGEST: Readonly<Record<FileService, number>> = {
  downloadable: LARGEST_FILE,
  product_media: 10 * MIB,
  organization_avatar: MIB,
};
const LARGEST_TEXT: Readonly<Record<FileService, string>> = {
  downloadable: '5 TiB',
  product_media: '10 MiB',
  organization_avatar: '1 MiB',
};

/** A part of the whole, from `start` up to, but not including, `end`. */
export interface PartRange {
  number: number;
  start: number;
  end: number;
}

/** Separators of paths, what means a folder, characters that no name needs, and halves of some. Names are shown and sent, and name nothing on a disk. */
// eslint-disable-next-line no-control-regex -- they are what is refused
const NOT_IN_NAMES = /[/\\\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]|\p{Cs}|^\.{1,2}$/u;

/** @throws InvalidInput */
export function refuseName(name: string): void {
  const field = nameError(name);
  if (field) throw new InvalidInput([field]);
}

/** @throws InvalidInput with every field that the service refuses */
export function refuseFile({ service, name, mimeType, size }: CreateFile['data']): void {
  const fields = [nameError(name), typeError(service, mimeType), sizeError(service, size)].filter(
    (field) => field !== undefined,
  );
  if (fields.length > 0) throw new InvalidInput(fields);
}

/**
 * Parts must cover the file without gaps, in order.
 * @throws InvalidInput
 */
export function refuseParts(parts: readonly PartRange[], size: number): void {
  const fields = parts.flatMap((part, index) => {
    const before = index === 0 ? 0 : parts[index - 1]!.end;
    return partErrors(part, { index, before, isLast: index === parts.length - 1, size });
  });
  if (fields.length > 0) throw new InvalidInput(fields.slice(0, 10));
}

interface Place {
  index: number;
  before: number;
  isLast: boolean;
  size: number;
}

function partErrors({ number, start, end }: PartRange, { index, before, isLast, size }: Place): FieldError[] {
  const at = (field: string, msg: string): FieldError[] => [
    { loc: ['body', 'upload', 'parts', index, field], msg, type: 'value_error' },
  ];
  if (number !== index + 1) return at('number', `Parts are numbered in order: this is number ${index + 1}`);
  if (start !== before) return at('chunk_start', `The part must begin at ${before}, where the one before it ends`);
  if (isLast && end !== size) return at('chunk_end', `The last part must end at ${size}, the size of the file`);
  if (end < start || (end === start && !isLast)) return at('chunk_end', 'The part must not be empty');
  if (end - start > LARGEST_PART) return at('chunk_end', 'A part must be at most 5 GiB');
  if (!isLast && size > SMALL_FILE && end - start < SMALLEST_PART)
    return at('chunk_end', 'Parts of files over 1 GiB, but the last one, must be at least 5 MiB');
  return [];
}

function nameError(name: string): FieldError | undefined {
  if (!NOT_IN_NAMES.test(name)) return undefined;
  const msg = 'A file name must not be a path, and must not contain control characters';
  return { loc: ['body', 'name'], msg, type: 'value_error' };
}

function typeError(service: FileService, mimeType: string): FieldError | undefined {
  if (service === 'downloadable' || PICTURE_TYPES.includes(mimeType)) return undefined;
  const msg = `Input should be one of ${PICTURE_TYPES.map((type) => `'${type}'`).join(', ')}`;
  return { loc: ['body', 'mime_type'], msg, type: 'literal_error' };
}

function sizeError(service: FileService, size: number): FieldError | undefined {
  if (size <= LARGEST[service]) return undefined;
  const msg = `The file must be at most ${LARGEST_TEXT[service]}`;
  return { loc: ['body', 'size'], msg, type: 'less_than_equal' };
}

/** As the contract has it; the path to no file. */
export function pathOf({ service, organizationId, fileId, name }: CreateFile['data']): string {
  return `${service}/${organizationId}/${fileId}/${name}`;
}

/** Such as `1.5 MB`, as the contract has it. */
export function readableSize(bytes: number): string {
  let size = bytes;
  for (const unit of ['', 'K', 'M', 'G']) {
    if (size < 1_024) return `${size.toFixed(1)} ${unit}B`;
    size /= 1_024;
  }
  return `${size.toFixed(1)} TB`;
}

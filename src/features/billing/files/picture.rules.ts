import type { ImageType } from './file.events.ts';

/** How many bytes say what a picture is. */
export const HEAD_BYTES = 16;

/** What the first bytes of a file are; null if they begin no raster image. */
export function imageTypeOf(head: Buffer): ImageType | null {
  const text = head.toString('latin1');
  if (text.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  if (text.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png';
  if (/^GIF8[79]a/.test(text)) return 'image/gif';
  return /^RIFF.{4}WEBP/s.test(text) ? 'image/webp' : null;
}

const SCRIPTS: readonly RegExp[] = [
  /<(?:[\w.-]+:)?(?:script|foreignobject|iframe|object|embed|handler|listener)\b/i,
  /<!entity/i,
  /<\?xml-stylesheet/i,
  /[\s"'/]on[a-z]+\s*=/i,
  /(?:javascript|vbscript)\s*:|data\s*:\s*(?:text|application)/i,
];

const NO_SVG = 'The file is not an SVG image in UTF-8';
/** Up to where it brings declarations of its own, if it does. */
const DOCTYPE = /<!doctype\b[^>[%]*([[%]?)/gi;
/** What may be before the image. */
const BEFORE_IMAGE = /\s+|<\?xml[^>]*>|<!--[^]*?-->|<!doctype svg[^[>]*>/iy;
const IMAGE = /<(?:\w+:)?svg\b(?:[^>"']|"[^"]*"|'[^']*')*/iy;
/** Without it, browsers show nothing. */
const NAMESPACE = /\sxmlns(?::\w+)?\s*=\s*["']http:\/\/www\.w3\.org\/2000\/svg["']/;

/**
 * Why an SVG is refused; undefined if it is one without scripts, handlers and other documents. It is never opened as a page of ours either
 * (docs/SECURITY.md#uploaded-files), so this is not what keeps others safe.
 */
export function svgProblem(bytes: Buffer): string | undefined {
  const text = textOf(bytes);
  if (text === undefined) return NO_SVG;
  if (hasDeclarations(text))
    return 'The SVG image has declarations (<!DOCTYPE … [ … ]>): save it as SVG 1.1 without them';
  const start = startOf(text);
  if (start === undefined) return NO_SVG;
  if (!NAMESPACE.test(start))
    return 'The SVG image lacks xmlns="http://www.w3.org/2000/svg", without which nothing is shown';
  const plain = decoded(text).replaceAll(/[\t\r\n]+/g, '');
  return [text, plain].some((one) => hasDeclarations(one) || SCRIPTS.some((script) => script.test(one)))
    ? 'The SVG image contains a script, an event handler or another document: remove it'
    : undefined;
}

/** Its first tag; undefined if it is no SVG image. */
function startOf(text: string): string | undefined {
  let at = 0;
  do {
    BEFORE_IMAGE.lastIndex = IMAGE.lastIndex = at;
    const [start] = IMAGE.exec(text) ?? [];
    if (start !== undefined) return start;
    at = BEFORE_IMAGE.test(text) ? BEFORE_IMAGE.lastIndex : 0;
  } while (at > 0);
  return undefined;
}

function hasDeclarations(text: string): boolean {
  for (const [, declarations] of text.matchAll(DOCTYPE)) if (declarations !== '') return true;
  return false;
}

/** UTF-8 without NUL, which other encodings have. */
function textOf(bytes: Buffer): string | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return text.includes('\0') ? undefined : text;
  } catch {
    return undefined;
  }
}

/** With its character references resolved, which could hide a word. */
function decoded(text: string): string {
  return text.replaceAll(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));?/gi, (whole, hex: string | undefined, decimal: string) => {
    const code = hex === undefined ? Number(decimal) : parseInt(hex, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
  });
}

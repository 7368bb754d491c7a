const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ADDED = /^[\p{M}\p{Cf}]$/u;

/**
 * A text as a font can print it. A character without a glyph becomes `�`, so that nobody takes the rest for the whole; accents that the font
 * cannot combine are left out, and control characters are blanks.
 * @param glyphs the code points that the font has
 */
export function printable(text: string, glyphs: ReadonlySet<number>): string {
  const lines = text.normalize('NFC').split(/\r\n|[\n\r\u2028\u2029]/);
  return lines.map((line) => printableLine(line.replaceAll(/\p{Cc}/gu, ' '), glyphs)).join('\n');
}

function printableLine(line: string, glyphs: ReadonlySet<number>): string {
  const hasGlyph = (character: string) => glyphs.has(character.codePointAt(0)!);
  let printed = '';
  for (const { segment } of graphemes.segment(line)) {
    const [base = '', ...added] = segment;
    const kept = added.filter((one) => hasGlyph(one));
    const isWhole = hasGlyph(base) && added.every((one) => hasGlyph(one) || ADDED.test(one));
    printed += isWhole ? base + kept.join('') : ADDED.test(base) ? '' : '\ufffd';
  }
  return printed;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const ADDED = /^[\p{M}\p{Cf}]$/u;

/** Whole letters before letters with their marks, and both before those that Unicode calls compatible, such as full-width digits. */
const FORMS = ['NFC', 'NFD', 'NFKC', 'NFKD'] as const;
/** Half rings and turned commas of transliterations, which few fonts have. */
const QUOTES: Readonly<Record<string, string>> = { ʿ: '‘', ʾ: '’', ʻ: '‘', ʼ: '’' };

/**
 * A text as a font can print it (docs/BILLING.md#invoices). A character that it can neither print nor compose becomes `�`, so that nobody
 * takes the rest for the whole; accents that it cannot combine are left out, and control characters are blanks.
 * @param glyphs the code points that the font has
 */
export function printable(text: string, glyphs: ReadonlySet<number>): string {
  const lines = text.normalize('NFC').split(/\r\n|[\n\r\u2028\u2029]/);
  return lines.map((line) => printableLine(line.replaceAll(/\p{Cc}/gu, ' '), glyphs)).join('\n');
}

function printableLine(line: string, glyphs: ReadonlySet<number>): string {
  return [...graphemes.segment(line)].map(({ segment }) => printableGrapheme(segment, glyphs)).join('');
}

function printableGrapheme(segment: string, glyphs: ReadonlySet<number>): string {
  const hasGlyph = (character: string) => glyphs.has(character.codePointAt(0)!);
  const forms = [segment, QUOTES[segment] ?? segment].flatMap((one) => FORMS.map((form) => [...one.normalize(form)]));
  const whole = forms.find((characters) => characters.every(hasGlyph));
  const based = forms.find(
    ([base = '', ...added]) => hasGlyph(base) && added.every((one) => hasGlyph(one) || ADDED.test(one)),
  );
  const printed = whole ?? based?.filter(hasGlyph);
  if (printed) return printed.join('');
  return ADDED.test([...segment][0]!) ? '' : '\ufffd';
}

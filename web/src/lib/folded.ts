const ACCENTS = /[\u0300-\u036F]/g;

/** Letters and marks that Unicode takes apart no further, as people type them who lack their keys. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  ħ: 'h',
  ŧ: 't',
  þ: 'th',
  ı: 'i',
  ς: 'σ',
  '‘': "'",
  '’': "'",
  '‚': "'",
  '‛': "'",
  ʼ: "'",
  ʻ: "'",
  '′': "'",
  '`': "'",
  '“': '"',
  '”': '"',
  '„': '"',
  '‟': '"',
  '″': '"',
  '«': '"',
  '»': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '−': '-',
};
const OTHERS = new RegExp(`[${Object.keys(PLAIN).join('')}]`, 'g');

/**
 * What texts are searched by, as on the server (docs/READ_MODELS.md#search).
 */
export function folded(text: string): string {
  return text
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .toLowerCase()
    .replace(OTHERS, (character) => PLAIN[character]!)
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}

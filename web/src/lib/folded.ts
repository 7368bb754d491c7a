/** Also points of Hebrew, and vowels and hamzas of Arabic, which few people type. Marks of other scripts are letters. */
const ACCENTS = /[\u0300-\u036F\u0591-\u05BD\u05BF-\u05C7\u064B-\u065F\u0670]/g;

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

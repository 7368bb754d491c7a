import { domainToASCII } from 'node:url';

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
 * What texts are searched and sorted by, on both sides: without case, accents, kinds of quotes and widths, and without blanks around them
 * (docs/READ_MODELS.md#search). Documents hold it in fields named `…_lower`.
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

/** What an e-mail address is claimed, compared and limited by: composed, without case, with its domain as DNS has it. */
export function normalEmail(address: string): string {
  const text = address.trim().normalize('NFC').toLowerCase();
  const at = text.lastIndexOf('@') + 1;
  const domain = text.slice(at);
  return text.slice(0, at) + (domainToASCII(domain) || domain);
}

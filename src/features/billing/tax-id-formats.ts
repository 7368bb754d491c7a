import { hasEuCheckDigits } from './eu-vat.rules.ts';

/** The published form of a tax id, in capitals without spaces, dots, dashes and slashes. */
interface TaxIdRule {
  pattern: RegExp;
  /** Where its check digits are published, whether they are right. Only texts that have the pattern reach it. */
  check?: (text: string) => boolean;
}

const digits = (count: number): RegExp => new RegExp(`^\\d{${count}}$`);

/** By type (SDK `TaxIDFormat`), as the tax authorities publish them; where they publish only a length, the length. */
export const TAX_ID_RULES: Readonly<Record<string, TaxIdRule>> = {
  ad_nrt: { pattern: /^[A-Z]\d{6}[A-Z]$/ },
  ae_trn: { pattern: digits(15) },
  ar_cuit: { pattern: digits(11), check: (text) => mod11(text, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2], { 11: 0, 10: 9 }) },
  au_abn: { pattern: /^[1-9]\d{10}$/, check: isAbn },
  au_arn: { pattern: digits(12) },
  bg_uic: { pattern: /^(\d{9}|\d{13})$/ },
  bh_vat: { pattern: digits(15) },
  bo_tin: { pattern: /^\d{7,12}$/ },
  br_cnpj: { pattern: /^[0-9A-Z]{12}\d{2}$/, check: isCnpj },
  br_cpf: { pattern: digits(11), check: isCpf },
  ca_bn: { pattern: digits(9), check: isLuhn },
  ca_gst_hst: { pattern: /^\d{9}RT\d{4}$/, check: (text) => isLuhn(text.slice(0, 9)) },
  ca_pst_bc: { pattern: /^PST\d{8}$/ },
  ca_pst_mb: { pattern: digits(7) },
  ca_pst_sk: { pattern: digits(7) },
  ca_qst: { pattern: /^\d{10}TQ\d{4}$/ },
  ch_uid: { pattern: /^CHE\d{9}(HR)?$/, check: isSwiss },
  ch_vat: { pattern: /^CHE\d{9}(MWST|TVA|IVA|TPV)?$/, check: isSwiss },
  cl_tin: { pattern: /^\d{7,8}[0-9K]$/, check: isRut },
  cn_tin: { pattern: /^([0-9A-Z]{18}|\d{15})$/ },
  co_nit: { pattern: /^\d{9,11}$/ },
  cr_tin: { pattern: /^\d{9,12}$/ },
  de_stn: { pattern: /^(\d{10,11}|\d{13})$/ },
  do_rcn: { pattern: /^(\d{9}|\d{11})$/ },
  ec_ruc: { pattern: digits(13) },
  eg_tin: { pattern: digits(9) },
  es_cif: { pattern: /^([A-HJNP-SUVW]\d{7}[0-9A-J]|[0-9XYZKLM]\d{7}[A-Z])$/, check: isSpanish },
  eu_oss_vat: { pattern: /^(EU|IM)\d{9,10}$/ },
  eu_vat: { pattern: euVat(), check: hasEuCheckDigits },
  gb_vat: { pattern: /^(GB)?(\d{9}(\d{3})?|GD[0-4]\d{2}|HA[5-9]\d{2})$/, check: isBritish },
  ge_vat: { pattern: digits(9) },
  hk_br: { pattern: digits(8) },
  hr_oib: { pattern: digits(11), check: isMod11And10 },
  hu_tin: {
    pattern: /^\d{8}[1-5]\d{2}$/,
    check: (text) => weighted(text.slice(0, 8), [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0,
  },
  id_npwp: { pattern: /^\d{15,16}$/ },
  il_vat: { pattern: digits(9) },
  in_gst: { pattern: /^\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z]$/, check: isGstin },
  is_vat: { pattern: /^\d{5,6}$/ },
  jp_cn: { pattern: digits(13), check: isJapanese },
  jp_rn: { pattern: /^\d{5}$/ },
  jp_trn: { pattern: /^T\d{13}$/ },
  ke_pin: { pattern: /^[A-Z]\d{9}[A-Z]$/ },
  kr_brn: { pattern: digits(10), check: isKorean },
  kz_bin: { pattern: digits(12) },
  li_uid: { pattern: /^CHE\d{9}$/, check: isSwiss },
  mx_rfc: { pattern: /^[A-ZÑ&]{3,4}\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[0-9A-Z]{3}$/ },
  my_frp: { pattern: digits(8) },
  my_itn: { pattern: /^[A-Z]{1,2}\d{8,11}$/ },
  my_sst: { pattern: /^[A-Z]\d{14}$/ },
  ng_tin: { pattern: /^(\d{10}|\d{12,13})$/ },
  no_vat: {
    pattern: /^(NO)?\d{9}(MVA)?$/,
    check: (text) => mod11(numbersIn(text), [3, 2, 7, 6, 5, 4, 3, 2], { 11: 0 }),
  },
  no_voec: { pattern: digits(7) },
  nz_gst: { pattern: /^\d{8,9}$/, check: isIrd },
  om_vat: { pattern: /^OM\d{10}$/ },
  pe_ruc: {
    pattern: /^(10|15|16|17|20)\d{9}$/,
    check: (text) => mod11(text, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2], { 10: 0, 11: 1 }),
  },
  ph_tin: { pattern: /^(\d{9}|\d{12}|\d{14})$/ },
  ro_tin: {
    pattern: /^[1-9]\d{12}$/,
    check: (text) => checkDigit(weighted(text, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11) === text.at(-1),
  },
  rs_pib: { pattern: digits(9), check: isMod11And10 },
  ru_inn: { pattern: /^(\d{10}|\d{12})$/, check: isInn },
  ru_kpp: { pattern: /^\d{4}[0-9A-Z]{2}\d{3}$/ },
  sa_vat: { pattern: digits(15) },
  sg_gst: { pattern: /^(M[0-9A-Z]\d{7}[0-9A-Z]|\d{8,9}[A-Z]|[RST]\d{2}[A-Z]{2}\d{4}[A-Z])$/ },
  sg_uen: { pattern: /^(\d{8,9}[A-Z]|[RST]\d{2}[A-Z]{2}\d{4}[A-Z])$/ },
  si_tin: { pattern: /^[1-9]\d{7}$/, check: (text) => mod11(text, [8, 7, 6, 5, 4, 3, 2], { 10: 0 }) },
  sv_nit: { pattern: digits(14) },
  th_vat: {
    pattern: digits(13),
    check: (text) => mod11(text, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2], { 10: 0, 11: 1 }),
  },
  tr_tin: { pattern: /^\d{10,11}$/, check: (text) => text.length === 11 || isVkn(text) },
  tw_vat: { pattern: digits(8), check: isUbn },
  ua_vat: { pattern: /^(\d{8,10}|\d{12})$/ },
  us_ein: { pattern: /^(?!00)\d{9}$/ },
  uy_ruc: { pattern: digits(12), check: (text) => mod11(text, [4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2], { 11: 0 }) },
  ve_rif: { pattern: /^[VEJPGC]\d{9}$/, check: isRif },
  vn_tin: { pattern: /^(\d{10}|\d{12,13})$/ },
  za_vat: { pattern: /^4\d{9}$/ },
};

/** Of the VIES directory: each member state's form, which its two letters begin. */
function euVat(): RegExp {
  const forms = [
    'ATU\\d{8}',
    'BE[01]\\d{9}',
    'BG\\d{9,10}',
    'CY\\d{8}[A-Z]',
    'CZ\\d{8,10}',
    'DE\\d{9}',
    'DK\\d{8}',
    'E[EL]\\d{9}',
    'ES[0-9A-Z]\\d{7}[0-9A-Z]',
    'FI\\d{8}',
    'FR[0-9A-HJ-NP-Z]{2}\\d{9}',
    'HR\\d{11}',
    'HU\\d{8}',
    'IE(\\d{7}[A-W][A-I]?|\\d[A-Z+*]\\d{5}[A-W])',
    'IT\\d{11}',
    'LT(\\d{9}|\\d{12})',
    'LU\\d{8}',
    'LV\\d{11}',
    'MT\\d{8}',
    'NL[0-9A-Z+*]{10}\\d{2}',
    'PL\\d{10}',
    'PT\\d{9}',
    'RO\\d{2,10}',
    'SE\\d{10}01',
    'SI\\d{8}',
    'SK\\d{10}',
    // Northern Ireland.
    'XI(\\d{9}|\\d{12}|GD\\d{3}|HA\\d{3})',
  ];
  return new RegExp(`^(${forms.join('|')})$`);
}

function numbersIn(text: string): string {
  return text.replaceAll(/\D/g, '');
}

/** The sum of digits times weights; digits beyond the weights do not count. */
function weighted(text: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * Number(text[at]), 0);
}

/** 10 is written as 1, as in Romania. */
function checkDigit(rest: number): string {
  return String(rest === 10 ? 1 : rest);
}

/** Whether the last digit is 11 minus the weighted sum modulo 11. @param written how 10 and 11 are written; never, if not named */
function mod11(text: string, weights: readonly number[], written: Readonly<Record<number, number>>): boolean {
  const rest = 11 - (weighted(text, weights) % 11);
  const digit = rest > 9 ? written[rest] : rest;
  return digit === Number(text[weights.length]);
}

/** ISO 7064, mod 11,10. */
function isMod11And10(text: string): boolean {
  const last = [...text].slice(0, -1).reduce((product, digit) => {
    const sum = (Number(digit) + product) % 10;
    return ((sum === 0 ? 10 : sum) * 2) % 11;
  }, 10);
  return (11 - last) % 10 === Number(text.at(-1));
}

function isLuhn(text: string): boolean {
  const sum = [...text].reverse().reduce((total, digit, at) => {
    const doubled = Number(digit) * (at % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

function isAbn(text: string): boolean {
  return (weighted(text, [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]) - 10) % 89 === 0;
}

/** Since 2026 also with letters, each worth its code minus that of 0. */
function isCnpj(text: string): boolean {
  const values = [...text].map((char) => char.charCodeAt(0) - 48);
  const digitAfter = (count: number) => {
    const sum = values.slice(0, count).reduce((total, value, at) => total + value * (2 + ((count - 1 - at) % 8)), 0);
    return sum % 11 < 2 ? 0 : 11 - (sum % 11);
  };
  return !isOneCharacter(text) && digitAfter(12) === values[12] && digitAfter(13) === values[13];
}

function isCpf(text: string): boolean {
  const digitAfter = (count: number) => {
    const sum = [...text.slice(0, count)].reduce((total, digit, at) => total + Number(digit) * (count + 1 - at), 0);
    return ((sum * 10) % 11) % 10;
  };
  return !isOneCharacter(text) && digitAfter(9) === Number(text[9]) && digitAfter(10) === Number(text[10]);
}

function isOneCharacter(text: string): boolean {
  return new Set(text).size === 1;
}

function isSwiss(text: string): boolean {
  return mod11(text.slice(3), [5, 4, 3, 2, 7, 6, 5, 4], { 11: 0 });
}

function isRut(text: string): boolean {
  const body = [...text.slice(0, -1)].reverse();
  const rest = 11 - (body.reduce((sum, digit, at) => sum + Number(digit) * (2 + (at % 6)), 0) % 11);
  return text.at(-1) === (rest === 11 ? '0' : rest === 10 ? 'K' : String(rest));
}

/** A company's CIF, or a person's DNI or NIE. */
function isSpanish(text: string): boolean {
  if (/^[0-9XYZKLM]/.test(text)) {
    const number = text
      .slice(0, -1)
      .replace(/^[XKLM]/, '0')
      .replace(/^Y/, '1')
      .replace(/^Z/, '2');
    return 'TRWAGMYFPDXBNJZSQVHLCKE'[Number(number) % 23] === text.at(-1);
  }
  const sum = [...text.slice(1, 8)].reduce((total, digit, at) => {
    const value = Number(digit) * (at % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  const control = (10 - (sum % 10)) % 10;
  return [String(control), 'JABCDEFGHI'[control]].includes(text.at(-1));
}

/** Numbers of government departments and health authorities have no check digits. */
function isBritish(text: string): boolean {
  if (/GD|HA/.test(text)) return true;
  const number = numbersIn(text);
  const sum = weighted(number, [8, 7, 6, 5, 4, 3, 2]) + Number(number.slice(7, 9));
  return sum % 97 === 0 || (sum + 55) % 97 === 0;
}

function isGstin(text: string): boolean {
  const sum = [...text.slice(0, 14)].reduce((total, char, at) => {
    const product = parseInt(char, 36) * (at % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / 36) + (product % 36);
  }, 0);
  return ((36 - (sum % 36)) % 36).toString(36).toUpperCase() === text.at(-1);
}

function isJapanese(text: string): boolean {
  const sum = [...text.slice(1)]
    .reverse()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 1 : 2), 0);
  return 9 - (sum % 9) === Number(text[0]);
}

function isKorean(text: string): boolean {
  const sum = weighted(text, [1, 3, 7, 1, 3, 7, 1, 3, 5]) + Math.floor((Number(text[8]) * 5) / 10);
  return (10 - (sum % 10)) % 10 === Number(text[9]);
}

function isIrd(text: string): boolean {
  const number = text.padStart(9, '0');
  const digitBy = (weights: readonly number[]) => (11 - (weighted(number, weights) % 11)) % 11;
  const first = digitBy([3, 2, 7, 6, 5, 4, 3, 2]);
  const digit = first === 10 ? digitBy([7, 4, 3, 2, 5, 2, 7, 6]) : first;
  return digit === Number(number[8]);
}

function isInn(text: string): boolean {
  const digitBy = (weights: readonly number[]) => (weighted(text, weights) % 11) % 10;
  if (text.length === 10) return digitBy([2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(text[9]);
  return (
    digitBy([7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(text[10]) &&
    digitBy([3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) === Number(text[11])
  );
}

function isVkn(text: string): boolean {
  const sum = [...text.slice(0, 9)].reverse().reduce((total, digit, at) => {
    const shifted = (Number(digit) + at + 1) % 10;
    return total + (shifted === 0 ? 0 : (shifted * 2 ** (at + 1)) % 9 || 9);
  }, 0);
  return (10 - (sum % 10)) % 10 === Number(text[9]);
}

function isUbn(text: string): boolean {
  const sum = [1, 2, 1, 2, 1, 2, 4, 1].reduce((total, weight, at) => {
    const product = weight * Number(text[at]);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return sum % 5 === 0 || (text[6] === '7' && (sum + 1) % 5 === 0);
}

function isRif(text: string): boolean {
  const kinds: Readonly<Record<string, number>> = { V: 4, E: 8, J: 12, P: 16, G: 20, C: 12 };
  const sum = kinds[text[0]!]! + weighted(text.slice(1), [3, 2, 7, 6, 5, 4, 3, 2]);
  return '00987654321'[sum % 11] === text.at(-1);
}

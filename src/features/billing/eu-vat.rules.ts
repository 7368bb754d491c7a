import * as austria from 'stdnum/lib/cjs/at/uid.js';
import * as belgium from 'stdnum/lib/cjs/be/vat.js';
import * as cyprus from 'stdnum/lib/cjs/cy/vat.js';
import * as germany from 'stdnum/lib/cjs/de/vat.js';
import * as denmark from 'stdnum/lib/cjs/dk/cvr.js';
import * as estonia from 'stdnum/lib/cjs/ee/kmkr.js';
import * as spain from 'stdnum/lib/cjs/es/nif.js';
import * as finland from 'stdnum/lib/cjs/fi/alv.js';
import * as france from 'stdnum/lib/cjs/fr/tva.js';
import * as northernIreland from 'stdnum/lib/cjs/gb/vat.js';
import * as greece from 'stdnum/lib/cjs/gr/vat.js';
import * as croatia from 'stdnum/lib/cjs/hr/oib.js';
import * as hungary from 'stdnum/lib/cjs/hu/anum.js';
import * as ireland from 'stdnum/lib/cjs/ie/vat.js';
import * as lithuania from 'stdnum/lib/cjs/lt/pvm.js';
import * as luxembourg from 'stdnum/lib/cjs/lu/tva.js';
import * as malta from 'stdnum/lib/cjs/mt/vat.js';
import * as netherlands from 'stdnum/lib/cjs/nl/btw.js';
import * as poland from 'stdnum/lib/cjs/pl/nip.js';
import * as portugal from 'stdnum/lib/cjs/pt/nif.js';
import * as romania from 'stdnum/lib/cjs/ro/cui.js';
import * as slovenia from 'stdnum/lib/cjs/si/ddv.js';
import * as slovakia from 'stdnum/lib/cjs/sk/dph.js';
import { luhnChecksumValidate } from 'stdnum/lib/cjs/util/checksum.js';

/**
 * By the first two letters, whose check digits are public. The others, of Bulgaria, Czechia and Latvia, are also numbers of people, some of them
 * older than their check digits: refusing a business its own number costs the sale.
 */
const RULES: Readonly<Record<string, (number: string) => boolean>> = {
  AT: (number) => austria.validate(number).isValid,
  BE: (number) => belgium.validate(number).isValid,
  CY: (number) => cyprus.validate(number).isValid,
  DE: (number) => germany.validate(number).isValid,
  DK: (number) => denmark.validate(number).isValid,
  EE: (number) => estonia.validate(number).isValid,
  EL: (number) => greece.validate(number).isValid,
  ES: (number) => spain.validate(number).isValid,
  FI: (number) => finland.validate(number).isValid,
  FR: (number) => france.validate(number).isValid,
  HR: (number) => croatia.validate(number).isValid,
  HU: (number) => hungary.validate(number).isValid,
  IE: (number) => ireland.validate(number).isValid,
  // Not which tax office it names, or kind of company, because that may change.
  IT: (number) => luhnChecksumValidate(number),
  LT: (number) => lithuania.validate(number).isValid,
  LU: (number) => luxembourg.validate(number).isValid,
  MT: (number) => malta.validate(number).isValid,
  NL: (number) => netherlands.validate(number).isValid,
  PL: (number) => poland.validate(number).isValid,
  PT: (number) => portugal.validate(number).isValid,
  RO: (number) => romania.validate(number).isValid,
  SE: (number) => luhnChecksumValidate(number.slice(0, 10)),
  SI: (number) => slovenia.validate(number).isValid,
  SK: (number) => slovakia.validate(number).isValid,
  XI: (number) => northernIreland.validate(number).isValid,
};

/** Whether the check digits of an EU VAT number are right, as far as they are public. @param text has the form of its country */
export function hasEuCheckDigits(text: string): boolean {
  const number = text.slice(2);
  return !/^0+$/.test(number) && (RULES[text.slice(0, 2)]?.(number) ?? true);
}

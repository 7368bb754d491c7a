/** Crockford's base 32: digits and letters that can't be mistaken for each other. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const DIGITS = 8;

/** An order's number for people, such as `K7Q2-M9PX`: the last 40 bits of its id, which are random. */
export function orderNumber(orderId: string): string {
  let value = parseInt(orderId.replaceAll('-', '').slice(-10), 16);
  let text = '';
  for (; text.length < DIGITS; value = Math.floor(value / 32)) text = ALPHABET[value % 32]! + text;
  return dashed(text);
}

/** Parses an order number as people type it: in lower case, without the dash, O for 0, I or L for 1; undefined for any other text. */
export function parseOrderNumber(text: string): string | undefined {
  const digits = digitsOf(text);
  return digits?.length === DIGITS ? dashed(digits) : undefined;
}

/** The beginning of an order number while it is typed, from four characters on. */
export function orderNumberStart(text: string): string | undefined {
  const digits = digitsOf(text);
  return digits && digits.length >= 4 && digits.length <= DIGITS ? dashed(digits) : undefined;
}

function digitsOf(text: string): string | undefined {
  const digits = text.toUpperCase().replaceAll(/[-\s]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1');
  return [...digits].every((digit) => ALPHABET.includes(digit)) ? digits : undefined;
}

function dashed(digits: string): string {
  return digits.length > 4 ? `${digits.slice(0, 4)}-${digits.slice(4)}` : digits;
}

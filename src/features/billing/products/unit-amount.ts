import { applyDecorators } from '@nestjs/common';
import { ReadAs } from '../../../app/http/dto.ts';
import { withoutTrailing } from '../../../kernel/text.ts';
import { ValidateBy } from 'class-validator';

const MOST_DIGITS = 17;
const MOST_DECIMALS = 12;

/** Text without leading and trailing zeros; undefined if the value is no decimal. */
export function unitAmountOf(value: unknown): string | undefined {
  const text = typeof value === 'number' ? value.toFixed(MOST_DECIMALS) : value;
  if (typeof text !== 'string' || text.length > 40) return undefined;
  const [, digits, decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(text) ?? [];
  if (digits === undefined) return undefined;
  const whole = digits.replace(/^0+(?=\d)/, '');
  const kept = withoutTrailing('0', decimals);
  return kept === '' ? whole : `${whole}.${kept}`;
}

/** Accepts what a unit costs: a decimal above 0 as a number or as text, which is kept as text (docs/BILLING.md#products). */
export function IsUnitAmount(): PropertyDecorator {
  const normalise = ReadAs((value) => unitAmountOf(value) ?? value);
  const defaultMessage = () =>
    `Input should be a decimal above 0 with at most ${MOST_DIGITS} digits, ${MOST_DECIMALS} of them after the point`;
  const valid = ValidateBy({ name: 'isUnitAmount', validator: { validate: isUnitAmount, defaultMessage } });
  return applyDecorators(normalise, valid);
}

function isUnitAmount(value: unknown): boolean {
  if (typeof value !== 'string' || value === '0' || unitAmountOf(value) !== value) return false;
  const [whole = '', decimals = ''] = value.split('.');
  const digits = (whole === '0' ? 0 : whole.length) + decimals.length;
  return digits <= MOST_DIGITS && decimals.length <= MOST_DECIMALS;
}

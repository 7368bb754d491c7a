import { applyDecorators } from '@nestjs/common';
import { ReadTextAs } from './dto.ts';
import { IsInt, ValidateBy, type ValidationArguments } from 'class-validator';
import {
  chargeStepOf,
  DEFAULT_CURRENCY,
  isCurrency,
  maximumChargeOf,
  minimumChargeOf,
} from '../../kernel/currencies.ts';
import { moneyText } from '../../kernel/money.ts';

/** Accepts the code of a currency that can be charged, in either case (docs/BILLING.md#currencies). */
export function IsCurrency(): PropertyDecorator {
  const lowerCased = ReadTextAs((text) => text.toLowerCase());
  const defaultMessage = () => 'Input should be the code of a currency that can be charged, such as usd';
  const schema = { type: 'string', pattern: '^[A-Za-z]{3}$', example: DEFAULT_CURRENCY };
  const valid = ValidateBy(
    { name: 'isIn', validator: { validate: isCurrency, defaultMessage } },
    { context: { schema } },
  );
  return applyDecorators(lowerCased, valid);
}

/** What an amount may be, by its currency; in minor units. */
interface Limits {
  least: (currency: string) => number;
  most: (currency: string) => number;
}

/** What can be charged. */
const CHARGED: Limits = { least: minimumChargeOf, most: maximumChargeOf };

/**
 * Accepts minor units of the currency that another field of the same object names (docs/BILLING.md#currencies): within the limits, and such as the
 * processor charges.
 */
export function IsAmountIn(currencyField: string, limits: Partial<Limits> = {}): PropertyDecorator {
  const { least, most } = { ...CHARGED, ...limits };
  const currencyOf = (of: ValidationArguments | undefined): string => {
    const code = (of?.object as Record<string, unknown> | undefined)?.[currencyField];
    return isCurrency(code) ? code : DEFAULT_CURRENCY;
  };
  const rule = (
    name: string,
    isKept: (amount: number, currency: string) => boolean,
    message: (currency: string) => string,
  ) =>
    ValidateBy({
      name,
      validator: {
        validate: (value, of) => typeof value === 'number' && isKept(value, currencyOf(of)),
        defaultMessage: (of) => message(currencyOf(of)),
      },
    });
  const shown = (amount: number, currency: string) => `${amount} (${moneyText({ amount, currency })})`;
  return applyDecorators(
    IsInt(),
    rule(
      'min',
      (amount, currency) => amount >= least(currency),
      (currency) => `Input should be at least ${shown(least(currency), currency)}`,
    ),
    rule(
      'max',
      (amount, currency) => amount <= most(currency),
      (currency) => `Input should be at most ${shown(most(currency), currency)}`,
    ),
    rule(
      'multipleOf',
      (amount, currency) => amount % chargeStepOf(currency) === 0,
      (currency) => `Input should be a multiple of ${shown(chargeStepOf(currency), currency)}`,
    ),
  );
}

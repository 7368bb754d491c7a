import { ValidateBy } from 'class-validator';
import { parseInstant } from '../../kernel/ports/clock.ts';

/** An ISO date-time with an offset or `Z`. */
export function IsInstant(): PropertyDecorator {
  return ValidateBy(
    {
      name: 'isInstant',
      validator: {
        validate: (value) => typeof value === 'string' && value.length <= 40 && parseInstant(value) !== undefined,
        defaultMessage: () => 'Input should be a valid datetime with an offset',
      },
    },
    { context: { schema: { type: 'string', format: 'date-time' } } },
  );
}

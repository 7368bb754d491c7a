import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { embedOrigin } from '../../../app/http/embed-origins.ts';

export { IsWebUrl } from '../billing.dto.ts';

/** Accepts nothing but null: what is not built yet is refused, never ignored. */
export function NotYet(what: string): PropertyDecorator {
  const isNothing = (value: unknown) =>
    value === null || (typeof value === 'object' && Object.keys(value as object).length === 0);
  const defaultMessage = () => `${what} cannot be set yet: leave it out`;
  const schema = { type: 'null' };
  return ValidateBy({ name: 'isNotYet', validator: { validate: isNothing, defaultMessage } }, { context: { schema } });
}

/** Normalised, so that it is stored as browsers compare it. */
export function IsEmbedOrigin(): PropertyDecorator {
  const normalise = Transform(({ value }: { value: unknown }) => embedOrigin(value) ?? value);
  const defaultMessage = () =>
    'Input should be an origin such as https://shop.example: the scheme, the host and, if needed, the port, with no path';
  const valid = ValidateBy({
    name: 'isUrl',
    validator: { validate: (value) => embedOrigin(value) !== undefined, defaultMessage },
  });
  return applyDecorators(normalise, valid);
}

import { applyDecorators } from '@nestjs/common';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { embedOrigin } from '../../../app/http/embed-origins.ts';

export { IsWebUrl } from '../billing.dto.ts';

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

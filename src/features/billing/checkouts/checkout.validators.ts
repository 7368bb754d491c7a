import { applyDecorators } from '@nestjs/common';
import { ReadAs } from '../../../app/http/dto.ts';
import { ValidateBy } from 'class-validator';
import { embedOrigin } from '../../../app/http/callers/embed-origins.ts';

export { IsWebUrl } from '../billing.dto.ts';

/** Normalised, so that it is stored as browsers compare it. */
export function IsEmbedOrigin(): PropertyDecorator {
  const normalise = ReadAs((value) => embedOrigin(value) ?? value);
  const defaultMessage = () =>
    'Input should be an origin such as https://shop.example: the scheme, the host and, if needed, the port, with no path';
  const valid = ValidateBy({
    name: 'isUrl',
    validator: { validate: (value) => embedOrigin(value) !== undefined, defaultMessage },
  });
  return applyDecorators(normalise, valid);
}

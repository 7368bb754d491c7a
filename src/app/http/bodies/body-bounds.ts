import type { FastifyRequest } from 'fastify';
import { excessIn, type Excess } from './json-bounds.ts';
import { rawBodyLimit } from './raw-bodies.ts';
import { Configured, configOf } from '../route-config.ts';
import { LIMITS } from '../../../limits.ts';

/** The route takes long lists: bodies of so many values. */
export function LongBody(values: number): MethodDecorator {
  return Configured({ bodyValues: values });
}

/** How many bytes the body of a request may have, also of one that is sent compressed. */
export function mostBytes(request: FastifyRequest): number {
  return rawBodyLimit(request) ?? LIMITS.request.bodyBytes.most;
}

/** How many values it may have. */
export function mostValues(request: FastifyRequest): number {
  return configOf(request).bodyValues ?? LIMITS.request.bodyValues.most;
}

/** The value of a JSON text in a request. @throws BodyExcess; SyntaxError also for a lone number, text, boolean or null */
export function parseJson(text: string, request: FastifyRequest): object {
  const excess = excessIn(text, mostValues(request));
  if (excess) throw new BodyExcess(excess.kind);
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new SyntaxError('Neither an object nor a list');
  return value;
}

export class BodyExcess extends Error {
  constructor(readonly kind: Excess['kind']) {
    super(kind);
  }
}

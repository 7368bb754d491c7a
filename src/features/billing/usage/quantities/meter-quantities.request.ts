import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { tooMany, valuesOf } from '../../../../app/http/lists/list.ts';
import { queryOf, type RequestQuery } from '../../../../app/http/request-state.ts';
import { InvalidInput, type FieldError } from '../../../../kernel/errors.ts';
import { isUuid } from '../../../../kernel/ids.ts';
import { parseInstant, type Instant } from '../../../../kernel/ports/clock.ts';
import { INTERVALS, isInterval, periodsError, type Interval } from '../../intervals.ts';
import type { NamedOwners } from '../usage-owners.service.ts';

export interface QuantitiesRequest extends NamedOwners {
  start: Instant;
  end: Instant;
  interval: Interval;
}

export const QuantitiesOf = createParamDecorator((_: unknown, context: ExecutionContext) =>
  quantitiesRequest(queryOf(context.switchToHttp().getRequest<FastifyRequest>())),
);

/** @throws InvalidInput with every invalid parameter; at `query` if the range is too long */
function quantitiesRequest(query: RequestQuery): QuantitiesRequest {
  const errors: FieldError[] = [];
  const refuse = (name: string, msg: string, type: string): undefined =>
    void errors.push({ loc: ['query', name], msg, type });
  const one = (name: string) => valuesOf(query[name]).at(-1) ?? refuse(name, 'Field required', 'missing');
  const instant = (name: string): Instant | undefined => {
    const text = one(name);
    if (text === undefined) return undefined;
    const msg = 'Input should be a valid datetime with an offset';
    return parseInstant(text) ?? refuse(name, msg, 'datetime_parsing');
  };
  const owners = (name: string): string[] | undefined => {
    const values = valuesOf(query[name]);
    const excess = tooMany(values, name);
    if (excess) return void errors.push(excess);
    return values.length > 0 ? values : undefined;
  };
  const [start, end, interval] = [instant('start_timestamp'), instant('end_timestamp'), one('interval')];
  if (interval !== undefined && !isInterval(interval))
    refuse('interval', `Input should be one of ${INTERVALS.join(', ')}`, 'enum');
  const customerIds = owners('customer_id')?.map((id) => id.toLowerCase());
  if (customerIds?.every(isUuid) === false) refuse('customer_id', 'Input should be a valid UUID', 'uuid_parsing');
  const externalCustomerIds = owners('external_customer_id');
  if (errors.length > 0 || !start || !end || !interval || !isInterval(interval)) throw new InvalidInput(errors);
  const tooLong = periodsError(start, end, interval);
  if (tooLong) throw InvalidInput.at('query', tooLong);
  return { start, end, interval, customerIds, externalCustomerIds };
}

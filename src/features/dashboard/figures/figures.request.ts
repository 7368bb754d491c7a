import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { valuesOf } from '../../../app/http/lists/list.ts';
import { queryOf, type RequestQuery } from '../../../app/http/request-state.ts';
import { InvalidInput, type FieldError } from '../../../kernel/errors.ts';
import { isUuid } from '../../../kernel/ids.ts';
import { isDate, MAX_DATE, MIN_DATE } from '../../billing/metrics/metric.rules.ts';
import {
  daysIn,
  FIGURE_INTERVALS,
  MAX_FIGURE_DAYS,
  usualInterval,
  type DaySpan,
  type FigureInterval,
} from './figure.rules.ts';

export interface FiguresRequest {
  organizationId: string;
  /** Undefined: the usual range. */
  span?: DaySpan;
  /** Undefined: the usual interval of the range. */
  interval?: FigureInterval;
}

export const FiguresRequestOf = createParamDecorator((_: unknown, context: ExecutionContext) =>
  figuresRequest(queryOf(context.switchToHttp().getRequest<FastifyRequest>())),
);

/** @throws InvalidInput with every invalid parameter; at `query` if the range is too long */
function figuresRequest(query: RequestQuery): FiguresRequest {
  const errors: FieldError[] = [];
  const refuse = (name: string, msg: string, type: string): undefined =>
    void errors.push({ loc: ['query', name], msg, type });
  const one = (name: string) => valuesOf(query[name]).at(-1);
  const organizationId = one('organization_id')?.toLowerCase();
  if (organizationId === undefined) refuse('organization_id', 'Field required', 'missing');
  else if (!isUuid(organizationId)) refuse('organization_id', 'Input should be a valid UUID', 'uuid_parsing');
  const date = (name: string, other: string) => {
    const text = one(name);
    if (text === undefined) return one(other) === undefined ? undefined : refuse(name, 'Field required', 'missing');
    if (!isDate(text)) return refuse(name, 'Input should be a valid date', 'date_parsing');
    if (text < MIN_DATE) return refuse(name, `Date should be ${MIN_DATE} or later`, 'greater_than_equal');
    return text > MAX_DATE ? refuse(name, `Date should be ${MAX_DATE} or earlier`, 'less_than_equal') : text;
  };
  const [start_date, end_date] = [date('start_date', 'end_date'), date('end_date', 'start_date')];
  const text = one('interval');
  const interval = FIGURE_INTERVALS.find((known) => known === text);
  if (text !== undefined && !interval)
    refuse('interval', `Input should be one of ${FIGURE_INTERVALS.join(', ')}`, 'enum');
  if (errors.length > 0) throw new InvalidInput(errors);
  const span = start_date !== undefined && end_date !== undefined ? { start_date, end_date } : undefined;
  if (span) checkSpan(span, interval ?? usualInterval(span));
  return { organizationId: organizationId!, span, interval };
}

function checkSpan(span: DaySpan, interval: FigureInterval): void {
  const days = daysIn(span);
  if (days < 1) throw InvalidInput.at('query', 'The start date is after the end date.');
  if (days > MAX_FIGURE_DAYS[interval])
    throw InvalidInput.at(
      'query',
      `The range is too long: at most ${MAX_FIGURE_DAYS[interval]} days for interval '${interval}'.`,
    );
}

import {
  applyDecorators,
  createParamDecorator,
  Get,
  Headers,
  type ExecutionContext,
  type StreamableFile,
} from '@nestjs/common';
import { ApiOkResponse, ApiProduces, ApiQuery } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { BillingController, Scopes } from '../../../app/http/api.ts';
import type { Caller } from '../../../app/http/callers/caller.ts';
import { jsonIfAsked } from '../../../app/http/lists/csv.ts';
import { CallerOf, queryOf } from '../../../app/http/request-state.ts';
import { INTERVALS, MAX_DAYS } from '../intervals.ts';
import { MIN_DATE } from './metric.rules.ts';
import { MetricsLimits, MetricsResponse } from './metrics.dto.ts';
import { MetricsExport } from './metrics-export.service.ts';
import { MetricQueries } from './metrics.queries.ts';
import { MAX_IDS, metricsRequest, type MetricsRequest } from './metrics.request.ts';

const IDS = {
  type: 'array',
  items: { type: 'string' },
  maxItems: MAX_IDS,
  description: `At most ${MAX_IDS} ids.`,
} as const;

const CURRENCY = {
  type: 'string',
  pattern: '^[A-Za-z]{3}$',
  description: "The organization's own by default; `usd` for organizations whose own differ.",
};

const RequestOf = createParamDecorator((_: unknown, context: ExecutionContext) =>
  metricsRequest(queryOf(context.switchToHttp().getRequest<FastifyRequest>())),
);

const InPeriods = applyDecorators(
  ApiQuery({ name: 'start_date', schema: { type: 'string', format: 'date' } }),
  ApiQuery({ name: 'end_date', schema: { type: 'string', format: 'date' } }),
  ApiQuery({ name: 'interval', enum: INTERVALS }),
  ApiQuery({ name: 'organization_id', required: false, schema: IDS }),
  ApiQuery({ name: 'product_id', required: false, schema: IDS }),
  ApiQuery({ name: 'billing_type', required: false, enum: ['one_time', 'recurring'], isArray: true }),
  ApiQuery({ name: 'customer_id', required: false, schema: IDS }),
  ApiQuery({ name: 'currency', required: false, schema: CURRENCY }),
);

@BillingController('metrics')
@Scopes('metrics:read')
export class MetricsController {
  constructor(
    private readonly metrics: MetricQueries,
    private readonly exported: MetricsExport,
  ) {}

  @Get()
  @InPeriods
  get(@RequestOf() request: MetricsRequest, @CallerOf() caller: Caller): Promise<MetricsResponse> {
    return this.metrics.get(request, caller);
  }

  /** A row for each period, as a CSV file; for whoever asks for JSON, as a JSON string. */
  @Get('export')
  @InPeriods
  @ApiProduces('application/json', 'text/csv')
  @ApiOkResponse({ schema: { type: 'string' } })
  async export(
    @RequestOf() request: MetricsRequest,
    @CallerOf() caller: Caller,
    @Headers('accept') accept?: string,
  ): Promise<StreamableFile> {
    return jsonIfAsked(await this.exported.file(request, caller), accept);
  }

  @Get('limits')
  limits(): MetricsLimits {
    const days = INTERVALS.map((interval) => [interval, { min_days: 0, max_days: MAX_DAYS[interval] }]);
    return { min_date: MIN_DATE, intervals: Object.fromEntries(days) as MetricsLimits['intervals'] };
  }
}

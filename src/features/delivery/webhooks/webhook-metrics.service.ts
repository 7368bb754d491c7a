import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { HttpMetrics } from '../../../app/health/http-metrics.ts';
import { atMostEvery, gauge } from '../../../app/health/metric.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import { endpointProjection } from './endpoints/webhook-endpoint.projection.ts';

/** Endpoints are few, but not indexed by this. */
const COUNTED_EVERY_MS = 30_000;

/** What operators watch of webhooks, besides their backlog. */
@Injectable()
export class WebhookMetrics {
  constructor({ registry }: HttpMetrics, documents: Documents) {
    const where: Where = { exists: ['disabled_at', true] };
    const count = atMostEvery(COUNTED_EVERY_MS, () =>
      documents.find(endpointProjection, { where, limit: 0, counted: true }, 'any'),
    );
    gauge(
      registry,
      'webhook_endpoints_disabled',
      'Endpoints of all organizations that nothing is sent to, because ten messages in a row were given up',
      [],
      async (set) => set((await count()).total),
    );
  }
}

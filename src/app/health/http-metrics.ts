import { Injectable } from '@nestjs/common';
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/** Request durations by route, and the load. */
@Injectable()
export class HttpMetrics {
  readonly registry = new Registry();
  private readonly durations = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Duration of HTTP requests by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [this.registry],
  });

  /** One per method, route and status, cached because looking one up by labels takes longer than counting. */
  private readonly series = new Map<string, Histogram.Internal<'method' | 'route' | 'status'>>();

  /** @param seconds from arrival to response */
  observe(method: string, route: string, status: number, seconds: number): void {
    const name = `${method} ${route} ${status}`;
    let one = this.series.get(name);
    if (!one) this.series.set(name, (one = this.durations.labels({ method, route, status })));
    one.observe(seconds);
  }

  /** @param load read whenever metrics are */
  watch(load: { readonly inWork: number; readonly refused: number }): void {
    new Gauge({
      name: 'http_requests_in_work',
      help: 'Requests that have begun and are not answered yet',
      registers: [this.registry],
      collect() {
        this.set(load.inWork);
      },
    });
    new Counter({
      name: 'http_requests_shed_total',
      help: 'Requests refused because the process was overloaded',
      registers: [this.registry],
      collect() {
        this.reset();
        this.inc(load.refused);
      },
    });
  }
}

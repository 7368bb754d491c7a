import { Controller, Get, Global, Header, Module, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Health, type ProjectionHealth, type StoppedProcess, type WaitingSteps } from './health.ts';
import { HttpMetrics } from './http-metrics.ts';

@Controller()
export class HealthController {
  constructor(private readonly health: Health) {}

  /** Whether the process lives, and what has failed in it. */
  @Get('healthz')
  async alive(): Promise<{ status: string; failed: ProjectionHealth[]; stopped: StoppedProcess[] }> {
    const failed = (await this.health.projections()).filter(({ state }) => state === 'failed');
    const stopped = this.health.stopped();
    return { status: failed.length + stopped.length > 0 ? 'degraded' : 'ok', failed, stopped };
  }

  /** 200 once every projection is current, else 503. Processes that are stopped or wait make nothing unreadable: they are shown. */
  @Get('readyz')
  async ready(@Res({ passthrough: true }) response: Response): Promise<{
    ready: boolean;
    projections: ProjectionHealth[];
    waiting: WaitingSteps[];
    stopped: StoppedProcess[];
  }> {
    const projections = await this.health.projections();
    const ready = projections.every(({ state }) => state === 'current');
    response.status(ready ? 200 : 503);
    return { ready, projections, waiting: this.health.waiting(), stopped: this.health.stopped() };
  }

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  metrics(): Promise<string> {
    return this.health.exposition();
  }
}

@Global()
@Module({ controllers: [HealthController], providers: [Health, HttpMetrics], exports: [HttpMetrics] })
export class HealthModule {}

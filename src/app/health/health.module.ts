import { Controller, Get, Global, Header, Module, Res } from '@nestjs/common';
import type { Response } from 'express';
import { Answers } from '../http/api.ts';
import { HealthChecks } from './health-checks.ts';
import { Health, type Readiness } from './health.ts';
import { HttpMetrics } from './http-metrics.ts';
import { StorageProbe } from './storage-probe.ts';

@Controller()
export class HealthController {
  constructor(private readonly health: Health) {}

  /** That the process lives, and nothing else: whoever restarts it by this does so only where that helps. */
  @Get('healthz')
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 200 where everything works, else 503 with what does not. */
  @Get('readyz')
  @Answers(503)
  async ready(@Res({ passthrough: true }) response: Response): Promise<Readiness> {
    const readiness = await this.health.readiness();
    response.status(readiness.ready ? 200 : 503);
    return readiness;
  }

  @Get('metrics')
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  metrics(): Promise<string> {
    return this.health.exposition();
  }
}

@Global()
@Module({
  controllers: [HealthController],
  providers: [Health, HealthChecks, HttpMetrics, StorageProbe],
  exports: [Health, HealthChecks, HttpMetrics],
})
export class HealthModule {}

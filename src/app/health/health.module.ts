import { Controller, Get, Global, Header, Module, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { Answers } from '../http/api.ts';
import { GroupHistory } from './group-history.ts';
import { HealthChecks } from './health-checks.ts';
import { Health, type Readiness } from './health.ts';
import { HttpMetrics } from './http-metrics.ts';
import { OldestUndone } from './oldest-undone.ts';
import { ReaderMetrics } from './reader-metrics.ts';
import { StorageProbe } from './storage-probe.ts';
import { StoreMetrics } from './store-metrics.ts';
import { WorkMetrics } from './work-metrics.ts';

@Controller()
export class HealthController {
  constructor(private readonly health: Health) {}

  /** Liveness only: a supervisor that restarts on failure here restarts only when that helps. */
  @Get('healthz')
  alive(): { status: 'ok' } {
    return { status: 'ok' };
  }

  /** 200 if everything works, otherwise 503 with the problems. */
  @Get('readyz')
  @Answers(503)
  async ready(@Res({ passthrough: true }) reply: FastifyReply): Promise<Readiness> {
    const readiness = await this.health.readiness();
    reply.status(readiness.ready ? 200 : 503);
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
  providers: [
    GroupHistory,
    Health,
    HealthChecks,
    HttpMetrics,
    OldestUndone,
    ReaderMetrics,
    StorageProbe,
    StoreMetrics,
    WorkMetrics,
  ],
  exports: [GroupHistory, Health, HealthChecks, HttpMetrics, OldestUndone, WorkMetrics],
})
export class HealthModule {}

import {
  Global,
  Inject,
  Injectable,
  Module,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { rmSync } from 'node:fs';
import type { Server } from 'node:net';
import type { Config } from '../../config.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { CONFIG, LOG } from '../tokens.ts';
import { OperatorActions } from './actions.ts';
import { EventActions } from './event-actions.ts';
import { ProcessActions } from './process-actions.ts';
import { OperatorRuns } from './runs.ts';
import { RuntimeActions } from './runtime-actions.ts';
import { StepActions } from './step-actions.ts';
import { serveSocket, socketPath } from './socket.ts';

/** Lets operators act on the running program (docs/SECURITY.md#operators). */
@Injectable()
export class OperatorServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: Server | undefined;

  constructor(
    private readonly actions: OperatorActions,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Log,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    try {
      this.server = await serveSocket(socketPath(this.config.dataDir), (request, say) => {
        this.log.info('Operator action', { action: request.action, operator: request.actor.id });
        return this.actions.get(request.action).run(request, say);
      });
    } catch (error) {
      this.log.warn('Operators cannot reach this program: opening its socket failed', { error });
    }
  }

  async onApplicationShutdown(): Promise<void> {
    if (!this.server) return;
    await new Promise((resolve) => this.server!.close(resolve));
    rmSync(socketPath(this.config.dataDir), { force: true });
  }
}

@Global()
@Module({
  providers: [OperatorActions, EventActions, RuntimeActions, StepActions, ProcessActions, OperatorRuns, OperatorServer],
  exports: [OperatorActions, OperatorRuns],
})
export class OperatorModule {}

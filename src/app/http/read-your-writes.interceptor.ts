import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { catchError, mergeMap, of, type Observable } from 'rxjs';
import type { Position } from '../../kernel/ports/event-store.ts';
import type { ProjectionGroup } from '../../kernel/reading/groups.ts';
import { Runtime } from '../runtime.ts';
import { stateOf } from './request-state.ts';

const WAIT_MS = 2_000;

/** Names the groups of read models that a controller's routes show; a controller without it waits for all. */
export const SHOWN_GROUPS = 'shown-groups';

/** Delays responses and errors until the read models show what the request has written (docs/READ_MODELS.md#read-your-writes). */
@Injectable()
export class ReadYourWrites implements NestInterceptor {
  /** By group, a position that was not passed in time: until it is, no request waits for that group. */
  private readonly late = new Map<ProjectionGroup, Position>();

  constructor(
    private readonly runtime: Runtime,
    private readonly reflector: Reflector,
  ) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const shownGroups = this.reflector.get<readonly ProjectionGroup[] | undefined>(SHOWN_GROUPS, context.getClass());
    const groups = shownGroups ?? this.runtime.readModels.all;
    const { writes } = stateOf(http.getRequest<FastifyRequest>()).context;
    const shown = async (): Promise<void> => {
      const passed = await Promise.all(groups.map((group) => this.passed(writes.highest!, group)));
      if (!passed.includes(false)) return;
      const reply = http.getResponse<FastifyReply>();
      if (!reply.raw.headersSent) void reply.header('Projection-Pending', 'true');
    };
    return next.handle().pipe(
      mergeMap((value) => (writes.highest === undefined ? of(value) : shown().then(() => value))),
      catchError(async (error: unknown) => {
        if (writes.highest !== undefined) await shown();
        throw error;
      }),
    );
  }

  private async passed(position: Position, group: ProjectionGroup): Promise<boolean> {
    const passed = (one: Position, waitMs: number) => this.runtime.readModels.passed(one, waitMs, [group]);
    const late = this.late.get(group);
    if (late !== undefined && !(await passed(late, 0))) return passed(position, 0);
    this.late.delete(group);
    const inTime = await passed(position, WAIT_MS);
    if (!inTime) this.late.set(group, position);
    return inTime;
  }
}

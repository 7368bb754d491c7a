import { Injectable, type Type } from '@nestjs/common';
import { Reflector } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import type { Position } from '../../kernel/ports/event-store.ts';
import type { ProjectionGroup } from '../../kernel/reading/groups.ts';
import { Runtime } from '../runtime.ts';
import type { RequestState } from './request-state.ts';

const WAIT_MS = 2_000;

/** Names the groups of read models that a controller's routes show; a controller without it waits for all. */
export const SHOWN_GROUPS = 'shown-groups';

/** Delays responses and errors until the read models show what the request has written (docs/READ_MODELS.md#read-your-writes). */
@Injectable()
export class ReadYourWrites {
  /** By group, a position that was not passed in time: until it is, no request waits for that group. */
  private readonly late = new Map<ProjectionGroup, Position>();

  constructor(
    private readonly runtime: Runtime,
    private readonly reflector: Reflector,
  ) {}

  /** Before the answer is sent. @returns undefined if the request has written nothing */
  shown({ context: { writes }, controller, reply }: RequestState): Promise<void> | undefined {
    const { highest, isPending } = writes;
    if (isPending) reportPending(reply);
    return highest === undefined || !controller ? undefined : this.wait(highest, controller, reply);
  }

  private async wait(position: Position, controller: Type, reply: FastifyReply): Promise<void> {
    const shownGroups = this.reflector.get<readonly ProjectionGroup[] | undefined>(SHOWN_GROUPS, controller);
    const groups = shownGroups ?? this.runtime.readModels.all;
    const passed = await Promise.all(groups.map((group) => this.passed(position, group)));
    if (passed.includes(false)) reportPending(reply);
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

function reportPending(reply: FastifyReply): void {
  if (!reply.raw.headersSent) void reply.header('Projection-Pending', 'true');
}

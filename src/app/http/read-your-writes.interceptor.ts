import { Injectable, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { Request, Response } from 'express';
import { catchError, mergeMap, of, type Observable } from 'rxjs';
import type { Position } from '../../kernel/ports/event-store.ts';
import { Runtime } from '../runtime.ts';
import { stateOf } from './request-state.ts';

const WAIT_MS = 2_000;

/** Delays responses and errors until the read models show what the request has written (docs/READ_MODELS.md#read-your-writes). */
@Injectable()
export class ReadYourWrites implements NestInterceptor {
  /** A position that was not passed in time: until it is, no request waits. */
  private late: Position | undefined;

  constructor(private readonly runtime: Runtime) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const http = context.switchToHttp();
    const { writes } = stateOf(http.getRequest<Request>()).context;
    const shown = async (): Promise<void> => {
      if (await this.passed(writes.highest!)) return;
      const response = http.getResponse<Response>();
      if (!response.headersSent) response.setHeader('Projection-Pending', 'true');
    };
    return next.handle().pipe(
      mergeMap((value) => (writes.highest === undefined ? of(value) : shown().then(() => value))),
      catchError(async (error: unknown) => {
        if (writes.highest !== undefined) await shown();
        throw error;
      }),
    );
  }

  private async passed(position: Position): Promise<boolean> {
    const { readModels } = this.runtime;
    const isLate = this.late !== undefined && !(await readModels.passed(this.late, 0));
    if (isLate) return readModels.passed(position, 0);
    this.late = undefined;
    const passed = await readModels.passed(position, WAIT_MS);
    if (!passed) this.late = position;
    return passed;
  }
}

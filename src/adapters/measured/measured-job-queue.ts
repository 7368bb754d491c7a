import type { JobQueue } from '../../kernel/ports/job-queue.ts';
import type { Telemetry } from '../../kernel/ports/telemetry.ts';

/**
 * A job queue whose work is measured. Each attempt is a trace of its own: wake-ups are merged and repeated, so none of those who asked for the
 * work is its cause.
 */
export function measuredJobQueue(jobs: JobQueue, telemetry: Telemetry): JobQueue {
  return {
    work(kind, handle, options) {
      const measured = (id: string, attempt: number): Promise<void> => {
        const labels = { 'tillbook.work': kind };
        const details = { 'tillbook.work.id': id.slice(kind.length + 1), 'tillbook.attempt': attempt };
        const operation = { kind: 'work', name: `work ${kind}`, labels, details, place: 'new' } as const;
        return telemetry.measure(operation, () => handle(id, attempt));
      };
      jobs.work(kind, measured, options);
    },
    wake: (id, at) => jobs.wake(id, at),
    remind: (id) => jobs.remind(id),
    idle: (kind) => jobs.idle(kind),
    close: () => jobs.close(),
  };
}

import type { FastifyRequest } from 'fastify';
import type { Admission } from './admission.ts';
import type { Capacity } from './capacity.ts';
import { stateOf } from './request-state.ts';

/**
 * Bodies that are arriving: their requests are not in work meanwhile, so clients that send slowly take no room from others. Beyond the limit, the
 * one that has taken longest is given up, so they take no room from other bodies either.
 */
export class Arrivals {
  private readonly open = new Set<FastifyRequest>();

  constructor(
    private readonly capacity: Capacity,
    private readonly admission: Admission,
  ) {}

  async wait<T>(request: FastifyRequest, body: Promise<T>): Promise<T> {
    const [oldest] = this.open;
    if (oldest && this.open.size >= this.capacity.arriving) this.giveUp(oldest);
    this.open.add(request);
    const goOn = this.admission.pause(request);
    return body.finally(() => {
      this.open.delete(request);
      goOn();
    });
  }

  private giveUp(request: FastifyRequest): void {
    this.open.delete(request);
    const state = stateOf(request);
    // Its handler never runs.
    const { raw } = state.reply.hijack();
    state.endWork?.();
    raw.writeHead(408, { Connection: 'close', 'Content-Length': 0 });
    raw.end(() => request.raw.destroy());
  }
}

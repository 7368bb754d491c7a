import type { FastifyRequest } from 'fastify';
import type { Admission } from '../sharing/admission.ts';
import type { Capacity } from '../sharing/capacity.ts';
import { giveUp } from '../sharing/early-refusals.ts';

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
    if (oldest && this.open.size >= this.capacity.arriving) {
      this.open.delete(oldest);
      giveUp(oldest);
    }
    this.open.add(request);
    const goOn = this.admission.pause(request);
    return body.finally(() => {
      this.open.delete(request);
      goOn();
    });
  }
}

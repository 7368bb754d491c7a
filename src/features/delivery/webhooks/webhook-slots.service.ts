import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { FairSlots } from '../../../kernel/coordination/fair-slots.ts';
import { LIMITS } from '../../../limits.ts';

const { webhookRequests, slowWebhookRequests } = LIMITS.organization;

/** Runs that read, write and compute. An organization has at most half of them, and each run only for moments. */
const WORK = { slots: 32, perOwner: 16, queue: Infinity };
/**
 * Requests to endpoints of which none has taken long lately. Anybody's endpoint may begin to hang, so that it takes many organizations with many
 * of those to fill them, and each of those does so only once: after that, it is slow.
 */
const PROMPT = { slots: 512, perOwner: webhookRequests.most, queue: 32, queueInAll: 256 };
/** Requests to endpoints that have taken long lately: however many hang, all others are called meanwhile. */
const SLOW = { slots: 64, perOwner: slowWebhookRequests.most, queue: 16, queueInAll: 128 };

/** Runs that may be open at a time: more than have or await a slot, so that none waits for one that waits. */
export const RUNS_AT_ONCE = 1_024;

/** Too many requests wait already: a run is over, and comes again later. */
export class NoSlot extends Error {}

const refusal = () => new NoSlot();

/**
 * Shares what a process can send among organizations. A run has a slot of work, and none while it waits for its endpoint, so that endpoints which
 * take long keep neither the messages of others waiting, nor those of faster endpoints.
 */
@Injectable()
export class WebhookSlots implements BeforeApplicationShutdown {
  private readonly work = new FairSlots({ ...WORK, refusal });
  private readonly prompt = new FairSlots({ ...PROMPT, refusal });
  private readonly slow = new FairSlots({ ...SLOW, refusal });

  /** What waits goes on after the next start. */
  beforeApplicationShutdown(): void {
    this.prompt.close();
    this.slow.close();
  }

  /** Does what an organization's run has to do, once there is a slot for it. */
  run<T>(organizationId: string, task: () => Promise<T>): Promise<T> {
    return this.work.run(organizationId, task);
  }

  /**
   * Within a run: calls an endpoint once there is a slot for that.
   * @throws NoSlot without a call
   */
  call<T>(organizationId: string, isSlow: boolean, call: () => Promise<T>): Promise<T> {
    const calls = isSlow ? this.slow : this.prompt;
    return this.work.without(organizationId, () => calls.run(organizationId, call));
  }
}

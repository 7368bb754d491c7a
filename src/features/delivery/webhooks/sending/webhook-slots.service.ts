import { Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { FairSlots } from '../../../../kernel/coordination/fair-slots.ts';
import { LIMITS } from '../../../../limits.ts';

const { webhookRequests, slowWebhookRequests, webhookBytes, slowWebhookBytes } = LIMITS.organization;

/** Runs that read, write and compute. An organization has at most half of them, and each run only for moments. */
const WORK = { slots: 32, perOwner: 16, queue: Infinity };
/**
 * Requests to endpoints of which none has taken long lately. Anybody's endpoint may begin to hang, so that it takes many organizations with many
 * of those to fill them, and each of those does so only once: after that, it is slow.
 */
const PROMPT = { slots: 512, perOwner: webhookRequests.most, queue: 32, queueInAll: 256 };
/** Requests to endpoints that have taken long lately: however many hang, all others are called meanwhile. */
const SLOW = { slots: 64, perOwner: slowWebhookRequests.most, queue: 16, queueInAll: 128 };

/** Bytes of large bodies that are being sent, as they are stored: nearly twice what is sent, which is about what reading them takes. */
const PROMPT_ROOM = { slots: 64_000_000, perOwner: webhookBytes.most, queue: 32, queueInAll: 128 };
const SLOW_ROOM = { slots: 16_000_000, perOwner: slowWebhookBytes.most, queue: 16, queueInAll: 64 };
/** Bodies that are built, or read for anything else than to be sent. */
const WHOLE = { slots: 8, perOwner: 4, queue: Infinity };

/** Bytes of a stored body that needs no room: there are at most as many as requests. */
export const SMALL_BODY = 64_000;
/** Runs that may be open at a time: more than have or await a slot, so that none waits for one that waits. */
export const RUNS_AT_ONCE = 1_280;

/** Too many requests wait already: a run is over, and comes again later. */
export class NoSlot extends Error {}

const refusal = () => new NoSlot();

/**
 * Shares what a process can send, and the memory for it, among organizations. A run has a slot of work, and none while it waits for its endpoint, so that
 * endpoints which take long keep neither the messages of others waiting, nor those of faster endpoints.
 */
@Injectable()
export class WebhookSlots implements BeforeApplicationShutdown {
  private readonly work = new FairSlots({ ...WORK, refusal });
  private readonly wholes = new FairSlots({ ...WHOLE, refusal });
  private readonly prompt = {
    requests: new FairSlots({ ...PROMPT, refusal }),
    room: new FairSlots({ ...PROMPT_ROOM, refusal }),
  };
  private readonly slow = {
    requests: new FairSlots({ ...SLOW, refusal }),
    room: new FairSlots({ ...SLOW_ROOM, refusal }),
  };

  /** What waits goes on after the next start. */
  beforeApplicationShutdown(): void {
    for (const { requests, room } of [this.prompt, this.slow]) {
      requests.close();
      room.close();
    }
  }

  /** Does what an organization's run has to do, once there is a slot for it. */
  run<T>(organizationId: string, task: () => Promise<T>): Promise<T> {
    return this.work.run(organizationId, task);
  }

  /** Builds a body, or reads one that is not sent, once there is a slot for it. */
  whole<T>(organizationId: string, task: () => Promise<T>): Promise<T> {
    return this.wholes.run(organizationId, task);
  }

  /**
   * Within a run: calls an endpoint once there is a slot for that, and room for the body, which must not be in memory before.
   * @param size of the body, as it is stored
   * @throws NoSlot without a call
   */
  call<T>(organizationId: string, isSlow: boolean, size: number, call: () => Promise<T>): Promise<T> {
    const { requests, room } = isSlow ? this.slow : this.prompt;
    const request = () => requests.run(organizationId, call);
    // Room first: whoever waits for it keeps no request from others.
    return this.work.without(organizationId, () =>
      size <= SMALL_BODY ? request() : room.run(organizationId, request, size),
    );
  }
}

import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { pause, retryAfter } from '../../kernel/coordination/waiting.ts';
import { following } from '../../kernel/coordination/following.ts';
import type { EventStore, Position, StoredEvent } from '../../kernel/ports/event-store.ts';
import type { Log } from '../../kernel/ports/log.ts';
import { Runtime } from '../runtime.ts';
import { EVENT_STORE, LOG } from '../tokens.ts';

const READ_MODELS_MS = 1_000;
const BEAT_MS = 15_000;

export interface TailListener {
  /** Events as they are stored, once the read models show them. */
  report(batch: readonly StoredEvent[]): void;
  /** Some may not have been reported. */
  missed(): void;
  /** Again and again, so that proxies do not close a silent connection. */
  beat(): void;
}

/** Follows the log from now on, once per process, while anyone listens. */
@Injectable()
export class LogTail implements BeforeApplicationShutdown {
  private readonly listeners = new Set<TailListener>();
  private following: AbortController | undefined;
  private begun: Promise<void> = Promise.resolve();

  constructor(
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(LOG) private readonly log: Log,
    private readonly runtime: Runtime,
  ) {}

  /** @returns a function that ends it */
  listen(listener: TailListener): () => void {
    this.listeners.add(listener);
    if (!this.following) this.begin();
    const beating = setInterval(() => listener.beat(), BEAT_MS).unref();
    return () => {
      clearInterval(beating);
      this.listeners.delete(listener);
      if (this.listeners.size === 0) this.stop();
    };
  }

  /** Once every event from then on will be reported. */
  ready(): Promise<void> {
    return this.begun;
  }

  beforeApplicationShutdown(): void {
    this.listeners.clear();
    this.stop();
  }

  private begin(): void {
    const { signal } = (this.following = new AbortController());
    this.begun = new Promise((begun) => void this.follow(signal, begun));
  }

  private stop(): void {
    this.following?.abort();
    this.following = undefined;
  }

  private async follow(signal: AbortSignal, begun: () => void): Promise<void> {
    let from: { position: Position | undefined } | undefined;
    for (let attempt = 1; !signal.aborted; attempt++) {
      try {
        if (!from) {
          from = { position: await this.store.end() };
          begun();
          // All have left meanwhile.
          if (signal.aborted) return;
          if (attempt > 1) for (const listener of this.listeners) listener.missed();
        }
        for await (const batch of following(this.store, from.position, signal)) {
          const { position } = batch.at(-1)!;
          await this.untilShown(position, signal);
          if (signal.aborted) return;
          for (const listener of this.listeners) listener.report(batch);
          from = { position };
          attempt = 1;
        }
      } catch (error) {
        if (signal.aborted) return;
        this.log.warn('Live changes cannot be read from the log: retrying', { error });
        await pause(retryAfter(error, attempt), signal);
      }
    }
  }

  /** A client that reloads after a message must find the change. */
  private async untilShown(position: Position, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !(await this.runtime.readModels.passed(position, READ_MODELS_MS)));
  }
}

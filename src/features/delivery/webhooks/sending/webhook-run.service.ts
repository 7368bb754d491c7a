import { Injectable } from '@nestjs/common';
import type { Instant } from '../../../../kernel/ports/clock.ts';
import type { WebhookAttempt } from './webhook-attempts.projection.ts';
import { WebhookAttempts } from './webhook-attempts.service.ts';
import type { Secrets } from './webhook-calls.service.ts';
import { WebhookOutcomes } from '../webhook-outcomes.service.ts';
import { BATCH, type EndpointProgress } from './webhook-progress.rules.ts';
import { WebhookProgress, type Change, type ProgressRow } from './webhook-progress.service.ts';
import { WebhookTexts, type SealedBody, type StoredBody } from '../webhook-texts.service.ts';
import type { WebhookDocument } from '../webhook.projection.ts';

const RUN_MS = 2_000;
/** Deliveries that are saved together while as many are sent: a crash may repeat both, under the same ids. */
const SAVED_TOGETHER = 8;
/** Or at the latest so long after the first of them, however slowly the endpoint answers. */
const SAVED_WITHIN_MS = 50;
/** In the row, before sending waits for the log. */
const MOST_OUTCOMES = 4 * BATCH;
/** Bodies that are read together: so many, and no more than so many bytes as they are stored. */
const READ_TOGETHER = { bodies: 16, bytes: 32_000 };

export interface Attempted {
  /** Of the body. */
  subjects: readonly string[];
  answer: string;
  attempt: WebhookAttempt;
}

@Injectable()
export class WebhookRuns {
  constructor(
    readonly rows: WebhookProgress,
    readonly texts: WebhookTexts,
    readonly attempts: WebhookAttempts,
    readonly outcomes: WebhookOutcomes,
  ) {}

  async begin(endpointId: string): Promise<WebhookRun> {
    return new WebhookRun(endpointId, await this.rows.open(endpointId), this);
  }
}

/** One run of an endpoint's worker. What it did is saved and recorded while it sends the next messages. */
export class WebhookRun {
  readonly secrets: Secrets = new Map();
  /** When there is more to do: a retry, or the messages that were held up. */
  retryAt: Instant | null = null;
  /** By `performance.now()`. */
  private readonly until = performance.now() + RUN_MS;
  /** Of the next messages' bodies, as they are stored. */
  private sizes = new Map<string, number>();
  private bodies = new Map<string, SealedBody>();
  /** Attempts that are in the row's progress; neither are written yet. */
  private unsaved: Attempted[] = [];
  private unsavedChanges = 0;
  private saveTimer: NodeJS.Timeout | undefined;
  /** Outcomes of the row that are in the log already. */
  private recorded = 0;
  private readonly saving = new Beside();
  private readonly recording = new Beside();

  constructor(
    readonly endpointId: string,
    readonly row: ProgressRow,
    private readonly services: Pick<WebhookRuns, 'texts' | 'attempts' | 'outcomes'>,
  ) {}

  get isOver(): boolean {
    return performance.now() >= this.until;
  }

  comesAt(at: Instant): void {
    if (this.retryAt === null || at < this.retryAt) this.retryAt = at;
  }

  /**
   * The size of a body as it is stored, which is not read yet; 0 for one in memory.
   * @param page the message, and those that are sent after it: some small bodies are read together
   */
  async sizeOf(message: WebhookDocument, page: readonly WebhookDocument[]): Promise<number> {
    const { texts } = this.services;
    if (await texts.recentBodyOf(message)) return 0;
    if (!this.sizes.has(message.id)) {
      const from = page.indexOf(message);
      const next = page.slice(from, from + READ_TOGETHER.bodies);
      this.sizes = await texts.sizesOf(next);
      let bytes = 0;
      const together = next.filter(({ id }) => (bytes += this.sizes.get(id)!) <= READ_TOGETHER.bytes);
      this.bodies = await texts.sealedBodiesOf(together);
    }
    return this.sizes.get(message.id)!;
  }

  async bodyOf(message: WebhookDocument): Promise<StoredBody> {
    const { texts } = this.services;
    const recent = await texts.recentBodyOf(message);
    if (recent) return recent;
    const sealed = this.bodies.get(message.id);
    return sealed ? texts.opened(sealed) : texts.bodyOf(message);
  }

  /** Changes the row. @param attempted what an attempt came to, after the change */
  async note(change: Change, attempted?: (progress: EndpointProgress) => Attempted): Promise<void> {
    this.row.stage(change);
    if (attempted) this.unsaved.push(attempted(this.row.progress));
    this.unsavedChanges += 1;
    if (this.unsavedChanges === 1) this.saveTimer = setTimeout(() => this.beginSaving(), SAVED_WITHIN_MS);
    if (this.unsavedChanges < SAVED_TOGETHER) return;
    await this.saving.end();
    this.beginSaving();
  }

  private beginSaving(): void {
    this.saving.begin(() => this.write());
  }

  async save(): Promise<void> {
    await this.saving.end();
    await this.write();
  }

  /** Saves everything, and lets nothing of it go on beside. */
  async end(): Promise<void> {
    try {
      await this.save();
    } finally {
      await this.recording.end();
    }
  }

  private async write(): Promise<void> {
    clearTimeout(this.saveTimer);
    const saved = this.unsaved;
    this.unsaved = [];
    this.unsavedChanges = 0;
    const { texts, attempts } = this.services;
    await Promise.all([
      this.row.save(),
      ...saved.map(({ attempt, answer, subjects }) => texts.keepAnswer(attempt.attemptId, answer, subjects)),
    ]);
    if (saved.length > 0) await attempts.add(saved.map(({ attempt }) => attempt));
    const { length } = this.row.progress.outcomes;
    if (length >= MOST_OUTCOMES) await this.recording.end();
    if (length - this.recorded >= BATCH && !this.recording.isBusy) this.recording.begin(() => this.record());
  }

  private async record(): Promise<void> {
    this.recorded = await this.services.outcomes.record(this.endpointId, this.row);
  }
}

/** What is done, one after the other, while something else goes on. */
class Beside {
  private last: Promise<void> = Promise.resolve();
  private failure: { error: unknown } | undefined;
  private running = 0;

  get isBusy(): boolean {
    return this.running > 0;
  }

  begin(task: () => Promise<void>): void {
    this.running += 1;
    this.last = this.last
      .then(task)
      .catch((error: unknown) => {
        this.failure ??= { error };
      })
      .finally(() => (this.running -= 1));
  }

  /** @throws what failed since the last call */
  async end(): Promise<void> {
    await this.last;
    const { failure } = this;
    this.failure = undefined;
    if (failure) throw failure.error;
  }
}

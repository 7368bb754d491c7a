import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, VAULT } from '../../../app/tokens.ts';
import { addDays, type Clock } from '../../../kernel/ports/clock.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
import { progressEntry, WEBHOOK_KEPT_DAYS } from './webhook.events.ts';
import { noProgress, type EndpointProgress } from './webhook-progress.rules.ts';

/** The progress of endpoints' workers: one Vault row per endpoint. */
@Injectable()
export class WebhookProgress {
  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** By endpoint; those without a row are omitted. */
  async of(endpointIds: Iterable<string>): Promise<Map<string, EndpointProgress>> {
    const ids = [...new Set(endpointIds)];
    const rows = await this.vault.getMany(ids.map(progressEntry));
    return new Map(
      ids.flatMap((id) => {
        const row = rows.get(progressEntry(id));
        return row ? [[id, JSON.parse(row.value) as EndpointProgress] as const] : [];
      }),
    );
  }

  async open(endpointId: string): Promise<ProgressRow> {
    const row = new ProgressRow(this.vault, this.clock, progressEntry(endpointId));
    await row.load();
    return row;
  }
}

/** One row, which its worker holds in memory. Whoever else writes it, no change is lost. */
export class ProgressRow {
  progress: EndpointProgress = noProgress;
  /** Made to `progress`, and not written yet. */
  private staged: ((progress: EndpointProgress) => EndpointProgress)[] = [];
  private version: number | undefined;

  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly key: string,
  ) {}

  async load(): Promise<void> {
    const row = (await this.vault.getMany([this.key])).get(this.key);
    this.progress = row ? (JSON.parse(row.value) as EndpointProgress) : noProgress;
    this.version = row?.version;
  }

  /** Writes the change with those that were staged. */
  async update(change: (progress: EndpointProgress) => EndpointProgress): Promise<void> {
    this.stage(change);
    await this.save();
  }

  /** Makes a change that may be lost before `save`. */
  stage(change: (progress: EndpointProgress) => EndpointProgress): void {
    this.progress = change(this.progress);
    this.staged.push(change);
  }

  /** Where another process has written the row meanwhile, the changes are made to what that wrote. */
  async save(): Promise<void> {
    while (this.staged.length > 0) {
      const saved = this.staged.length;
      const condition = this.version === undefined ? { ifAbsent: true } : { ifVersion: this.version };
      const expiresAt = addDays(this.clock.machineNow(), WEBHOOK_KEPT_DAYS);
      const version = await this.vault.put(this.key, JSON.stringify(this.progress), { ...condition, expiresAt });
      if (version === undefined) {
        await this.load();
        for (const change of this.staged) this.progress = change(this.progress);
      } else {
        this.version = version;
        this.staged = this.staged.slice(saved);
      }
    }
  }
}

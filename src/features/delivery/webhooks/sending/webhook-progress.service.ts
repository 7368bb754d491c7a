import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, VAULT } from '../../../../app/tokens.ts';
import { addDays, type Clock } from '../../../../kernel/ports/clock.ts';
import type { Vault } from '../../../../kernel/ports/vault.ts';
import { progressEntry, WEBHOOK_KEPT_DAYS } from '../webhook.events.ts';
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

export type Change = (progress: EndpointProgress) => EndpointProgress;

/** One row, which its worker holds in memory. Whoever else writes it, no change is lost. */
export class ProgressRow {
  progress: EndpointProgress = noProgress;
  /** Made to `progress`, and not written yet. */
  private staged: Change[] = [];
  private version: number | undefined;
  /** The last save, which the next one waits for. */
  private saving: Promise<void> = Promise.resolve();

  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly key: string,
  ) {}

  /** Makes what is staged to what is stored. */
  async load(): Promise<void> {
    const row = (await this.vault.getMany([this.key])).get(this.key);
    this.version = row?.version;
    const stored = row ? (JSON.parse(row.value) as EndpointProgress) : noProgress;
    this.progress = this.staged.reduce((progress, change) => change(progress), stored);
  }

  /** Writes the change with those that were staged. */
  async update(change: Change): Promise<void> {
    this.stage(change);
    await this.save();
  }

  /** Makes a change that may be lost before `save`. */
  stage(change: Change): void {
    this.progress = change(this.progress);
    this.staged.push(change);
  }

  /** Writes what is staged now. Where another process has written the row meanwhile, the changes are made to what that wrote. */
  save(): Promise<void> {
    const last = this.staged.at(-1);
    this.saving = this.saving.catch(() => undefined).then(() => this.write(last));
    return this.saving;
  }

  private async write(last: Change | undefined): Promise<void> {
    while (last && this.staged.includes(last)) {
      const saved = this.staged.length;
      const condition = this.version === undefined ? { ifAbsent: true } : { ifVersion: this.version };
      const expiresAt = addDays(this.clock.machineNow(), WEBHOOK_KEPT_DAYS);
      const version = await this.vault.put(this.key, JSON.stringify(this.progress), { ...condition, expiresAt });
      if (version === undefined) await this.load();
      else {
        this.version = version;
        this.staged = this.staged.slice(saved);
      }
    }
  }
}

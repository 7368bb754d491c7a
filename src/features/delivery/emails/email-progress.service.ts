import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, VAULT } from '../../../app/tokens.ts';
import { addDays, type Clock } from '../../../kernel/ports/clock.ts';
import type { Vault } from '../../../kernel/ports/vault.ts';
import type { EmailProgress, UnrecordedOutcome } from './email-progress.rules.ts';
import type { EmailOutcome } from './email.events.ts';

/** Vault entries: what a worker knows of a mail, and, in the order of time, what is not in the log yet. */
export const OUTCOMES = 'email-outcome/';
const progressEntry = (emailId: string): string => `email-progress/${emailId}`;
const outcomeEntry = ({ at, emailId }: EmailOutcome): string => `${OUTCOMES}${at}~${emailId}`;

/** Longer than mails are tried. */
const KEPT_DAYS = 2;
const OUTCOMES_KEPT_DAYS = 90;

/** Attempts to send mails, kept for two days: the log has only what became of each mail (docs/PROCESSES.md#mails). */
@Injectable()
export class EmailProgressRows {
  constructor(
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** By mail; those that have not been tried in the last two days are omitted. */
  async of(emailIds: readonly string[]): Promise<Map<string, EmailProgress>> {
    const rows = await this.vault.getMany(emailIds.map(progressEntry));
    return new Map(
      emailIds.flatMap((id) => {
        const row = rows.get(progressEntry(id));
        return row ? [[id, JSON.parse(row.value) as EmailProgress] as const] : [];
      }),
    );
  }

  /** The progress first: a worker that ends in between finds from it what is to be recorded. */
  async save(emailId: string, progress: EmailProgress): Promise<void> {
    const expiresAt = addDays(this.clock.machineNow(), KEPT_DAYS);
    await this.vault.put(progressEntry(emailId), JSON.stringify(progress), { expiresAt });
    if (progress.outcome) await this.noteOutcome(progress.outcome);
  }

  async noteOutcome(outcome: UnrecordedOutcome): Promise<void> {
    const expiresAt = addDays(this.clock.machineNow(), OUTCOMES_KEPT_DAYS);
    await this.vault.put(outcomeEntry(outcome), JSON.stringify(outcome), { expiresAt });
  }
}

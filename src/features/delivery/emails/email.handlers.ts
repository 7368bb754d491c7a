import { Inject, type Type } from '@nestjs/common';
import { CommandHandler } from '@nestjs/cqrs';
import { caughtUp, Documents } from '../../../app/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CLOCK, CONFIG, EVENT_STORE, JOBS, MAILER, VAULT } from '../../../app/tokens.ts';
import { jobOf } from '../../../app/workers.ts';
import type { Config } from '../../../config.ts';
import { addDays, type Clock } from '../../../kernel/ports/clock.ts';
import { fold } from '../../../kernel/writing/decider.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import { KeyedMutex } from '../../../kernel/coordination/mutex.ts';
import { contextOf } from '../../../kernel/reacting/send-steps.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { EraseEmails, RecordEmailAttempt, ScheduleEmail, SendEmail } from './email.commands.ts';
import { emailDecider, type EmailState } from './email.decider.ts';
import { emailStream, type EmailEvent } from './email.events.ts';
import { emailProjection } from './email.projection.ts';
import { MailCatalogue } from './mail.catalogue.ts';
import { MailRefused, outboxEntry, type Mailer, type MailSubject } from './mailer.ts';

type Scheduled = Recorded<Extract<EmailEvent, { type: 'EmailScheduled' }>>;

/** What came of an attempt: `error` is a code, null where the mail was sent. */
type Outcome = Pick<RecordEmailAttempt['data'], 'error' | 'permanent'>;

export const EMAIL_WORK = 'email';

/** Wakes the worker of one mail. */
function emailJob(emailId: string): string {
  return jobOf(EMAIL_WORK, emailId);
}

/** The one-time token of a mail that has not been sent. */
function tokenEntry(emailId: string): string {
  return `email-token/${emailId}`;
}

/** The token goes into the Vault, then the event into the log, then a wake-up into the queue; the sweeper finds mails that got no further. */
@CommandHandler(ScheduleEmail)
export class ScheduleEmailHandler {
  constructor(
    private readonly executor: Executor,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(JOBS) private readonly jobs: JobQueue,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  async execute(command: ScheduleEmail): Promise<void> {
    if (!this.mailer.enabled) return;
    const { token, ...data } = command.data;
    const { emailId } = data;
    // Longer than any mail is retried; the token of a mail that is never scheduled expires by itself.
    const expiresAt = addDays(command.context.machineNow, 1);
    if (token !== undefined) await this.vault.put(tokenEntry(emailId), token, { ifAbsent: true, expiresAt });
    const { state } = await this.executor.execute(emailDecider, emailStream(emailId), command.with(data));
    if (state.status === 'waiting') await this.jobs.wake(emailJob(emailId));
  }
}

/** Sends one mail that is due, and records the outcome. One call at a time per mail. */
@CommandHandler(SendEmail)
export class SendEmailHandler {
  private readonly mutex = new KeyedMutex();

  constructor(
    private readonly executor: Executor,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(JOBS) private readonly jobs: JobQueue,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(MAILER) private readonly mailer: Mailer,
    private readonly catalogue: MailCatalogue,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute({ data: { emailId } }: SendEmail): Promise<void> {
    return this.mutex.withLock(emailId, () => this.send(emailId));
  }

  private async send(emailId: string): Promise<void> {
    const events = await this.executor.load<EmailEvent>(emailStream(emailId), 'any');
    const state = fold(emailDecider, events);
    if (state.status !== 'waiting') return;
    if (state.nextAttemptAt > this.clock.machineNow()) return this.jobs.wake(emailJob(emailId), state.nextAttemptAt);
    const scheduled = events[0] as Scheduled;
    const outcome = await this.attempt(scheduled);
    const next = await this.record(scheduled, state.attempts + 1, outcome);
    if (next.status !== 'waiting') await this.vault.delete(tokenEntry(emailId));
    else await this.jobs.wake(emailJob(emailId), next.nextAttemptAt);
  }

  private async attempt({ data }: Scheduled): Promise<Outcome> {
    const { emailId: id, kind, to, organizationId, mentioned, mentionedValues } = data;
    const isErased = mentioned !== undefined && Object.keys(mentionedValues ?? {}).length === 0;
    if (to === null || isErased) return { error: 'PERSON_ERASED', permanent: true };
    const token = await readVault(this.vault, tokenEntry(id));
    const { baseUrl } = this.config;
    const values = { ...data.values, ...mentionedValues };
    const mail = this.catalogue.render(kind, values, { baseUrl, to, token });
    if (!mail) return { error: 'UNKNOWN_KIND', permanent: true };
    try {
      const about = aboutOf(values);
      await this.mailer.send({ id, kind, organizationId, to, ...mail, about, ...(token !== undefined && { token }) });
      return { error: null, permanent: false };
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      return { error: typeof code === 'string' ? code : 'FAILED', permanent: error instanceof MailRefused };
    }
  }

  /** The command's id depends on the attempt alone: an attempt that two workers record is one event. */
  private async record(scheduled: Scheduled, attempt: number, outcome: Outcome): Promise<EmailState> {
    const { emailId } = scheduled.data;
    const context = contextOf('emails', scheduled, this.clock);
    const command = new RecordEmailAttempt({ emailId, attempt, ...outcome }, context, `attempt:${attempt}`);
    return (await this.executor.execute(emailDecider, emailStream(emailId), command)).state;
  }
}

@CommandHandler(EraseEmails)
export class EraseEmailsHandler {
  constructor(
    private readonly runtime: Runtime,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    private readonly documents: Documents,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  async execute({ data: { subject } }: EraseEmails): Promise<void> {
    await caughtUp(this.runtime, this.store, 'delivery');
    // Of all organizations: a person's mails are erased wherever they were sent from.
    for await (const mails of this.documents.pages(emailProjection, { where: { has: ['subjects', subject] } }, 'any'))
      for (const { id } of mails)
        await Promise.all([this.vault.delete(outboxEntry(id)), this.vault.delete(tokenEntry(id))]);
  }
}

export const emailHandlers: Type[] = [ScheduleEmailHandler, SendEmailHandler, EraseEmailsHandler];

function aboutOf({ invitationId, role, newEmail }: Scheduled['data']['values']): MailSubject {
  const set = Object.entries({ invitationId, role, newEmail }).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(set) as MailSubject;
}

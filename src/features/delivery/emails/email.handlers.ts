import { Handles } from '../../../app/commands.ts';
import { Inject, type Type } from '@nestjs/common';
import { caughtUp, Documents } from '../../../app/reading/documents.ts';
import { Runtime } from '../../../app/runtime.ts';
import { CLOCK, CONFIG, EVENT_STORE, JOBS, LOG, MAILER, TELEMETRY, VAULT } from '../../../app/tokens.ts';
import { jobOf } from '../../../app/work/workers.ts';
import type { Config } from '../../../config.ts';
import { addDays, type Clock } from '../../../kernel/ports/clock.ts';
import type { EventStore } from '../../../kernel/ports/event-store.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import { KeyedMutex } from '../../../kernel/coordination/mutex.ts';
import type { Log } from '../../../kernel/ports/log.ts';
import type { Telemetry } from '../../../kernel/ports/telemetry.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { EraseEmails, ScheduleEmail, SendEmail } from './email.commands.ts';
import { emailDecider } from './email.decider.ts';
import { emailStream, type EmailEvent } from './email.events.ts';
import { attempted, type EmailAttempt, type UnrecordedOutcome } from './email-progress.rules.ts';
import { EmailOutcomes } from './email-outcomes.service.ts';
import { EmailProgressRows } from './email-progress.service.ts';
import { emailProjection } from './email.projection.ts';
import { MailCatalogue } from './mail.catalogue.ts';
import { MailLimits } from './mail-limits.service.ts';
import { MailRefused, outboxEntry, type Mailer, type MailSubject } from './mailer.ts';

type Scheduled = Recorded<Extract<EmailEvent, { type: 'EmailScheduled' }>>;

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
@Handles(ScheduleEmail)
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
    await this.executor.execute(emailDecider, emailStream(emailId), command.with(data));
    await this.jobs.wake(emailJob(emailId));
  }
}

/** Sends one mail that is due, and notes the outcome. One call at a time per mail. */
@Handles(SendEmail)
export class SendEmailHandler {
  private readonly mutex = new KeyedMutex();
  /** Why the mail server takes no mails, so that an outage has one line in the log, and its end another. */
  private outage: string | null = null;

  constructor(
    private readonly executor: Executor,
    private readonly rows: EmailProgressRows,
    private readonly outcomes: EmailOutcomes,
    private readonly runtime: Runtime,
    private readonly documents: Documents,
    @Inject(EVENT_STORE) private readonly store: EventStore,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(JOBS) private readonly jobs: JobQueue,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(MAILER) private readonly mailer: Mailer,
    @Inject(TELEMETRY) private readonly telemetry: Telemetry,
    private readonly catalogue: MailCatalogue,
    private readonly limits: MailLimits,
    @Inject(LOG) private readonly log: Log,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute({ data: { emailId } }: SendEmail): Promise<void> {
    return this.mutex.withLock(emailId, () => this.send(emailId));
  }

  private async send(emailId: string): Promise<void> {
    const progress = (await this.rows.of([emailId])).get(emailId);
    // Its worker may have ended before it noted the outcome.
    if (progress && progress.nextAttemptAt === null) return this.finish(progress.outcome);
    const [scheduled] = await this.executor.load<EmailEvent>(emailStream(emailId), 'any');
    if (!scheduled || (!progress && (await this.wasSent(scheduled)))) return;
    const { attempts, nextAttemptAt } = progress ?? { attempts: 0, nextAttemptAt: scheduled.data.at };
    if (nextAttemptAt > this.clock.machineNow()) return this.jobs.wake(emailJob(emailId), nextAttemptAt);
    await this.record(scheduled, attempts + 1, await this.measured(scheduled, attempts + 1));
  }

  /** Of a mail that may be older than the row of its attempts, only the read models know what became of it. */
  private async wasSent({ data: { emailId, at } }: Scheduled): Promise<boolean> {
    if (at > addDays(this.clock.machineNow(), -1)) return false;
    await this.outcomes.record();
    await caughtUp(this.runtime, this.store, 'delivery');
    const mail = await this.documents.get(emailProjection, emailId, 'any');
    return mail !== undefined && mail.status !== 'waiting';
  }

  /** Part of the trace in which the mail was scheduled, whenever it is sent. */
  private measured(scheduled: Scheduled, attempt: number): Promise<EmailAttempt> {
    const { emailId, kind } = scheduled.data;
    const operation = {
      kind: 'delivery',
      name: 'delivery email',
      labels: { 'tillbook.delivery': 'email', 'tillbook.message_type': kind },
      details: { 'tillbook.email.id': emailId, 'tillbook.attempt': attempt },
      place: { after: [scheduled] },
    } as const;
    return this.telemetry.measure(operation, async (note) => {
      const attempted = await this.attempt(scheduled, attempt);
      if (attempted.error !== null) note({ 'error.type': attempted.error });
      return attempted;
    });
  }

  private async attempt({ data }: Scheduled, attempt: number): Promise<EmailAttempt> {
    const { emailId: id, kind, to, organizationId, mentioned, mentionedValues } = data;
    const isErased = mentioned !== undefined && Object.keys(mentionedValues ?? {}).length === 0;
    if (to === null || isErased) return { error: 'PERSON_ERASED', permanent: true };
    const token = await readVault(this.vault, tokenEntry(id));
    const { baseUrl } = this.config;
    const values = { ...data.values, ...mentionedValues };
    const mail = this.catalogue.render(kind, values, { baseUrl, to, token });
    if (!mail) return { error: 'UNKNOWN_KIND', permanent: true };
    // What is repeated was counted when it was tried first.
    const isLimited = attempt === 1 && !this.catalogue.isForSecurity(kind);
    if (isLimited && !(await this.limits.admit(to, organizationId)))
      return { error: 'TOO_MANY_TO_THIS_ADDRESS', permanent: true };
    try {
      const about = aboutOf(values);
      await this.mailer.send({ id, kind, organizationId, to, ...mail, about, ...(token !== undefined && { token }) });
      return { error: null, permanent: false };
    } catch (error) {
      const code = (error as { code?: unknown }).code;
      return { error: typeof code === 'string' ? code : 'FAILED', permanent: error instanceof MailRefused };
    }
  }

  private async record(
    { data: { emailId, organizationId } }: Scheduled,
    attempts: number,
    attempt: EmailAttempt,
  ): Promise<void> {
    const progress = attempted({ emailId, organizationId }, attempts, attempt, this.clock.machineNow());
    this.report(attempt);
    await this.rows.save(emailId, progress);
    if (progress.nextAttemptAt === null) await this.vault.delete(tokenEntry(emailId));
    else await this.jobs.wake(emailJob(emailId), progress.nextAttemptAt);
  }

  private report({ error, permanent }: EmailAttempt): void {
    if (permanent || error === this.outage) return;
    if (error === null) this.log.info('Mails are sent again', { after: this.outage });
    else this.log.warn(`Mails wait: the mail server failed (${error}), and is tried again`, { code: error });
    this.outage = error;
  }

  private async finish(outcome: UnrecordedOutcome): Promise<void> {
    await this.rows.noteOutcome(outcome);
    await this.vault.delete(tokenEntry(outcome.emailId));
  }
}

@Handles(EraseEmails)
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

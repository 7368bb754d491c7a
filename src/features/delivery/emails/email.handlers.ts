import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, CLOCK, JOBS, MAILER, VAULT } from '../../../app/tokens.ts';
import type { Config } from '../../../config.ts';
import { addDays, type Clock } from '../../../kernel/ports/clock.ts';
import { fold } from '../../../kernel/writing/decider.ts';
import type { Recorded } from '../../../kernel/writing/events.ts';
import { jobOf } from '../../../app/workers.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import type { Executed } from '../../../kernel/writing/command.ts';
import type { JobQueue } from '../../../kernel/ports/job-queue.ts';
import { KeyedMutex } from '../../../kernel/coordination/mutex.ts';
import { contextOf } from '../../../kernel/reacting/process-runner.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { RecordEmailAttempt, ScheduleEmail, SendEmail } from './email.commands.ts';
import { emailDecider, type EmailState } from './email.decider.ts';
import { emailStream, type EmailEvent } from './email.events.ts';
import { MailCatalogue } from './mail.catalogue.ts';
import { MailRefused, type Mailer, type MailSubject } from './mailer.ts';

type Scheduled = Recorded<Extract<EmailEvent, { type: 'EmailScheduled' }>>;

export const EMAIL_WORK = 'email';

/** What wakes the worker of one mail. */
export function emailJob(emailId: string): string {
  return jobOf(EMAIL_WORK, emailId);
}

/** The one-time token of a mail that is not sent yet. */
export function tokenEntry(emailId: string): string {
  return `email-token/${emailId}`;
}

/** The token into the Vault, then the event, then a wake-up; the sweeper finds what comes no further. */
@CommandHandler(ScheduleEmail)
export class ScheduleEmailHandler implements ICommandHandler<ScheduleEmail> {
  constructor(
    private readonly executor: Executor,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(JOBS) private readonly jobs: JobQueue,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  async execute(command: ScheduleEmail): Promise<Executed<EmailState, EmailEvent> | undefined> {
    if (!this.mailer.enabled) return undefined;
    const { token, ...data } = command.data;
    const { emailId } = data;
    // Longer than any mail is tried; what is never scheduled goes away by itself.
    const expiresAt = addDays(command.context.machineNow, 1);
    if (token !== undefined) await this.vault.put(tokenEntry(emailId), token, { ifAbsent: true, expiresAt });
    const executed = await this.executor.execute(emailDecider, emailStream(emailId), command);
    if (executed.state.status === 'waiting') await this.jobs.wake(emailJob(emailId));
    return executed;
  }
}

/** Sends one mail that is due, and records what came of it. One call at a time per mail. */
@CommandHandler(SendEmail)
export class SendEmailHandler implements ICommandHandler<SendEmail> {
  private readonly turn = new KeyedMutex();

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
    return this.turn.run(emailId, () => this.send(emailId));
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

  private async attempt({ data }: Scheduled): Promise<{ error: string | null; permanent: boolean }> {
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

  /** Under the same id whoever records it: two workers with one attempt are one event. */
  private async record(
    scheduled: Scheduled,
    attempt: number,
    outcome: { error: string | null; permanent: boolean },
  ): Promise<EmailState> {
    const { emailId } = scheduled.data;
    const context = contextOf('emails', scheduled, this.clock);
    const command = new RecordEmailAttempt({ emailId, attempt, ...outcome }, context, `attempt:${attempt}`);
    return (await this.executor.execute(emailDecider, emailStream(emailId), command)).state;
  }
}

function aboutOf({ invitationId, role, newEmail }: Scheduled['data']['values']): MailSubject {
  const said = Object.entries({ invitationId, role, newEmail }).filter(([, value]) => typeof value === 'string');
  return Object.fromEntries(said) as MailSubject;
}

import { Inject, type Type } from '@nestjs/common';
import { Commands, Handles } from '../../../../app/commands.ts';
import { CONFIG, VAULT } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import { addDays } from '../../../../kernel/ports/clock.ts';
import type { Context } from '../../../../kernel/writing/command.ts';
import { subjectOf } from '../../../../kernel/writing/events.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { deriveUuid } from '../../../../kernel/ids.ts';
import { readVault, type Vault } from '../../../../kernel/ports/vault.ts';
import { mailOf, ScheduleEmail } from '../../../delivery/emails/email.commands.ts';
import { accountMailDecider } from './account-mail.decider.ts';
import { OneTimeTokens } from '../passwords/one-time-tokens.service.ts';
import { resetPasswordMail } from './account.mails.ts';
import { RequestAccountMail, SendAccountMail, SendVerificationEmail } from '../user.commands.ts';
import { mailRequestStream } from '../user.events.ts';
import { UserReader } from '../users.queries.ts';

interface MailRequest {
  email: string;
  callbackURL: string;
}

function entryOf(requestId: string): string {
  return `mail-request/${requestId}`;
}

@Handles(RequestAccountMail)
export class RequestAccountMailHandler {
  constructor(
    private readonly executor: Executor,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  /** Puts the address into the Vault, then appends the event: the same work for every address. */
  async execute(command: RequestAccountMail): Promise<void> {
    const { kind, email, callbackURL } = command.data;
    const { context } = command;
    const requestId = deriveUuid(context.requestId, 'account-mail');
    const request: MailRequest = { email, callbackURL };
    const expiresAt = addDays(context.machineNow, 1);
    await this.vault.put(entryOf(requestId), JSON.stringify(request), { ifAbsent: true, expiresAt });
    await this.executor.execute(accountMailDecider, mailRequestStream(requestId), command.with({ requestId, kind }));
  }
}

@Handles(SendAccountMail)
export class SendAccountMailHandler {
  constructor(
    private readonly commands: Commands,
    private readonly users: UserReader,
    private readonly tokens: OneTimeTokens,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ data: { requestId, kind }, context }: SendAccountMail): Promise<void> {
    const stored = await readVault(this.vault, entryOf(requestId));
    if (stored === undefined) return;
    const { email, callbackURL } = JSON.parse(stored) as MailRequest;
    const known = await this.users.byEmail(email);
    if (known) {
      const { id: userId, email: to, name } = known.user;
      const user = { userId, email: to, name, callbackURL };
      if (kind === 'verify-email') await this.commands.execute(new SendVerificationEmail(user, context));
      else await this.sendReset(user, context);
    }
    await this.vault.delete(entryOf(requestId));
  }

  private async sendReset(user: SendVerificationEmail['data'], context: Context): Promise<void> {
    const { userId, email: to, name, callbackURL } = user;
    const { resetTtl } = this.config.auth;
    const mail = mailOf(resetPasswordMail, {
      emailId: deriveUuid(context.requestId, 'reset-password-email'),
      person: subjectOf.user(userId),
      organizationId: null,
      to,
      values: { name, callbackURL, hours: resetTtl / 3_600 },
      token: await this.tokens.create('reset-password', userId, resetTtl),
    });
    await this.commands.execute(new ScheduleEmail(mail, context));
  }
}

export const accountMailHandlers: Type[] = [RequestAccountMailHandler, SendAccountMailHandler];

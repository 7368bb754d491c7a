import { Inject, type Type } from '@nestjs/common';
import { CommandBus, CommandHandler, QueryBus, type ICommandHandler } from '@nestjs/cqrs';
import { CONFIG, VAULT } from '../../../../app/tokens.ts';
import type { Config } from '../../../../config.ts';
import { addDays } from '../../../../kernel/ports/clock.ts';
import type { Context } from '../../../../kernel/writing/command.ts';
import { subjectOf } from '../../../../kernel/writing/events.ts';
import { Executor } from '../../../../kernel/writing/execute.ts';
import { deriveUuid } from '../../../../kernel/ids.ts';
import { readVault, type Vault } from '../../../../kernel/ports/vault.ts';
import { mailOf, ScheduleEmail } from '../../../delivery/emails/email.commands.ts';
import { RecordMailRequest, RequestAccountMail, SendAccountMail } from '../account-mail.commands.ts';
import { accountMailDecider } from './account-mail.decider.ts';
import { mailRequestStream } from '../account-mail.events.ts';
import { OneTimeTokens } from '../passwords/one-time-tokens.service.ts';
import { SendVerificationEmail } from '../user.commands.ts';
import { FindUserByEmail } from '../users.queries.ts';
import { resetPasswordMail } from './account.mails.ts';

interface Wish {
  email: string;
  callbackURL: string;
}

function wishEntry(requestId: string): string {
  return `mail-request/${requestId}`;
}

@CommandHandler(RequestAccountMail)
export class RequestAccountMailHandler implements ICommandHandler<RequestAccountMail> {
  constructor(
    private readonly executor: Executor,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  /** The address into the Vault, then the event: the same work for every address. */
  async execute({ data: { kind, email, callbackURL }, context }: RequestAccountMail): Promise<void> {
    const requestId = deriveUuid(context.requestId, 'account-mail');
    const wish: Wish = { email, callbackURL };
    const expiresAt = addDays(context.machineNow, 1);
    await this.vault.put(wishEntry(requestId), JSON.stringify(wish), { ifAbsent: true, expiresAt });
    const record = new RecordMailRequest({ requestId, kind }, context);
    await this.executor.execute(accountMailDecider, mailRequestStream(requestId), record);
  }
}

@CommandHandler(SendAccountMail)
export class SendAccountMailHandler implements ICommandHandler<SendAccountMail> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly tokens: OneTimeTokens,
    @Inject(VAULT) private readonly vault: Vault,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async execute({ data: { requestId, kind }, context }: SendAccountMail): Promise<void> {
    const kept = await readVault(this.vault, wishEntry(requestId));
    if (kept === undefined) return;
    const { email, callbackURL } = JSON.parse(kept) as Wish;
    const known = await this.queries.execute(new FindUserByEmail(email));
    if (known) {
      const { id: userId, email: to, name } = known.user;
      const user = { userId, email: to, name, callbackURL };
      if (kind === 'verify-email') await this.commands.execute(new SendVerificationEmail(user, context));
      else await this.sendReset(user, context);
    }
    await this.vault.delete(wishEntry(requestId));
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
      token: await this.tokens.make('reset-password', userId, resetTtl),
    });
    await this.commands.execute(new ScheduleEmail(mail, context));
  }
}

export const accountMailHandlers: Type[] = [RequestAccountMailHandler, SendAccountMailHandler];

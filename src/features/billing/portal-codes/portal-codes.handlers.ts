import { Inject, type Type } from '@nestjs/common';
import { Commands, Handles } from '../../../app/commands.ts';
import { VAULT } from '../../../app/tokens.ts';
import { deriveUuid } from '../../../kernel/ids.ts';
import { addDays } from '../../../kernel/ports/clock.ts';
import { readVault, type Vault } from '../../../kernel/ports/vault.ts';
import { subjectOf } from '../../../kernel/writing/events.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { mailOf, ScheduleEmail } from '../../delivery/emails/email.commands.ts';
import { MailSenders } from '../customer-mails/mail-senders.service.ts';
import { CustomerReader } from '../customers/customers.queries.ts';
import { RequestPortalCode, SendPortalCode } from './portal-code.commands.ts';
import { portalCodeDecider } from './portal-code.decider.ts';
import { portalCodeStream } from './portal-code.events.ts';
import { portalCodeMail } from './portal-code.mails.ts';
import { PortalCodes, VALID_MINUTES } from './portal-codes.service.ts';

/** Puts the address into the Vault, then appends the event: the same work for every address. */
@Handles(RequestPortalCode)
export class RequestPortalCodeHandler {
  constructor(
    private readonly executor: Executor,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  async execute(command: RequestPortalCode): Promise<void> {
    const { organizationId, email } = command.data;
    const { machineNow, requestId: request } = command.context;
    const requestId = deriveUuid(request, 'portal-code');
    await this.vault.put(entryOf(requestId), email, { ifAbsent: true, expiresAt: addDays(machineNow, 1) });
    const context = { ...command.context, organizationId };
    const asked = command.with({ requestId, organizationId }, { context });
    await this.executor.execute(portalCodeDecider, portalCodeStream(requestId), asked);
  }
}

@Handles(SendPortalCode)
export class SendPortalCodeHandler {
  constructor(
    private readonly commands: Commands,
    private readonly customers: CustomerReader,
    private readonly senders: MailSenders,
    private readonly codes: PortalCodes,
    @Inject(VAULT) private readonly vault: Vault,
  ) {}

  async execute({ data: { requestId, organizationId }, context }: SendPortalCode): Promise<void> {
    const email = await readVault(this.vault, entryOf(requestId));
    if (email === undefined) return;
    const customer = await this.customers.byEmail(organizationId, email);
    const { slug, sender } = (await this.senders.find(organizationId)) ?? {};
    if (customer && customer.deleted_at === null && sender && slug !== undefined) {
      const { id, email: to, email_key } = customer;
      const mail = mailOf(portalCodeMail, {
        emailId: deriveUuid(requestId, 'portal-code-email'),
        person: subjectOf.customer(id),
        organizationId,
        to,
        values: { organizationName: sender.name, slug, sender, minutes: VALID_MINUTES },
        token: await this.codes.create({ organizationId, email: email_key }, requestId),
      });
      await this.commands.execute(new ScheduleEmail(mail, { ...context, organizationId }));
    }
    await this.vault.delete(entryOf(requestId));
  }
}

function entryOf(requestId: string): string {
  return `portal-code-request/${requestId}`;
}

export const portalCodeHandlers: Type[] = [RequestPortalCodeHandler, SendPortalCodeHandler];

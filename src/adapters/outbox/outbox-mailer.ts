import { outboxEntry, type Mail, type Mailer, type OutboxMail } from '../../features/delivery/emails/mailer.ts';
import { addDays, type Clock } from '../../kernel/ports/clock.ts';
import type { Vault } from '../../kernel/ports/vault.ts';

const KEPT_DAYS = 90;

/** Keeps mails in the Vault, where the sandbox shows them (docs/SANDBOX.md#outbox). */
export class OutboxMailer implements Mailer {
  readonly enabled = true;

  constructor(
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  async send({ organizationId, ...mail }: Mail): Promise<void> {
    const at = this.clock.machineNow();
    const kept: OutboxMail = { ...mail, ...(organizationId !== null && { organizationId }), at };
    // A mail that was sent before without being recorded keeps its first version.
    await this.vault.put(outboxEntry(mail.id), JSON.stringify(kept), {
      ifAbsent: true,
      expiresAt: addDays(at, KEPT_DAYS),
    });
  }
}

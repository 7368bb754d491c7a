import type { Provider } from '@nestjs/common';
import { OutboxMailer } from '../adapters/outbox/outbox-mailer.ts';
import { GuardedOutgoing } from '../adapters/outgoing/guarded-outgoing.ts';
import { SandboxPaymentProcessor } from '../adapters/sandbox/sandbox-payment-processor.ts';
import { SmtpMailer } from '../adapters/smtp/smtp-mailer.ts';
import { CLOCK, MAILER, OUTGOING, PAYMENT_PROCESSOR, VAULT } from '../app/tokens.ts';
import type { Config } from '../config.ts';
import { noMailer, type Mailer } from '../features/delivery/emails/mailer.ts';
import type { Clock } from '../kernel/ports/clock.ts';
import type { Vault } from '../kernel/ports/vault.ts';

/** Mailer, payment processor and outgoing HTTP: a server where one is configured, else embedded. */
export function servicePorts(config: Config): Provider[] {
  return [
    {
      provide: MAILER,
      useFactory: (vault: Vault, clock: Clock) => mailerOf(config, vault, clock),
      inject: [VAULT, CLOCK],
    },
    {
      provide: PAYMENT_PROCESSOR,
      useFactory: (vault: Vault) => (config.sandbox === 'off' ? null : new SandboxPaymentProcessor(vault)),
      inject: [VAULT],
    },
    { provide: OUTGOING, useValue: new GuardedOutgoing({ allowPrivate: config.webhookAllowPrivate }) },
  ];
}

function mailerOf({ smtpUrl, mailFrom, sandbox }: Config, vault: Vault, clock: Clock): Mailer {
  if (smtpUrl) return new SmtpMailer(smtpUrl, mailFrom);
  return sandbox === 'off' ? noMailer : new OutboxMailer(vault, clock);
}

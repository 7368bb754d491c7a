import type { Provider } from '@nestjs/common';
import { measuredOutgoing } from '../adapters/measured/measured-outgoing.ts';
import { measuredPaymentProcessor } from '../adapters/measured/measured-payment-processor.ts';
import { DiscordPlatform } from '../adapters/discord/discord-platform.ts';
import { GithubPlatform } from '../adapters/github/github-platform.ts';
import { OutboxMailer } from '../adapters/outbox/outbox-mailer.ts';
import { GuardedOutgoing } from '../adapters/outgoing/guarded-outgoing.ts';
import { PretendPlatform } from '../adapters/sandbox/pretend-platform.ts';
import { SandboxPaymentProcessor } from '../adapters/sandbox/sandbox-payment-processor.ts';
import { CLOCK, MAILER, OUTGOING, PAYMENT_PROCESSOR, REMOTE_PLATFORMS, VAULT } from '../app/tokens.ts';
import { outsidePort } from '../app/outside.ts';
import type { Config } from '../config.ts';
import { PROCESSOR_CALLS, type PaymentProcessor } from '../features/billing/payments/payment-processor.ts';
import type {
  InstallablePlatform,
  RemotePlatform,
  RemotePlatformName,
  RemotePlatforms,
} from '../features/billing/remote-access/remote-platform.ts';
import { noMailer, type Mailer } from '../features/delivery/emails/mailer.ts';
import type { Clock } from '../kernel/ports/clock.ts';
import type { Vault } from '../kernel/ports/vault.ts';
import type { Measured } from './open-telemetry.ts';

/** Mailer, payment processor, platforms of benefits and outgoing HTTP: a server where one is configured, else embedded. */
export function servicePorts(config: Config, measured: Measured): Provider[] {
  return [
    {
      provide: MAILER,
      useFactory: (vault: Vault, clock: Clock) => mailerOf(config, vault, clock),
      inject: [VAULT, CLOCK],
    },
    {
      provide: PAYMENT_PROCESSOR,
      useFactory: async (vault: Vault) => {
        const processor = await processorOf(config, vault);
        return processor && measured(processor, measuredPaymentProcessor);
      },
      inject: [VAULT],
    },
    {
      provide: REMOTE_PLATFORMS,
      useFactory: (vault: Vault, clock: Clock) => platformsOf(config, vault, clock),
      inject: [VAULT, CLOCK],
    },
    {
      provide: OUTGOING,
      useFactory: () => measured(new GuardedOutgoing({ allowPrivate: config.webhookAllowPrivate }), measuredOutgoing),
    },
  ];
}

async function processorOf({ stripe, sandbox }: Config, vault: Vault): Promise<PaymentProcessor | null> {
  if (stripe) {
    // Two hundred modules, which most installations and tests never need.
    const { StripePaymentProcessor } = await import('../adapters/stripe/stripe-payment-processor.ts');
    // Some reports are read with another call.
    return outsidePort(new StripePaymentProcessor(stripe, vault), [...PROCESSOR_CALLS, 'read']);
  }
  return sandbox === 'off' ? null : new SandboxPaymentProcessor(vault);
}

function platformsOf({ remote, sandbox, baseUrl }: Config, vault: Vault, clock: Clock): RemotePlatforms {
  const pretend = (name: RemotePlatformName) =>
    sandbox === 'off' ? undefined : new PretendPlatform(name, vault, clock, baseUrl);
  const real = (platform: InstallablePlatform) =>
    outsidePort(platform, ['link', 'refresh', 'grant', 'revoke', 'install', 'choices']);
  const all: (RemotePlatform | undefined)[] = [
    remote.discord ? real(new DiscordPlatform(remote.discord, clock)) : pretend('discord'),
    remote.github ? real(new GithubPlatform(remote.github, clock)) : pretend('github'),
  ];
  return new Map(all.filter((one) => one !== undefined).map((platform) => [platform.name, platform]));
}

async function mailerOf({ smtpUrl, mailFrom, sandbox }: Config, vault: Vault, clock: Clock): Promise<Mailer> {
  if (smtpUrl) {
    const { SmtpMailer } = await import('../adapters/smtp/smtp-mailer.ts');
    return new SmtpMailer(smtpUrl, mailFrom);
  }
  return sandbox === 'off' ? noMailer : new OutboxMailer(vault, clock);
}

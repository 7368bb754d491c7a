import { SandboxPaymentProcessor } from '../../src/adapters/sandbox/sandbox-payment-processor.ts';
import type { MovableClock } from '../../src/app/clock.ts';
import type { Mail, Mailer } from '../../src/features/delivery/emails/mailer.ts';
import { OutgoingFailed, type Outgoing, type OutgoingAnswer } from '../../src/features/delivery/webhooks/outgoing.ts';
import { msOf, toInstant, type Instant } from '../../src/kernel/ports/clock.ts';
import type { Log } from '../../src/kernel/ports/log.ts';
import type { KeyMaterial } from '../../src/kernel/secrets/keys.ts';
import { MemoryDocumentStore } from './memory/memory-document-store.ts';
import { MemoryEventStore } from './memory/memory-event-store.ts';
import { MemoryVault } from './memory/memory-vault.ts';

/** Everything outside the processes, which survives them. */
export class Servers {
  readonly clock = new SimulatedClock();
  readonly store = new MemoryEventStore();
  readonly documents = new MemoryDocumentStore();
  readonly vault = new MemoryVault(Date.now);
  /** Has its own books. */
  readonly charges = new MemoryVault(Date.now);
  readonly payments = new SandboxPaymentProcessor(this.charges);
  readonly mails = new MailServer();
  readonly receivers = new WebhookReceivers();
  readonly log = new RecentLines();
  readonly keys: KeyMaterial = { signing: [key(1)], master: [key(2)], lookup: key(3) };
}

function key(n: number): string {
  return Buffer.alloc(32, n).toString('base64');
}

/** Machine time is virtual time; business time is moved ahead of it. */
class SimulatedClock implements MovableClock {
  private aheadMs = 0;

  now(): Instant {
    return toInstant(Date.now() + this.aheadMs);
  }

  machineNow(): Instant {
    return toInstant(Date.now());
  }

  async moveTo(instant: Instant): Promise<void> {
    this.aheadMs = msOf(instant) - Date.now();
  }
}

/** Receives mails; one that is sent twice under the same id arrives once. */
class MailServer implements Mailer {
  readonly enabled = true;
  readonly received = new Map<string, Mail>();

  async send(mail: Mail): Promise<void> {
    if (!this.received.has(mail.id)) this.received.set(mail.id, mail);
  }
}

export interface Delivery {
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** The systems that subscribe to webhooks. */
class WebhookReceivers implements Outgoing {
  /** In the order of arrival, repeated ones too. */
  readonly received: Delivery[] = [];
  /** Addresses that answer 500 at the moment, although they have received the message. */
  readonly failing = new Set<string>();

  async post(url: string, headers: Readonly<Record<string, string>>, body: string): Promise<OutgoingAnswer> {
    if (!url.startsWith('https://receiver.example/')) throw new OutgoingFailed('The name has no address');
    this.received.push({ url, headers, body });
    return this.failing.has(url) ? { status: 500, body: 'failing' } : { status: 200, body: '' };
  }
}

const KEPT = 200;

/** The last lines that the program logged, to be shown if a rule is broken. */
class RecentLines implements Log {
  readonly lines: string[] = [];

  info(message: string, fields?: Record<string, unknown>): void {
    if (message !== 'request') this.keep('info', message, fields);
  }

  warn(message: string, fields?: Record<string, unknown>): void {
    this.keep('warn', message, fields);
  }

  error(message: string, fields?: Record<string, unknown>): void {
    this.keep('error', message, fields);
  }

  private keep(level: string, message: string, { error, ...fields }: Record<string, unknown> = {}): void {
    const why = error instanceof Error ? ` ${error.stack ?? error.message}` : '';
    this.lines.push(`${toInstant(Date.now())} ${level} ${message} ${JSON.stringify(fields)}${why}`);
    if (this.lines.length > KEPT) this.lines.shift();
  }
}

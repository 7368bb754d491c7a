import { SandboxPaymentProcessor } from '../../src/adapters/sandbox/sandbox-payment-processor.ts';
import type { MovableClock } from '../../src/app/clock.ts';
import type { Mail, Mailer } from '../../src/features/delivery/emails/mailer.ts';
import {
  OutgoingFailed,
  type Outgoing,
  type OutgoingAnswer,
} from '../../src/features/delivery/webhooks/messages/outgoing.ts';
import { ServiceUnavailable } from '../../src/kernel/errors.ts';
import { msOf, toInstant, type Instant } from '../../src/kernel/ports/clock.ts';
import type { Log } from '../../src/kernel/ports/log.ts';
import type { KeyMaterial } from '../../src/kernel/secrets/keys.ts';
import { MemoryBlobStore } from './memory/memory-blob-store.ts';
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
  readonly blobs = new MemoryBlobStore();
  readonly mails = new MailServer();
  readonly receivers = new WebhookReceivers();
  readonly log: RecentLines;
  readonly keys: KeyMaterial = { signing: [key(1)], master: [key(2)], lookup: key(3) };

  /** @param whose says which process is running */
  constructor(whose: () => string) {
    this.log = new RecentLines(whose);
  }

  /** What the payment processor has charged. */
  async books(): Promise<Booked[]> {
    const entries = await this.charges.page('sandbox-charge/', Infinity);
    return entries
      .filter(({ key }) => key.startsWith(CHARGE))
      .map(({ key, value }) => {
        const { outcome, amount, currency, refunds = {} } = JSON.parse(value) as SandboxCharge;
        const refunded = Object.values(refunds).reduce((sum, one) => sum + one, 0);
        const left = outcome.outcome === 'succeeded' ? amount - refunded : 0;
        return { id: key.slice(CHARGE.length), outcome: outcome.outcome, left, currency };
      });
  }
}

/** A charge as the processor sees it. */
export interface Booked {
  id: string;
  outcome: string;
  /** What was taken and not refunded, in minor units. */
  left: number;
  currency: string;
}

const CHARGE = 'sandbox-charge/';

interface SandboxCharge {
  outcome: { outcome: string };
  amount: number;
  currency: string;
  refunds?: Record<string, number>;
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
  /** Of the message. */
  id: string;
  body: string;
  /** Milliseconds since 1970. */
  at: number;
  isAccepted: boolean;
}

/** The systems that subscribe to webhooks. */
class WebhookReceivers implements Outgoing {
  /** In the order of arrival, repeated ones too. */
  readonly received: Delivery[] = [];
  /** Addresses that answer 500 at the moment, although they have received the message. */
  readonly failing = new Set<string>();

  async post(url: string, headers: Readonly<Record<string, string>>, body: Buffer): Promise<OutgoingAnswer> {
    if (!url.startsWith('https://receiver.example/')) throw new OutgoingFailed('The name has no address');
    const isAccepted = !this.failing.has(url);
    this.received.push({ url, id: headers['webhook-id']!, body: body.toString(), at: Date.now(), isAccepted });
    return isAccepted ? { status: 200, body: '' } : { status: 500, body: 'failing' };
  }
}

const KEPT = 200;

/** The last lines that the program logged, to be shown if a rule is broken. */
class RecentLines implements Log {
  readonly lines: string[] = [];

  constructor(private readonly whose: () => string) {}

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
    // Simulated faults are expected; for everything else it matters where it comes from.
    const isExpected = error instanceof ServiceUnavailable;
    const why = error instanceof Error ? ` ${isExpected ? error.message : error.stack}` : '';
    this.lines.push(`${toInstant(Date.now())} ${this.whose()} ${level} ${message} ${JSON.stringify(fields)}${why}`);
    if (this.lines.length > KEPT) this.lines.shift();
  }
}

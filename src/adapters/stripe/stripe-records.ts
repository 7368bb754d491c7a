import { readVault, type Vault } from '../../kernel/ports/vault.ts';

/** What is remembered of a charge or setup from before Stripe is called for it. */
export interface IntentRecord {
  /** Stripe's id of the customer, whose intents are searched if an answer was lost. */
  customer: string;
  /** Before the first call: milliseconds. */
  since: number;
  /** Stripe's id of the intent, once it is known. */
  intent?: string;
  /** Stripe has refused every request for it so far, because there were too many: there is nothing to find. */
  refused?: true;
  /** Lets the customer's browser confirm the intent; only while that is required. */
  secret?: string;
}

/** A refund that Stripe was asked for. */
export interface RefundRecord {
  /** Stripe's id, once it is known. */
  refund?: string;
}

/** Stripe's ids by ours, in the Vault; those of test mode and of live mode are kept apart. */
export class StripeRecords {
  constructor(
    private readonly vault: Vault,
    private readonly mode: 'test' | 'live',
  ) {}

  customer(id: string): Promise<string | undefined> {
    return readVault(this.vault, this.key('customer', id));
  }

  async putCustomer(id: string, customer: string): Promise<void> {
    await this.vault.put(this.key('customer', id), customer);
  }

  intent(id: string): Promise<IntentRecord | undefined> {
    return this.read('intent', id);
  }

  /** Answers its version. */
  putIntent(id: string, record: IntentRecord): Promise<number> {
    return this.write('intent', id, record);
  }

  /** Unless it has changed since that version. */
  async refuseIntent(id: string, { customer, since }: IntentRecord, ifVersion: number): Promise<void> {
    const record: IntentRecord = { customer, since, refused: true };
    await this.vault.put(this.key('intent', id), JSON.stringify(record), { ifVersion });
  }

  refund(id: string): Promise<RefundRecord | undefined> {
    return this.read('refund', id);
  }

  async putRefund(id: string, record: RefundRecord): Promise<void> {
    await this.write('refund', id, record);
  }

  private async read<T>(kind: string, id: string): Promise<T | undefined> {
    const found = await readVault(this.vault, this.key(kind, id));
    return found === undefined ? undefined : (JSON.parse(found) as T);
  }

  private async write(kind: string, id: string, record: object): Promise<number> {
    return (await this.vault.put(this.key(kind, id), JSON.stringify(record)))!;
  }

  private key(kind: string, id: string): string {
    return ['stripe', kind, this.mode, id].join('/');
  }
}

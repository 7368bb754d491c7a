import { Inject, Injectable } from '@nestjs/common';
import { narrowedTo, resource } from '../../../app/reading/documents.ts';
import { PAYMENT_PROCESSOR } from '../../../app/tokens.ts';
import type { FilterRequest } from '../../../app/http/lists/list.ts';
import { sum } from '../../../kernel/money.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { normalEmail } from '../../../kernel/folding.ts';
import { customerProjection } from '../customers/customer.projection.ts';
import { CustomerReader, searchedCustomers } from '../customers/customers.queries.ts';
import { paymentProjection, type PaymentDocument } from './payment.projection.ts';
import type { PaymentProcessor } from './payment-processor.ts';
import type { InstalledProcessor, OrderPayment, Payment, PaymentTotals } from './payments.dto.ts';

/** An order has a handful: its checkout takes 200 updates, and renewals are charged a few times. */
const MOST_SHOWN = 100;

@Injectable()
export class PaymentPresenter {
  constructor(private readonly customers: CustomerReader) {}

  async presentAll(documents: readonly PaymentDocument[]): Promise<Payment[]> {
    const customers = await this.customers.find(documents.map(({ customer_id }) => customer_id));
    return documents.map((document) => {
      const { id, created_at, modified_at, amount, currency, organization_id, customer_id, card, method } = document;
      const customer = customers.get(customer_id);
      return {
        ...{ id, created_at, modified_at, processor: 'stripe', status: document.wire_status, amount, currency, method },
        ...declineOf(document),
        trigger: document.checkout_id === null ? null : ('purchase' as const),
        ...{ organization_id, checkout_id: document.checkout_id, order_id: document.order_id },
        ...(card && { method_metadata: card }),
        ...{ customer_id, customer_name: customer?.name ?? null, customer_email: customer?.email ?? null },
      };
    });
  }
}

/** Why nothing was paid, in the contract's two fields. */
function declineOf({ status, decline_code, decline_message }: PaymentDocument) {
  switch (status) {
    case 'mismatched':
      return declined('payment_mismatched', 'Another amount was taken than requested: it is refunded.');
    case 'reversing':
    case 'reversed':
      return declined('payment_reversed', 'What it was for could not be completed: it was refunded.');
    default:
      return declined(decline_code, decline_message);
  }
}

function declined(decline_reason: string | null, decline_message: string | null) {
  return { decline_reason, decline_message };
}

/** Conditions on it are replaced, because documents hold no copies of addresses. */
const BY_EMAIL = 'customer_email';

/** More customers than any request names addresses. */
const MOST_CUSTOMERS = 1_000;

@Injectable()
export class PaymentQueries extends resource(paymentProjection, PaymentPresenter, {
  search: { own: () => [], related: [searchedCustomers] },
}) {
  override async whereOf(asked: FilterRequest, scope: TenantScope): Promise<Where> {
    const byEmail = asked.where.filter((where) => emailsOf(where) !== undefined);
    const rest = asked.where.filter((where) => emailsOf(where) === undefined);
    const emails = byEmail.flatMap((where) => emailsOf(where)!.map(normalEmail));
    if (emails.length === 0) return super.whereOf(asked, scope);
    const within = narrowedTo(asked.organizationIds, scope);
    const where: Where = { in: ['email_key', emails] };
    const ids = await this.documents.idsOf(customerProjection, { where, limit: MOST_CUSTOMERS }, within);
    return super.whereOf({ ...asked, where: [...rest, { in: ['customer_id', ids] }] }, scope);
  }

  async totals(asked: FilterRequest, scope: TenantScope): Promise<PaymentTotals> {
    const [sums] = await this.sums(asked, scope, ['amount'], [{ and: [] }]);
    const totals = [...sums!].map(([currency, { count, sums: amounts }]) => ({
      currency,
      count,
      amount: amounts['amount']!,
    }));
    return { count: sum(totals.map(({ count }) => count)), totals };
  }

  /** Every attempt to charge an order, newest first: its own, and those of its checkout. */
  async ofOrder(orderId: string, checkoutId: string | null, scope: TenantScope): Promise<OrderPayment[]> {
    const matching: Where[] = [{ eq: ['order_id', orderId] }];
    if (checkoutId !== null) matching.push({ eq: ['checkout_id', checkoutId] });
    const found = await Promise.all(
      matching.map((where) => this.documents.find(paymentProjection, { where, limit: MOST_SHOWN }, scope)),
    );
    // One of 0 has saved a method; the payment of a checkout belongs to both.
    const taken = found.flatMap(({ items }) => items).filter(({ amount }) => amount > 0);
    const payments = [...new Map(taken.map((one) => [one.id, one])).values()];
    payments.sort((one, other) => other.created_at.localeCompare(one.created_at));
    return payments.map(({ id, created_at, modified_at, status, amount, currency, card, decline_code, ...one }) => ({
      id,
      card,
      decline_message: one.decline_message,
      created_at,
      settled_at: status === 'requested' || status === 'pending' ? null : modified_at,
      status,
      amount,
      currency,
      decline_code,
    }));
  }
}

/** The addresses of a condition on them; undefined for any other condition. */
function emailsOf(where: Where): readonly string[] | undefined {
  if ('eq' in where && where.eq[0] === BY_EMAIL) return [String(where.eq[1])];
  return 'in' in where && where.in[0] === BY_EMAIL ? where.in[1].map(String) : undefined;
}

/** What the processor wants a buyer's browser to know. */
@Injectable()
export class BrowserPayments {
  constructor(@Inject(PAYMENT_PROCESSOR) private readonly processor: PaymentProcessor | null) {}

  /** What it needs to pay, or to confirm a payment that requires it. */
  async of(paymentId: string | null): Promise<Record<string, string>> {
    return (await this.processor?.forBrowser(paymentId)) ?? {};
  }
}

/** Which processor takes the payments of this installation. */
@Injectable()
export class ProcessorQueries {
  constructor(@Inject(PAYMENT_PROCESSOR) private readonly processor: PaymentProcessor | null) {}

  installed(): InstalledProcessor {
    if (!this.processor) return { processor: null, is_live: false, verifies_webhooks: false };
    const { name, isLive, verifiesWebhooks } = this.processor.kind;
    return { processor: name, is_live: isLive, verifies_webhooks: verifiesWebhooks };
  }
}

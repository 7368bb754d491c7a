import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/documents.ts';
import type { Where } from '../../../kernel/ports/document-store.ts';
import type { TenantScope } from '../../../kernel/writing/scope.ts';
import { paymentProjection } from './payment.projection.ts';
import type { Payment } from './payments.dto.ts';

/** An order has a handful: its checkout takes 200 updates, and renewals are charged a few times. */
const MOST_SHOWN = 100;

@Injectable()
export class PaymentQueries {
  constructor(private readonly documents: Documents) {}

  /** Every attempt to charge an order, newest first: its own, and those of its checkout. */
  async ofOrder(orderId: string, checkoutId: string | null, scope: TenantScope): Promise<Payment[]> {
    const matching: Where[] = [{ eq: ['order_id', orderId] }];
    if (checkoutId !== null) matching.push({ eq: ['checkout_id', checkoutId] });
    const found = await Promise.all(
      matching.map((where) => this.documents.find(paymentProjection, { where, limit: MOST_SHOWN }, scope)),
    );
    const payments = found.flatMap(({ items }) => items);
    payments.sort((one, other) => other.created_at.localeCompare(one.created_at));
    return payments.map(({ id, created_at, modified_at, status, amount, currency, decline_code }) => ({
      id,
      created_at,
      settled_at: status === 'requested' || status === 'pending' ? null : modified_at,
      status,
      amount,
      currency,
      decline_code,
    }));
  }
}

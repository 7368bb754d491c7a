import { Injectable } from '@nestjs/common';
import { Documents } from '../../../app/reading/documents.ts';
import { Executor } from '../../../kernel/writing/execute.ts';
import { paymentStream, type Card, type PaymentEvent } from './payment.events.ts';
import { paymentProjection } from './payment.projection.ts';

/** Payments of a customer that are looked at: their newest charges are to the method that is charged next. */
const LOOKED_AT = 20;

/** What the log knows of payment methods, for those who may not wait for the processor. */
@Injectable()
export class PaymentCards {
  constructor(
    private readonly documents: Documents,
    private readonly executor: Executor,
  ) {}

  /** The card of a method that has been charged, or was saved by a payment of 0; undefined if no payment shows it. */
  async find(
    paymentMethodId: string,
    { organizationId, customerId }: { organizationId: string; customerId: string },
  ): Promise<Card | undefined> {
    const scope = { organizationIds: [organizationId] };
    const { items } = await this.documents.find(
      paymentProjection,
      {
        where: { and: [{ eq: ['customer_id', customerId] }, { eq: ['wire_status', 'succeeded'] }] },
        sort: [{ field: 'created_at', direction: 'desc' }],
        limit: LOOKED_AT,
      },
      scope,
    );
    for (const { id, card } of items) {
      if (!card) continue;
      const [requested] = await this.executor.load<PaymentEvent>(paymentStream(id), scope);
      if (requested?.type === 'PaymentRequested' && requested.data.paymentMethodId === paymentMethodId) return card;
    }
    return undefined;
  }
}

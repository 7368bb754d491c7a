import { Injectable } from '@nestjs/common';
import { pageOf, type ListRequest, type Page } from '../../../../app/http/lists/list.ts';
import { NotFound } from '../../../../kernel/errors.ts';
import { BrowserPayments } from '../../payments/payments.queries.ts';
import { PaymentMethods } from '../../payments/payment-methods.service.ts';
import type { SavedMethodsDocument } from '../../saved-methods/saved-method.projection.ts';
import { SavedMethodReader } from '../../saved-methods/saved-methods.queries.ts';
import type { AddedPaymentMethod, PortalPaymentMethod } from '../portal.dto.ts';
import type { PortalCaller } from '../portal.rules.ts';

/** What all of them share. */
const FIXED = { processor: 'stripe', modified_at: null } as const;

type Method = SavedMethodsDocument['methods'][number];

/** The payment methods of a session's customer; what they are, the processor says. */
@Injectable()
export class PortalPaymentMethods {
  constructor(
    private readonly saved: SavedMethodReader,
    private readonly methods: PaymentMethods,
    private readonly browser: BrowserPayments,
  ) {}

  async of({ skip, limit }: ListRequest, caller: PortalCaller): Promise<Page<PortalPaymentMethod>> {
    const { methods, defaultId } = await this.newestFirst(caller);
    const shown = methods.slice(skip, skip + limit).map((method) => this.present(method, caller.id, defaultId));
    return pageOf(await Promise.all(shown), methods.length, limit);
  }

  /** All of them, for the export of the customer's data. */
  async all(caller: PortalCaller): Promise<PortalPaymentMethod[]> {
    const { methods, defaultId } = await this.newestFirst(caller);
    return Promise.all(methods.map((method) => this.present(method, caller.id, defaultId)));
  }

  /** Just saved or chosen: the read model may not show it yet. @throws NotFound */
  async current(id: string, caller: PortalCaller): Promise<PortalPaymentMethod> {
    const document = await this.saved.folded(caller.id, caller);
    const method = document?.methods.find((each) => each.id === id);
    if (!document || !method) throw new NotFound();
    return this.present(method, caller.id, document.default_id);
  }

  /** One that the customer has to confirm first, in the browser. */
  async pending(id: string, customer_id: string, paymentId: string, created_at: string): Promise<AddedPaymentMethod> {
    const { intent_client_secret: client_secret = null } = await this.browser.of(paymentId);
    const method = { ...FIXED, id, customer_id, type: 'card', created_at, default: false };
    return { ...method, status: 'requires_action', client_secret, payment_method: null };
  }

  private async newestFirst({ id, organizationIds }: PortalCaller) {
    const document = await this.saved.find(id, { organizationIds });
    return { methods: document?.methods.toReversed() ?? [], defaultId: document?.default_id ?? null };
  }

  private async present(
    { id, created_at }: Method,
    customer_id: string,
    defaultId: string | null,
  ): Promise<PortalPaymentMethod> {
    const details = await this.methods.detailsOf(id);
    const own = { ...FIXED, id, customer_id, type: details?.type ?? 'unknown', created_at, default: id === defaultId };
    if (!details?.card) return own;
    const { brand, last4, expMonth, expYear } = details.card;
    return { ...own, card: { brand, last4, exp_month: expMonth, exp_year: expYear, wallet: null } };
  }
}

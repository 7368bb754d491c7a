import { moneyText } from '../../../../kernel/money.ts';
import type { Named, RawPayload } from './chat-message.rules.ts';
import { CUSTOMER_STATE_CHANGED, entityOf } from '../webhook.catalogue.ts';

/** What messages are about: a refund its order, a grant its benefit. */
export const ABOUT_TYPES = [
  'benefit',
  'checkout',
  'customer',
  'order',
  'organization',
  'product',
  'subscription',
] as const;

export interface About {
  type: (typeof ABOUT_TYPES)[number];
  id: string;
  /** For people: "Ada Lovelace, Letter club". */
  name: string;
}

/** Of any entity: each has some of it. */
interface Data extends Named {
  id: string;
  description: string;
  customer?: Named;
  customer_name?: string | null;
  customer_email?: string | null;
  product?: { name: string } | null;
  benefit?: { description: string };
  benefit_id: string;
  order_id: string;
  amount: number;
  tax_amount: number;
  currency: string;
}

/** Of a message's body as it was built; null without an entity. */
export function aboutOf(raw: string): About | null {
  const { type, data } = JSON.parse(raw) as RawPayload;
  const { id } = (data ?? {}) as Partial<Data>;
  return id === undefined ? null : about(type === CUSTOMER_STATE_CHANGED ? 'customer' : entityOf(type), data as Data);
}

function about(entity: string, data: Data): About {
  const { id, customer, product, benefit } = data;
  switch (entity) {
    case 'checkout':
      return { type: entity, id, name: joined(data.customer_name || data.customer_email, product?.name) };
    case 'order':
    case 'subscription':
      return { type: entity, id, name: joined(calledBy(customer), product?.name) };
    case 'refund':
      return { type: 'order', id: data.order_id, name: `${moneyText(refunded(data))} refunded` };
    case 'benefit':
      return { type: entity, id, name: data.description };
    case 'benefit_grant':
      return { type: 'benefit', id: data.benefit_id, name: joined(calledBy(customer), benefit?.description) };
    default:
      return { type: entity as About['type'], id, name: joined(calledBy(data)) };
  }
}

function refunded({ amount, tax_amount, currency }: Data) {
  return { amount: amount + tax_amount, currency };
}

function calledBy({ name, email }: Named = {}): string | null | undefined {
  return name || email;
}

function joined(...names: (string | null | undefined)[]): string {
  return names.filter(Boolean).join(', ');
}

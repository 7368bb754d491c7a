import { linkOptions, type LinkProps } from '@tanstack/react-router';
import { shortId } from '@/lib/format';
import { kindName } from '@/lib/event-types';

/** `order-0198…` → the order's id. */
export function idIn(stream: string): string {
  return stream.slice(stream.indexOf('-') + 1);
}

const FIELD =
  /^(product|customer|order|subscription|checkout|checkoutLink|benefit|licenseKey|meter|customField|endpoint|payment|discount)(Id|_id)$/;

/** Where the stream's category differs from the field's name. */
const categories: Record<string, string> = {
  endpoint: 'webhookendpoint',
  customField: 'customfield',
  licenseKey: 'licensekey',
  checkoutLink: 'checkoutlink',
};

/** The page of what a field of an event names: by its id, or as the purpose of something, `{ kind: 'order', orderId: … }`. */
export function pageNamedBy(field: string, value: unknown, org: string): LinkProps | undefined {
  if (typeof value === 'object' && value !== null && 'kind' in value && typeof value.kind === 'string') {
    const name = `${value.kind}Id`;
    return pageNamedBy(name, (value as Record<string, unknown>)[name], org);
  }
  const kind = FIELD.exec(field)?.[1];
  if (kind === undefined || typeof value !== 'string') return undefined;
  return pageOf({ category: categories[kind] ?? kind, stream: `${kind}-${value}` }, org);
}

interface Place {
  stream: string;
  category: string;
  about: readonly { kind: string; id: string; name: string | null }[];
}

/** "order K7Q2-M9PX", or "subscription 0198f2…4c1d" for what has no name. */
export function streamLabel({ stream, category, about }: Place): string {
  const id = idIn(stream);
  const name = about.find((entity) => entity.kind === category && entity.id === id)?.name;
  return `${kindName(category)} ${name ?? shortId(id)}`;
}

/** The page of the stream's entity; undefined if it has none. */
export function pageOf({ stream, category }: { stream: string; category: string }, org: string): LinkProps | undefined {
  const id = idIn(stream);
  const params = { org, id };
  switch (category) {
    case 'product':
      return linkOptions({ to: '/$org/products/$id', params });
    case 'customer':
      return linkOptions({ to: '/$org/customers/$id', params });
    case 'order':
    case 'invoice':
      return linkOptions({ to: '/$org/orders/$id', params });
    case 'subscription':
      return linkOptions({ to: '/$org/subscriptions/$id', params });
    case 'payment':
      return linkOptions({ to: '/$org/payments/$id', params });
    case 'checkout':
      return linkOptions({ to: '/$org/checkouts/$id', params });
    case 'checkoutlink':
      return linkOptions({ to: '/$org/checkout-links/$id', params });
    case 'benefit':
      return linkOptions({ to: '/$org/benefits/$id', params });
    case 'licensekey':
      return linkOptions({ to: '/$org/license-keys/$id', params });
    case 'customfield':
      return linkOptions({ to: '/$org/custom-fields/$id', params });
    case 'meter':
      return linkOptions({ to: '/$org/meters/$id', params });
    case 'discount':
      return linkOptions({ to: '/$org/discounts/$id', params });
    case 'taxtable':
      return linkOptions({ to: '/$org/tax', params: { org } });
    case 'webhookendpoint':
      return linkOptions({ to: '/$org/webhooks/$id', params });
    case 'organization':
      return linkOptions({ to: '/$org/settings', params: { org } });
    case 'accesstoken':
      return linkOptions({ to: '/$org/access-tokens', params: { org } });
    default:
      return undefined;
  }
}

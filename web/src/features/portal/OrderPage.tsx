import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import {
  portalCreditNotesQuery,
  portalCustomerQuery,
  portalOrderQuery,
  usePortalCreditNote,
  usePortalInvoice,
} from '@/api/portal-own';
import type { PortalOrder } from '@/api/types';
import { addressLines } from '@/lib/address';
import { billingReason } from '@/lib/billing';
import { money } from '@/lib/format';
import { day } from '@/lib/time';
import { announce } from '@/ui/Announcer';
import { BillFacts } from '@/ui/BillFacts';
import { Button } from '@/ui/Button';
import { Fact, Facts, Section } from '@/ui/Facts';
import { PageHead } from '@/ui/PageHead';
import { OrderStatus } from '@/ui/statuses';
import { Loaded } from './Loaded';

export function OrderPage({ slug, id }: { slug: string; id: string }) {
  return (
    <Loaded query={useQuery(portalOrderQuery(slug, id))} what="your order" shape="page">
      {(order) => <TheOrder slug={slug} order={order} />}
    </Loaded>
  );
}

function TheOrder({ slug, order }: { slug: string; order: PortalOrder }) {
  const { number, product, subscription_id, billing_address, billing_name, paid_at } = order;
  const refunded = order.refunded_amount + order.refunded_tax_amount;
  return (
    <>
      <PageHead
        title={product.name}
        tab={`Order ${number}`}
        mark={<OrderStatus order={order} />}
        note={`Order ${number} of ${day(order.created_at)}.`}
        up={{ label: 'Orders', link: { to: '/$slug/portal/orders', params: { slug } } }}
        action={<Invoice slug={slug} order={order} />}
      />
      <div className="grid gap-8">
        <Section title="Amounts">
          <Facts>
            <BillFacts bill={order} />
            {refunded > 0 && (
              <Fact term="Refunded" figures>
                {money(-refunded, order.currency)}
              </Fact>
            )}
            {order.usage_credit_amount > 0 && (
              <Fact
                term="Credited for voided usage"
                figures
                below={<span className="text-note text-soft">Your next orders use it.</span>}
              >
                {money(-order.usage_credit_amount, order.currency)}
              </Fact>
            )}
          </Facts>
        </Section>
        {refunded > 0 && <CreditNotes slug={slug} orderId={order.id} />}
        <Section title="Details">
          <Facts>
            <Fact term="Charged for">{billingReason(order.billing_reason)}</Fact>
            <Fact term="Paid">{paid_at ? day(paid_at) : 'Not yet'}</Fact>
            {subscription_id && (
              <Fact term="Subscription">
                <Link to="/$slug/portal/subscriptions/$id" params={{ slug, id: subscription_id }} className="tap link">
                  {product.name}
                </Link>
              </Fact>
            )}
            {(billing_name || billing_address) && (
              <Fact term="Billed to">
                {[billing_name, ...(billing_address ? addressLines(billing_address) : [])]
                  .filter(Boolean)
                  .map((line, at) => (
                    <span key={at} className="block">
                      {line}
                    </span>
                  ))}
              </Fact>
            )}
          </Facts>
        </Section>
      </div>
    </>
  );
}

/** A session that is limited to one purchase gets none: it shows the customer's address and tax id. */
function Invoice({ slug, order }: { slug: string; order: PortalOrder }) {
  const { data: customer } = useQuery(portalCustomerQuery(slug));
  const invoice = usePortalInvoice(slug);
  if (order.invoice_number === null || customer?.limited_to_checkout !== false) return null;
  return (
    <Button
      kind="primary"
      aria-label={`Download invoice ${order.invoice_number}`}
      busy={invoice.isPending && 'Opening'}
      onClick={() => invoice.mutate(order.id, { onError: ({ message }) => announce(message, true) })}
    >
      Download invoice
    </Button>
  );
}

/** What was refunded, as documents; not for a session that is limited to one purchase, like the invoice. */
function CreditNotes({ slug, orderId }: { slug: string; orderId: string }) {
  const { data: customer } = useQuery(portalCustomerQuery(slug));
  const isOffered = customer?.limited_to_checkout === false;
  const { data: notes = [] } = useQuery({ ...portalCreditNotesQuery(slug, orderId), enabled: isOffered });
  const download = usePortalCreditNote(slug, orderId);
  if (notes.length === 0) return null;
  return (
    <Section title="Credit notes">
      <ul className="border-t border-line">
        {notes.map(({ id, number, created_at, amount, currency }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-2"
          >
            <span>
              {money(-amount, currency)} of {day(created_at)}
            </span>
            <Button
              aria-label={`Download credit note ${number}`}
              busy={download.isPending && download.variables === id && 'Opening'}
              onClick={() => download.mutate(id, { onError: ({ message }) => announce(message, true) })}
            >
              Download
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  );
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useOrderTimeline } from '@/api/ledger';
import { useMayChange } from '@/api/members';
import { orderPaymentsQuery } from '@/api/order-payments';
import { orderQuery, orderUsageCreditQuery } from '@/api/orders';
import { refundsQuery } from '@/api/refunds';
import type { Order, Organization } from '@/api/types';
import { PortalLink } from '@/features/customers/PortalLink';
import { addressLines } from '@/lib/address';
import { billingReason } from '@/lib/billing';
import { ABSENT, shortId } from '@/lib/format';
import { refundable } from '@/lib/refunds';
import { announce } from '@/ui/Announcer';
import { CustomFieldFacts } from '@/features/custom-fields/CustomFieldFacts';
import { DiscountFact } from '@/ui/DiscountFact';
import { Detail, Fact, Facts, Section } from '@/ui/Facts';
import { MetadataFact } from '@/ui/MetadataFact';
import { PageActions, type PageAction } from '@/ui/PageActions';
import { PageHead } from '@/ui/PageHead';
import { OrderStatus } from '@/ui/statuses';
import { Timeline } from '@/ui/Timeline';
import { Day, Id } from '@/ui/Value';
import { Amounts } from './Amounts';
import { Invoices } from './Invoices';
import { OrderGlance } from './OrderGlance';
import { Payments } from './Payments';
import { RefundDialog } from './RefundDialog';
import { Refunds } from './Refunds';

export function OrderDetail({ organization, id }: { organization: Organization; id: string }) {
  const { data: order } = useSuspenseQuery(orderQuery(id));
  const { data: refunds } = useQuery(refundsQuery(id));
  const { data: usageCredit } = useQuery(orderUsageCreditQuery(id));
  const history = useOrderTimeline(organization.id, order, { refunds, usageCredit });
  const payments = useQuery(orderPaymentsQuery(id));
  const org = organization.slug;
  const [refunding, setRefunding] = useState(false);
  const [linking, setLinking] = useState(false);
  const mayChange = useMayChange(organization.id);
  // What credit paid alone has no payment to refund.
  const isCharged = payments.data?.some(({ status }) => status === 'succeeded') ?? false;
  const mayRefund =
    mayChange && order.paid && isCharged && refunds !== undefined && refundable(order, refunds).amount > 0;
  const actions = useMemo((): PageAction[] => {
    const refund: PageAction[] = mayRefund ? [{ label: 'Refund', run: () => setRefunding(true) }] : [];
    const portal: PageAction[] =
      mayChange && !order.customer.deleted_at
        ? [{ label: 'Create portal link', rank: 'more', run: () => setLinking(true) }]
        : [];
    return [...refund, { label: 'Copy link', run: () => void copyLink() }, ...portal];
  }, [mayRefund, mayChange, order.customer.deleted_at]);
  return (
    <>
      <PageHead
        title={`Order ${order.number}`}
        mark={<OrderStatus order={order} />}
        note={`${order.product.name} for ${order.customer.email}`}
        up={{ label: 'Orders', link: linkOptions({ to: '/$org/orders', params: { org } }) }}
        action={<PageActions actions={actions} />}
      />
      <OrderGlance order={order} payments={payments} />
      <Detail side={<Timeline subject="order" id={id} query={history} />}>
        <Amounts order={order} usageCredit={usageCredit} organization={organization} />
        <Payments payments={payments} />
        <Refunds refunds={refunds ?? []} />
        <Invoices order={order} refunds={refunds ?? []} />
        <CustomFieldFacts organizationId={organization.id} data={order.custom_field_data} />
        <About order={order} org={org} />
      </Detail>
      <RefundDialog order={order} refunds={refunds ?? []} open={refunding} onOpenChange={setRefunding} />
      <PortalLink customer={order.customer} open={linking} onOpenChange={setLinking} />
    </>
  );
}

async function copyLink(): Promise<void> {
  await navigator.clipboard.writeText(window.location.href);
  announce('Link copied');
}

function About({ order, org }: { order: Order; org: string }) {
  const { customer, product, subscription_id, checkout_id, billing_address } = order;
  return (
    <Section title="About">
      <Facts>
        <Fact term="Reason">{billingReason(order.billing_reason)}</Fact>
        <Fact term="Customer">
          {customer.deleted_at ? (
            `${customer.email}, deleted`
          ) : (
            <Link to="/$org/customers/$id" params={{ org, id: customer.id }} className="link">
              {customer.name ? `${customer.name}, ${customer.email}` : customer.email}
            </Link>
          )}
        </Fact>
        <Fact term="Product">
          <Link to="/$org/products/$id" params={{ org, id: product.id }} className="link">
            {product.name}
          </Link>
        </Fact>
        <Fact term="Subscription">
          {subscription_id ? (
            <Link
              to="/$org/subscriptions/$id"
              params={{ org, id: subscription_id }}
              className="link font-mono text-[13px]"
            >
              {shortId(subscription_id)}
            </Link>
          ) : (
            ABSENT
          )}
        </Fact>
        <Fact term="Checkout">
          {checkout_id ? (
            <Link to="/$org/checkouts/$id" params={{ org, id: checkout_id }} className="link font-mono text-[13px]">
              {shortId(checkout_id)}
            </Link>
          ) : (
            ABSENT
          )}
        </Fact>
        <DiscountFact discount={order.discount} org={org} />
        {order.billing_name && <Fact term="Billing name">{order.billing_name}</Fact>}
        <Fact term="Billing address">
          {billing_address
            ? addressLines(billing_address).map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))
            : ABSENT}
        </Fact>
        <MetadataFact metadata={order.metadata} />
        <Fact term="Created">
          <Day at={order.created_at} />
        </Fact>
        {order.paid_at && (
          <Fact term="Paid">
            <Day at={order.paid_at} />
          </Fact>
        )}
        <Fact term="Number">
          <Id id={order.number} whole />
        </Fact>
        <Fact term="ID">
          <Id id={order.id} />
        </Fact>
      </Facts>
    </Section>
  );
}

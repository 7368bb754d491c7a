import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useTimeline } from '@/api/ledger';
import { orderQuery } from '@/api/orders';
import type { Order, Organization } from '@/api/types';
import { addressLines } from '@/lib/address';
import { billingReason } from '@/lib/billing';
import { ABSENT, money, shortId } from '@/lib/format';
import { Detail, Fact, Facts, Section } from '@/ui/Facts';
import { PageHead } from '@/ui/PageHead';
import { OrderStatus } from '@/ui/statuses';
import { Timeline } from '@/ui/Timeline';
import { Id, Time } from '@/ui/Value';

export function OrderDetail({ organization, id }: { organization: Organization; id: string }) {
  const { data: order } = useSuspenseQuery(orderQuery(id));
  const history = useTimeline(organization.id, 'order', id);
  const org = organization.slug;
  return (
    <>
      <PageHead
        title={`${order.product.name}, ${money(order.total_amount, order.currency)}`}
        tab={`Order ${shortId(id)}, ${order.customer.name ?? order.customer.email}`}
        mark={<OrderStatus order={order} />}
        note={`Order ${shortId(id)} of ${order.customer.email}`}
        up={{ label: 'Orders', link: linkOptions({ to: '/$org/orders', params: { org } }) }}
      />
      <Detail side={<Timeline subject="order" id={id} query={history} />}>
        <Amounts order={order} />
        <About order={order} org={org} />
      </Detail>
    </>
  );
}

/** The bill: items, tax and discounts down to the total. */
function Amounts({ order }: { order: Order }) {
  const { currency } = order;
  return (
    <Section title="Amounts">
      <Facts>
        {order.items.map((item) => (
          <Fact key={item.id} term={item.label} figures>
            {money(item.amount, currency)}
          </Fact>
        ))}
        <Fact term="Subtotal" figures>
          {money(order.subtotal_amount, currency)}
        </Fact>
        {order.discount_amount > 0 && (
          <Fact term="Discount" figures>
            {money(-order.discount_amount, currency)}
          </Fact>
        )}
        {order.tax_amount > 0 && (
          <Fact term="Tax" figures>
            {money(order.tax_amount, currency)}
          </Fact>
        )}
        <Fact term="Total" figures total>
          {money(order.total_amount, currency)}
        </Fact>
        {order.refunded_amount > 0 && (
          <Fact term="Refunded" figures>
            {money(order.refunded_amount + order.refunded_tax_amount, currency)}
          </Fact>
        )}
      </Facts>
    </Section>
  );
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
        <Fact term="Billing address">
          {billing_address
            ? addressLines(billing_address).map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))
            : ABSENT}
        </Fact>
        <Fact term="Date">
          <Time at={order.created_at} />
        </Fact>
        <Fact term="ID">
          <Id id={order.id} />
        </Fact>
      </Facts>
    </Section>
  );
}

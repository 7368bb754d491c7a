import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { sellersCheckoutQuery } from '@/api/checkouts';
import { useTimeline } from '@/api/ledger';
import { checkoutOrderQuery } from '@/api/orders';
import type { Checkout, Organization } from '@/api/types';
import { addressLines } from '@/lib/address';
import { ABSENT, money, shortId, text } from '@/lib/format';
import { CopyLink } from '@/ui/CopyLink';
import { CustomFieldFacts } from '@/features/custom-fields/CustomFieldFacts';
import { DiscountFact } from '@/ui/DiscountFact';
import { Detail, Fact, Facts, Section } from '@/ui/Facts';
import { MetadataFact } from '@/ui/MetadataFact';
import { PageHead } from '@/ui/PageHead';
import { CheckoutStatus } from '@/ui/statuses';
import { TaxFacts } from '@/ui/TaxFacts';
import { Timeline } from '@/ui/Timeline';
import { Day, Id } from '@/ui/Value';
import { CheckoutGlance } from './CheckoutGlance';

export function CheckoutDetail({ organization, id }: { organization: Organization; id: string }) {
  const { data: checkout } = useSuspenseQuery(sellersCheckoutQuery(id));
  const history = useTimeline(organization.id, 'checkout', id);
  const org = organization.slug;
  return (
    <>
      <PageHead
        title={`${checkout.product.name} for ${checkout.customer_email ?? 'a new customer'}`}
        tab={`Checkout ${shortId(id)}, ${checkout.customer_email ?? checkout.product.name}`}
        mark={<CheckoutStatus status={checkout.status} />}
        note={`Checkout ${shortId(id)}`}
        up={{ label: 'Checkouts', link: linkOptions({ to: '/$org/checkouts', params: { org } }) }}
      />
      <CheckoutGlance checkout={checkout} />
      <Detail side={<Timeline subject="checkout" id={id} query={history} />}>
        {checkout.status === 'open' && (
          <Section title="Link">
            <p className="mb-2 text-soft">Send it to one customer; it can be paid once.</p>
            <CopyLink label="Checkout" url={checkout.url} />
          </Section>
        )}
        <Amounts checkout={checkout} organization={organization} />
        <CustomFieldFacts organizationId={organization.id} data={checkout.custom_field_data} />
        <About checkout={checkout} organization={organization} />
      </Detail>
    </>
  );
}

function Amounts({ checkout, organization }: { checkout: Checkout; organization: Organization }) {
  const { id, currency, status } = checkout;
  // It has what the tax was computed by.
  const order = useQuery({ ...checkoutOrderQuery(organization.id, id), enabled: status === 'succeeded' });
  return (
    <Section title="Amounts">
      <Facts>
        <Fact term={checkout.product_price.amount_type === 'custom' ? 'Chosen amount' : 'Price'} figures>
          {money(checkout.amount, currency)}
        </Fact>
        {checkout.discount_amount > 0 && (
          <Fact term={checkout.discount ? `Discount: ${checkout.discount.name}` : 'Discount'} figures>
            {money(-checkout.discount_amount, currency)}
          </Fact>
        )}
        {checkout.tax_amount === null ? (
          <Fact term="Tax, once it is known where the buyer is" figures>
            {ABSENT}
          </Fact>
        ) : (
          <TaxFacts tax={order.data?.tax ?? null} amount={checkout.tax_amount} currency={currency} />
        )}
        <Fact term="Total" figures total>
          {money(checkout.total_amount, currency)}
        </Fact>
      </Facts>
    </Section>
  );
}

function About({ checkout, organization }: { checkout: Checkout; organization: Organization }) {
  const { id, product, products, customer_id, customer_email, customer_billing_address, status } = checkout;
  const order = useQuery({ ...checkoutOrderQuery(organization.id, id), enabled: status === 'succeeded' });
  const org = organization.slug;
  return (
    <Section title="About">
      <Facts>
        <Fact term={products.length > 1 ? 'Product chosen' : 'Product'}>
          <Link to="/$org/products/$id" params={{ org, id: product.id }} className="link">
            {product.name}
          </Link>
        </Fact>
        {products.length > 1 && <Fact term="Offered">{products.map(({ name }) => name).join(', ')}</Fact>}
        <Fact term="Customer">
          {customer_id ? (
            <Link to="/$org/customers/$id" params={{ org, id: customer_id }} className="link">
              {customer_email ?? shortId(customer_id)}
            </Link>
          ) : (
            text(customer_email)
          )}
        </Fact>
        <Fact term="Name">{text(checkout.customer_name)}</Fact>
        {checkout.customer_billing_name && <Fact term="Billing name">{checkout.customer_billing_name}</Fact>}
        {checkout.customer_tax_id && <Fact term="Tax ID">{checkout.customer_tax_id}</Fact>}
        <Fact term="Billing address">
          {customer_billing_address
            ? addressLines(customer_billing_address).map((line) => (
                <span key={line} className="block">
                  {line}
                </span>
              ))
            : ABSENT}
        </Fact>
        <DiscountFact discount={checkout.discount} org={org} />
        <Fact term="Discount codes">{checkout.allow_discount_codes ? 'Allowed' : 'Not allowed'}</Fact>
        <MetadataFact metadata={checkout.metadata} />
        <Fact term="Order">
          {order.data ? (
            <Link to="/$org/orders/$id" params={{ org, id: order.data.id }} className="link">
              {order.data.number}, {money(order.data.total_amount, order.data.currency)}
            </Link>
          ) : (
            ABSENT
          )}
        </Fact>
        <Fact term="Success URL">
          <span className="break-all">{text(checkout.success_url)}</span>
        </Fact>
        <Fact term="Created">
          <Day at={checkout.created_at} />
        </Fact>
        <Fact term={status === 'expired' ? 'Expired' : 'Expires'}>
          <Day at={status === 'open' || status === 'expired' ? checkout.expires_at : null} />
        </Fact>
        <Fact term="ID">
          <Id id={id} />
        </Fact>
      </Facts>
    </Section>
  );
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { checkoutLinkQuery, useDeleteCheckoutLink } from '@/api/checkout-links';
import { checkoutsQuery } from '@/api/checkouts';
import { useTimeline } from '@/api/ledger';
import { useMayChange } from '@/api/members';
import type { CheckoutLink, Organization } from '@/api/types';
import { ABSENT, count, percent, text } from '@/lib/format';
import { announce } from '@/ui/Announcer';
import { Figure, figureOf } from '@/ui/Answer';
import { Confirm } from '@/ui/Confirm';
import { CopyLink } from '@/ui/CopyLink';
import { DiscountFact } from '@/ui/DiscountFact';
import { Detail, Fact, Facts, Section } from '@/ui/Facts';
import { MetadataFact } from '@/ui/MetadataFact';
import { PageActions, type PageAction } from '@/ui/PageActions';
import { PageHead } from '@/ui/PageHead';
import { Timeline } from '@/ui/Timeline';
import { Id, Time } from '@/ui/Value';
import { linkTitle } from './checkout-link';
import { LinkStatus } from './LinkStatus';

interface CheckoutLinkDetailProps {
  organization: Organization;
  id: string;
  onDeleted: () => void;
}

export function CheckoutLinkDetail({ organization, id, onDeleted }: CheckoutLinkDetailProps) {
  const { data: link } = useSuspenseQuery(checkoutLinkQuery(id));
  const history = useTimeline(organization.id, 'checkoutlink', id);
  const [deleting, setDeleting] = useState(false);
  const remove = useDeleteCheckoutLink(id);
  const org = organization.slug;
  const title = linkTitle(link);

  const actions = useMemo(
    (): PageAction[] => [
      {
        label: 'Edit checkout link',
        short: 'Edit',
        link: linkOptions({ to: '/$org/checkout-links/$id/edit', params: { org, id } }),
      },
      { label: 'Delete checkout link', rank: 'danger', run: () => setDeleting(true) },
    ],
    [org, id],
  );

  return (
    <>
      <PageHead
        title={title}
        mark={<LinkStatus link={link} />}
        up={{ label: 'Checkout links', link: linkOptions({ to: '/$org/checkout-links', params: { org } }) }}
        action={<PageActions offered={useMayChange(organization.id)} actions={actions} />}
      />
      <Results organization={organization} id={id} />
      <Detail side={<Timeline subject="checkout link" id={id} query={history} />}>
        <Section title="Link">
          <p className="mb-2 text-soft">
            {link.products.length > 0
              ? 'Share it anywhere: everybody who opens it gets a checkout of their own.'
              : 'Its products have been archived. Whoever opens it reads that nothing is on sale; edit it to offer others.'}
          </p>
          <CopyLink label={title} url={link.url} />
        </Section>
        <About link={link} org={org} />
        <Parameters />
      </Detail>
      <Confirm
        open={deleting}
        onOpenChange={setDeleting}
        danger
        title={`Delete “${title}”?`}
        description="The link no longer works, wherever it was shared. Checkouts that it has opened stay as they are. This can’t be undone."
        action="Delete checkout link"
        busy="Deleting"
        onConfirm={async () => {
          await remove.mutateAsync();
          announce('The checkout link was deleted');
          onDeleted();
        }}
      />
    </>
  );
}

/** What came of it: each visit opens a checkout. */
function Results({ organization, id }: { organization: Organization; id: string }) {
  const opened = { link: id } as const;
  const sold = { link: id, status: 'succeeded' } as const;
  const newest = { page: 1, sorting: '-created_at', limit: 1 };
  const all = useQuery(checkoutsQuery(organization.id, { ...opened, ...newest }));
  const paid = useQuery(checkoutsQuery(organization.id, { ...sold, ...newest }));
  const to = (search: typeof opened | typeof sold) =>
    linkOptions({ to: '/$org/checkouts', params: { org: organization.slug }, search });
  const visits = all.data?.pagination.total_count;
  const sales = paid.data?.pagination.total_count;
  return (
    <dl aria-label="Results" className="mb-8 grid grid-cols-2 gap-x-6 border-t border-line md:grid-cols-4">
      <Figure label="Opened" link={to(opened)}>
        {figureOf(all, ({ pagination }) => count(pagination.total_count))}
      </Figure>
      <Figure label="Sold" link={to(sold)}>
        {figureOf(paid, ({ pagination }) => count(pagination.total_count))}
      </Figure>
      <Figure label="Conversion">{figureOf(paid, () => (visits ? percent((sales ?? 0) / visits) : ABSENT))}</Figure>
    </dl>
  );
}

function About({ link, org }: { link: CheckoutLink; org: string }) {
  return (
    <Section title="Each checkout">
      <Facts>
        <Fact term={link.products.length > 1 ? 'Products' : 'Product'}>
          {link.products.length === 0 && text(null)}
          {link.products.map(({ id, name }, at) => (
            <span key={id} className="block">
              <Link to="/$org/products/$id" params={{ org, id }} className="link">
                {name}
              </Link>
              {at === 0 && link.products.length > 1 && <span className="text-faint"> selected at first</span>}
            </span>
          ))}
        </Fact>
        <DiscountFact discount={link.discount} org={org} />
        <Fact term="Discount codes">{link.allow_discount_codes ? 'Allowed' : 'Not allowed'}</Fact>
        <Fact term="Billing address">{link.require_billing_address ? 'In full' : 'As far as the country needs'}</Fact>
        <Fact term="Success URL">
          <span className="break-all">{link.success_url ?? 'The checkout’s own confirmation'}</span>
        </Fact>
        <MetadataFact metadata={link.metadata} />
        <Fact term="Created">
          <Time at={link.created_at} />
        </Fact>
        <Fact term="Changed">
          <Time at={link.modified_at} />
        </Fact>
        <Fact term="ID">
          <Id id={link.id} />
        </Fact>
      </Facts>
    </Section>
  );
}

const parameters = [
  ['reference_id, utm_source, …', 'kept in the checkout’s metadata, to tell where buyers come from'],
  ['customer_email, customer_name', 'filled in for the buyer, who may change them'],
  ['product_id', 'the product that is selected at first'],
  ['discount_code, amount', 'filled in where the checkout allows them'],
] as const;

/** What can be added to the address. */
function Parameters() {
  return (
    <Section title="Parameters">
      <p className="mb-2 text-soft">
        Add them to the address, such as{' '}
        <code className="font-mono text-[13px] break-all">…/redirect?utm_source=newsletter</code>. Unknown ones are
        ignored.
      </p>
      <Facts>
        {parameters.map(([name, meaning]) => (
          <Fact key={name} term={name}>
            {meaning}
          </Fact>
        ))}
      </Facts>
    </Section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { checkoutLinksQuery, type CheckoutLinkSearch } from '@/api/checkout-links';
import { useMayChange } from '@/api/members';
import { useProductChoices } from '@/api/products';
import type { CheckoutLink, Organization } from '@/api/types';
import { ABSENT } from '@/lib/format';
import { ButtonLink } from '@/ui/Button';
import { PickFilter } from '@/ui/PickFilter';
import { ResourceList } from '@/ui/ResourceList';
import { Time } from '@/ui/Value';
import type { Column } from '@/ui/table-column';
import { linkTitle, offerWords } from './checkout-link';
import { LinkStatus } from './LinkStatus';

interface CheckoutLinkListProps {
  organization: Organization;
  search: CheckoutLinkSearch;
  onSearch: (change: Partial<CheckoutLinkSearch>) => void;
}

const columns: Column<CheckoutLink>[] = [
  { header: 'Label', sort: 'label', phone: 'lead', grow: true, cell: linkTitle },
  { header: 'Products', grow: true, cell: ({ products }) => offerWords(products) },
  { header: 'Status', phone: 'first', cell: (link) => <LinkStatus link={link} /> },
  {
    header: 'Discount codes',
    sort: 'allow_discount_codes',
    phone: 'hide',
    cell: ({ allow_discount_codes }) => (allow_discount_codes ? 'Allowed' : ABSENT),
  },
  {
    header: 'Created',
    sort: 'created_at',
    phone: 'trail',
    cell: ({ created_at }) => <Time at={created_at} inRow side="left" />,
  },
];

export function CheckoutLinkList({ organization, search, onSearch }: CheckoutLinkListProps) {
  const query = useQuery(checkoutLinksQuery(organization.id, search));
  const products = useProductChoices(organization.id, search.product);
  const params = { org: organization.slug };
  const add = useMayChange(organization.id) && (
    <ButtonLink to="/$org/checkout-links/new" params={params} kind="primary">
      New checkout link
    </ButtonLink>
  );
  return (
    <ResourceList
      title="Checkout links"
      label="checkout links"
      kept="checkout-links"
      searchLabel="Search by label"
      action={add}
      columns={columns}
      query={query}
      link={({ id }) => linkOptions({ to: '/$org/checkout-links/$id', params: { ...params, id } })}
      search={search}
      onSearch={onSearch}
      filters={
        <PickFilter label="Product" any="Any product" {...products} onPick={(product) => onSearch({ product })} />
      }
      noFilters={{ query: '', product: '' }}
      empty={{
        title: 'One link for everybody',
        text: 'Put a checkout link on your site, in a newsletter or a profile: everybody who opens it gets a checkout of their own.',
        action: add,
      }}
    />
  );
}

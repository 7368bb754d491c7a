import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMayChange } from '@/api/members';
import { productsQuery, type Shelf } from '@/api/products';
import type { Organization, Product } from '@/api/types';
import { ABSENT, figure, sharedCurrency } from '@/lib/format';
import type { ListSearch } from '@/lib/search';
import { ButtonLink } from '@/ui/Button';
import { DataTable, type Column } from '@/ui/DataTable';
import { FilterBar, SearchFilter, SelectFilter } from '@/ui/FilterBar';
import { PageHead } from '@/ui/PageHead';
import { EmptyState } from '@/ui/States';
import { StatusMark } from '@/ui/StatusMark';
import { Time } from '@/ui/Value';
import { intervalLabel, offeredPrice } from './price';

type Search = ListSearch & { shelf: Shelf };

interface ProductListProps {
  organization: Organization;
  search: Search;
  onSearch: (change: Partial<Search>) => void;
}

const shelves = [
  { value: 'on-sale', label: 'On sale' },
  { value: 'archived', label: 'Archived' },
  { value: 'all', label: 'All' },
] as const;

const columns: Column<Product>[] = [
  { header: 'Name', sort: 'name', phone: 'lead', grow: true, cell: ({ name }) => name },
  {
    header: 'Price',
    sort: 'price_amount',
    figures: true,
    phone: 'trail',
    unit: (rows) =>
      sharedCurrency(rows.flatMap(({ prices }) => prices.map(currencyOf).filter((named) => named !== null))),
    cell: ({ prices }) => {
      const price = offeredPrice(prices);
      if (!price) return ABSENT;
      return price.amount_type === 'free' ? '0' : figure(price.price_amount, price.price_currency ?? 'usd');
    },
  },
  { header: 'Charged', cell: ({ recurring_interval }) => intervalLabel[recurring_interval ?? 'once'] },
  {
    header: 'Status',
    cell: ({ is_archived }) => (
      <StatusMark tone={is_archived ? 'off' : 'good'}>{is_archived ? 'Archived' : 'On sale'}</StatusMark>
    ),
  },
  {
    header: 'Created',
    sort: 'created_at',
    phone: 'hide',
    cell: ({ created_at }) => <Time at={created_at} inRow side="left" />,
  },
];

export function ProductList({ organization, search, onSearch }: ProductListProps) {
  const query = useQuery(productsQuery(organization.id, search));
  const params = { org: organization.slug };
  const add = useMayChange(organization.id) && (
    <ButtonLink to="/$org/products/new" params={params} kind="primary">
      New product
    </ButtonLink>
  );
  return (
    <>
      <PageHead title="Products" action={add} />
      <FilterBar>
        <SearchFilter label="Search products" value={search.query} onChange={(text) => onSearch({ query: text })} />
        <SelectFilter label="Shelf" value={search.shelf} options={shelves} onChange={(shelf) => onSearch({ shelf })} />
      </FilterBar>
      <DataTable
        label="products"
        columns={columns}
        query={query}
        rowKey={({ id }) => id}
        link={({ id }) => linkOptions({ to: '/$org/products/$id', params: { ...params, id } })}
        sorting={search.sorting}
        onSort={(sorting) => onSearch({ sorting })}
        page={search.page}
        onPage={(page) => onSearch({ page })}
        empty={
          search.query || search.shelf === 'archived' ? (
            <EmptyState title="No product fits">Change the search or look on another shelf.</EmptyState>
          ) : (
            <EmptyState title="What do you sell?" action={add}>
              A product has a name, a price, and what its buyers get for it. Once it is here you can send people to its
              checkout.
            </EmptyState>
          )
        }
      />
    </>
  );
}

function currencyOf(price: Product['prices'][number]): { currency: string } | null {
  return price.amount_type === 'fixed' ? { currency: price.price_currency } : null;
}

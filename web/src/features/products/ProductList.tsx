import { useQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import { useMayChange } from '@/api/members';
import { productsQuery, type ProductSearch } from '@/api/products';
import type { Organization, Product } from '@/api/types';
import { Thumbnail } from '@/features/files/Thumbnail';
import { ButtonLink } from '@/ui/Button';
import type { Column } from '@/ui/table-column';
import { SelectFilter } from '@/ui/FilterBar';
import { ResourceList } from '@/ui/ResourceList';
import { Time } from '@/ui/Value';
import { priceLabel } from '@/lib/price';
import { ShelfMark } from './ShelfMark';

interface ProductListProps {
  organization: Organization;
  search: ProductSearch;
  onSearch: (change: Partial<ProductSearch>) => void;
}

const shelves = [
  { value: 'on-sale', label: 'Not archived' },
  { value: 'archived', label: 'Archived' },
  { value: 'all', label: 'All' },
] as const;

const columns: Column<Product>[] = [
  { header: 'Name', sort: 'name', phone: 'lead', grow: true, cell: (product) => <NameWithImage product={product} /> },
  {
    header: 'Price',
    sort: 'price_amount',
    grow: true,
    cell: ({ prices, recurring_interval }) => priceLabel(prices, recurring_interval),
  },
  {
    header: 'Status',
    phone: 'first',
    cell: (product) => <ShelfMark product={product} />,
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
    <ResourceList
      title="Products"
      label="products"
      action={add}
      columns={columns}
      query={query}
      link={({ id }) => linkOptions({ to: '/$org/products/$id', params: { ...params, id } })}
      search={search}
      onSearch={onSearch}
      kept="products"
      searchLabel="Search products"
      filters={
        <SelectFilter label="Status" value={search.shelf} options={shelves} onChange={(shelf) => onSearch({ shelf })} />
      }
      noFilters={{ query: '', shelf: 'on-sale' }}
      empty={{
        title: 'What do you sell?',
        text: 'A product has a name, a price, and what its buyers get for it. Once it is here you can send people to its checkout.',
        action: add,
      }}
    />
  );
}

/** Names align, whether their product has an image or not. */
function NameWithImage({ product: { name, medias } }: { product: Product }) {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <Thumbnail url={medias[0]?.public_url} size="row" />
      <span className="truncate">{name}</span>
    </span>
  );
}

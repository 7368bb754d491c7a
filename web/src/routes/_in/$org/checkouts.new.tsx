import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { soldProductQuery } from '@/api/products';
import { NewCheckout } from '@/features/checkouts/NewCheckout';
import { textOf, type SearchInput } from '@/lib/search';

interface Search {
  /** The product to sell, if linked from its page. */
  product: string;
}

export const Route = createFileRoute('/_in/$org/checkouts/new')({
  staticData: { reserved: { title: 'New checkout', who: 'Owners and admins create checkouts' } },
  validateSearch: (raw: SearchInput<Search>): Search => ({ product: textOf(raw.product, '') }),
  search: { middlewares: [stripSearchParams({ product: '' })] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    context.queryClient.ensureQueryData(soldProductQuery(context.organization.id, deps.product)),
  component: function NewCheckoutRoute() {
    const navigate = Route.useNavigate();
    const { org } = Route.useParams();
    return (
      <NewCheckout
        organization={Route.useRouteContext().organization}
        productId={Route.useSearch().product}
        onCreated={(id) => void navigate({ to: '/$org/checkouts/$id', params: { org, id } })}
      />
    );
  },
});

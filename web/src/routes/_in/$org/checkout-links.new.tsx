import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { soldProductQuery } from '@/api/products';
import { NewCheckoutLink } from '@/features/checkout-links/NewCheckoutLink';
import { textOf, type SearchInput } from '@/lib/search';

interface Search {
  /** A product to sell, if linked from its page. */
  product: string;
}

export const Route = createFileRoute('/_in/$org/checkout-links/new')({
  staticData: { reserved: { title: 'New checkout link', who: 'Owners and admins create checkout links' } },
  validateSearch: (raw: SearchInput<Search>): Search => ({ product: textOf(raw.product, '') }),
  search: { middlewares: [stripSearchParams({ product: '' })] },
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps }) =>
    context.queryClient.ensureQueryData(soldProductQuery(context.organization.id, deps.product)),
  component: function NewCheckoutLinkRoute() {
    const navigate = Route.useNavigate();
    const { org } = Route.useParams();
    return (
      <NewCheckoutLink
        organization={Route.useRouteContext().organization}
        productId={Route.useSearch().product}
        onCreated={(id) => void navigate({ to: '/$org/checkout-links/$id', params: { org, id } })}
      />
    );
  },
});

import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { productChoicesQuery } from '@/api/products';
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
  loader: ({ context }) => context.queryClient.ensureQueryData(productChoicesQuery(context.organization.id)),
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

import { createFileRoute } from '@tanstack/react-router';
import { checkoutLinksQuery, type CheckoutLinkSearch } from '@/api/checkout-links';
import { CheckoutLinkList } from '@/features/checkout-links/CheckoutLinkList';
import { id, listRoute, page, searchChange, text } from '@/lib/list-route';

const list = listRoute<CheckoutLinkSearch>({
  page,
  sorting: text('-created_at'),
  query: text(),
  product: id,
});

export const Route = createFileRoute('/_in/$org/checkout-links/')({
  ...list,
  loader: ({ context, deps }) =>
    void context.queryClient.prefetchQuery(checkoutLinksQuery(context.organization.id, deps)),
  component: function CheckoutLinksRoute() {
    const navigate = Route.useNavigate();
    return (
      <CheckoutLinkList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
      />
    );
  },
});

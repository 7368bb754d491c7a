import { createFileRoute } from '@tanstack/react-router';
import { productQuery } from '@/api/products';
import { ProductDetail } from '@/features/products/ProductDetail';

export const Route = createFileRoute('/_in/$org/products/$id/')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(productQuery(params.id)),
  component: function ProductRoute() {
    return <ProductDetail organization={Route.useRouteContext().organization} id={Route.useParams().id} />;
  },
});

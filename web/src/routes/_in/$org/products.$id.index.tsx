import { createFileRoute } from '@tanstack/react-router';
import { loadOne } from '@/api/one';
import { productQuery } from '@/api/products';
import { ProductDetail } from '@/features/products/ProductDetail';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/products/$id/')({
  loader: ({ context, params }) => loadOne(context, params.id, productQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="product" area="products" />,
  component: function ProductRoute() {
    return <ProductDetail organization={Route.useRouteContext().organization} id={Route.useParams().id} />;
  },
});

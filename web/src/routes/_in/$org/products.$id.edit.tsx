import { createFileRoute } from '@tanstack/react-router';
import { loadOne } from '@/api/one';
import { productQuery } from '@/api/products';
import { EditProduct } from '@/features/products/EditProduct';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/products/$id/edit')({
  staticData: { reserved: { title: 'Edit product', who: 'Owners and admins change products' } },
  loader: ({ context, params }) => loadOne(context, params.id, productQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="product" area="products" />,
  component: function EditProductRoute() {
    const navigate = Route.useNavigate();
    const params = Route.useParams();
    return (
      <EditProduct
        organization={Route.useRouteContext().organization}
        id={params.id}
        onSaved={() => void navigate({ to: '/$org/products/$id', params })}
      />
    );
  },
});

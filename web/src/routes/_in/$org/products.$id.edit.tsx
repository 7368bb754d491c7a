import { createFileRoute } from '@tanstack/react-router';
import { productQuery } from '@/api/products';
import { EditProduct } from '@/features/products/EditProduct';

export const Route = createFileRoute('/_in/$org/products/$id/edit')({
  staticData: { reserved: { title: 'Edit product', who: 'Owners and admins change products' } },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(productQuery(params.id)),
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

import { createFileRoute } from '@tanstack/react-router';
import { NewProduct } from '@/features/products/NewProduct';

export const Route = createFileRoute('/_in/$org/products/new')({
  staticData: { reserved: { title: 'New product', who: 'Owners and admins put products on sale' } },
  component: function NewProductRoute() {
    const navigate = Route.useNavigate();
    const { org } = Route.useParams();
    return (
      <NewProduct
        organization={Route.useRouteContext().organization}
        onCreated={(id) => void navigate({ to: '/$org/products/$id', params: { org, id } })}
      />
    );
  },
});

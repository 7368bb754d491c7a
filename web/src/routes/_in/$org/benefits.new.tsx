import { createFileRoute } from '@tanstack/react-router';
import { NewBenefit } from '@/features/benefits/NewBenefit';
import { connectedIn } from '@/lib/search';

export const Route = createFileRoute('/_in/$org/benefits/new')({
  validateSearch: connectedIn,
  staticData: { reserved: { title: 'New benefit', who: 'Owners and admins create benefits' } },
  component: function NewBenefitRoute() {
    const navigate = Route.useNavigate();
    const { org } = Route.useParams();
    return (
      <NewBenefit
        organization={Route.useRouteContext().organization}
        onCreated={(id) => void navigate({ to: '/$org/benefits/$id', params: { org, id } })}
      />
    );
  },
});

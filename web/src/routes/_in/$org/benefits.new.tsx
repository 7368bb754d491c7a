import { createFileRoute } from '@tanstack/react-router';
import { NewBenefit } from '@/features/benefits/NewBenefit';

export const Route = createFileRoute('/_in/$org/benefits/new')({
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

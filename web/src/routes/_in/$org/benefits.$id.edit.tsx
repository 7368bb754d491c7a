import { createFileRoute } from '@tanstack/react-router';
import { benefitQuery } from '@/api/benefits';
import { EditBenefit } from '@/features/benefits/EditBenefit';

export const Route = createFileRoute('/_in/$org/benefits/$id/edit')({
  staticData: { reserved: { title: 'Edit benefit', who: 'Owners and admins change benefits' } },
  loader: ({ context, params }) => context.queryClient.ensureQueryData(benefitQuery(params.id)),
  component: function EditBenefitRoute() {
    const navigate = Route.useNavigate();
    const params = Route.useParams();
    return (
      <EditBenefit
        organization={Route.useRouteContext().organization}
        id={params.id}
        onSaved={() => void navigate({ to: '/$org/benefits/$id', params })}
      />
    );
  },
});

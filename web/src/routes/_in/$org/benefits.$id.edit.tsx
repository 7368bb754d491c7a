import { createFileRoute } from '@tanstack/react-router';
import { benefitFilesQuery, benefitQuery } from '@/api/benefits';
import { loadOne } from '@/api/one';
import { EditBenefit } from '@/features/benefits/EditBenefit';
import { NoSuchHere } from '@/ui/NoSuch';
import { connectedIn } from '@/lib/search';

export const Route = createFileRoute('/_in/$org/benefits/$id/edit')({
  validateSearch: connectedIn,
  staticData: { reserved: { title: 'Edit benefit', who: 'Owners and admins change benefits' } },
  loader: async ({ context, params }) => {
    const benefit = await loadOne(context, params.id, benefitQuery(params.id));
    await context.queryClient.ensureQueryData(benefitFilesQuery(benefit));
  },
  notFoundComponent: () => <NoSuchHere what="benefit" area="benefits" />,
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

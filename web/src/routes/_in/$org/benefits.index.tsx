import { createFileRoute } from '@tanstack/react-router';
import { benefitsQuery } from '@/api/benefits';
import { BenefitList } from '@/features/benefits/BenefitList';
import { listRoute, page, searchChange, text } from '@/lib/list-route';
import type { ListSearch } from '@/lib/search';

const list = listRoute<ListSearch>({
  page,
  sorting: text('-created_at'),
  query: text(),
});

export const Route = createFileRoute('/_in/$org/benefits/')({
  ...list,
  loader: ({ context, deps }) => void context.queryClient.prefetchQuery(benefitsQuery(context.organization.id, deps)),
  component: function BenefitsRoute() {
    const navigate = Route.useNavigate();
    return (
      <BenefitList
        organization={Route.useRouteContext().organization}
        search={Route.useSearch()}
        onSearch={(change) => void navigate(searchChange(change))}
      />
    );
  },
});

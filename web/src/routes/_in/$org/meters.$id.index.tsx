import { createFileRoute } from '@tanstack/react-router';
import { meterQuery } from '@/api/meters';
import { loadOne } from '@/api/one';
import { MeterDetail } from '@/features/meters/MeterDetail';
import { NoSuchHere } from '@/ui/NoSuch';

export const Route = createFileRoute('/_in/$org/meters/$id/')({
  loader: ({ context, params }) => loadOne(context, params.id, meterQuery(params.id)),
  notFoundComponent: () => <NoSuchHere what="meter" area="meters" />,
  component: function MeterRoute() {
    const { id } = Route.useParams();
    return <MeterDetail organization={Route.useRouteContext().organization} id={id} />;
  },
});

import { createFileRoute } from '@tanstack/react-router';
import { NewUser } from '@/features/admin/NewUser';

export const Route = createFileRoute('/_in/admin/users/new')({
  component: function NewUserRoute() {
    const navigate = Route.useNavigate();
    return <NewUser onCreated={(id) => void navigate({ to: '/admin/users/$id', params: { id } })} />;
  },
});

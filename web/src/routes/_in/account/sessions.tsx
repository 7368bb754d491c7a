import { createFileRoute } from '@tanstack/react-router';
import { sessionsQuery } from '@/api/my-account';
import { Sessions } from '@/features/account/Sessions';

export const Route = createFileRoute('/_in/account/sessions')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(sessionsQuery),
  component: Sessions,
});

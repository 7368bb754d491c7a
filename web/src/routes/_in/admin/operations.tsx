import { createFileRoute } from '@tanstack/react-router';
import { operatorStateQuery } from '@/api/operator';
import { Operations } from '@/features/operations/Operations';

export const Route = createFileRoute('/_in/admin/operations')({
  loader: ({ context }) => void context.queryClient.prefetchQuery(operatorStateQuery),
  component: Operations,
});

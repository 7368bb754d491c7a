import { createFileRoute, redirect } from '@tanstack/react-router';

export const Route = createFileRoute('/_in/$org/')({
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/$org/products', params });
  },
});

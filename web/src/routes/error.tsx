import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { AccountError } from '@/features/account/AccountError';
import { textOf, type SearchInput } from '@/lib/search';

export const Route = createFileRoute('/error')({
  validateSearch: (raw: SearchInput<{ error: string }>) => ({ error: textOf(raw.error, '') }),
  search: { middlewares: [stripSearchParams({ error: '' })] },
  component: function ErrorRoute() {
    return <AccountError code={Route.useSearch().error} />;
  },
});

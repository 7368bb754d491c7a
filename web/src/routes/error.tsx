import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { AccountError } from '@/features/account/AccountError';
import { oneOf, textOf, type SearchInput } from '@/lib/search';

interface Search {
  error: string;
  /** The page the failed action started from. */
  from: 'account' | '';
}

export const Route = createFileRoute('/error')({
  validateSearch: (raw: SearchInput<Search>): Search => ({
    error: textOf(raw.error, ''),
    from: oneOf(raw.from, ['account', ''], ''),
  }),
  search: { middlewares: [stripSearchParams({ error: '', from: '' })] },
  component: function ErrorRoute() {
    const { error, from } = Route.useSearch();
    return <AccountError code={error} fromAccount={from === 'account'} />;
  },
});

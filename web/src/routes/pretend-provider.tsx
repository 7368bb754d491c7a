import { createFileRoute, notFound, stripSearchParams } from '@tanstack/react-router';
import { signInOptionsQuery } from '@/api/sign-in-options';
import { PretendProvider } from '@/features/account/PretendProvider';
import { textOf, type SearchInput } from '@/lib/search';

/** As in the authorization URL of a pretend provider. */
interface Search {
  state: string;
  redirect_uri: string;
  login_hint: string;
}

export const Route = createFileRoute('/pretend-provider')({
  validateSearch: (raw: SearchInput<Search>): Search => ({
    state: textOf(raw.state, ''),
    redirect_uri: textOf(raw.redirect_uri, ''),
    login_hint: textOf(raw.login_hint, ''),
  }),
  search: { middlewares: [stripSearchParams({ login_hint: '' })] },
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { pretend } = await context.queryClient.ensureQueryData(signInOptionsQuery);
    const provider = /\/api\/auth\/callback\/([a-z-]+)$/.exec(deps.redirect_uri)?.[1];
    if (!provider || !pretend.includes(provider)) throw notFound();
    return provider;
  },
  component: function PretendProviderRoute() {
    const { state, login_hint } = Route.useSearch();
    return <PretendProvider provider={Route.useLoaderData()} state={state} email={login_hint} />;
  },
});

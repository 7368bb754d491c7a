import { createFileRoute, notFound } from '@tanstack/react-router';
import { signInOptionsQuery } from '@/api/sign-in-options';
import { PretendPlatform } from '@/features/pretend/PretendPlatform';
import { oneOf, textOf, type SearchInput } from '@/lib/search';

/** As in the address of a pretend platform's page. */
interface Search {
  platform: 'discord' | 'github';
  kind: 'install' | 'link';
  state: string;
  redirect_uri: string;
}

export const Route = createFileRoute('/pretend-platform')({
  validateSearch: (raw: SearchInput<Search>): Search => ({
    platform: oneOf(raw.platform, ['discord', 'github'], 'discord'),
    kind: oneOf(raw.kind, ['install', 'link'], 'link'),
    state: textOf(raw.state, ''),
    redirect_uri: textOf(raw.redirect_uri, ''),
  }),
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { pretend } = await context.queryClient.ensureQueryData(signInOptionsQuery);
    // Only to this server, whatever the address says.
    const back = /^https?:\/\/[^/?#]+(\/v1\/[\w/-]+)$/.exec(deps.redirect_uri)?.[1];
    if (pretend.length === 0 || back === undefined) throw notFound();
    return back;
  },
  component: function PretendPlatformRoute() {
    const { platform, kind, state } = Route.useSearch();
    return <PretendPlatform {...{ platform, kind, state }} back={Route.useLoaderData()} />;
  },
});

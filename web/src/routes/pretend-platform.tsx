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
  // Read in the page itself: the code here is part of every page.
  validateSearch: (raw: SearchInput<Search>) => raw,
  loaderDeps: ({ search }) => search,
  loader: async ({ context, deps }) => {
    const { pretend } = await context.queryClient.ensureQueryData(signInOptionsQuery);
    // Only to this server, whatever the address says.
    const back = /^https?:\/\/[^/?#]+(\/v1\/[\w/-]+)$/.exec(String(deps.redirect_uri))?.[1];
    if (pretend.length === 0 || back === undefined) throw notFound();
    return back;
  },
  component: function PretendPlatformRoute() {
    const raw = Route.useSearch();
    const platform = oneOf(raw.platform, ['discord', 'github'], 'discord');
    const kind = oneOf(raw.kind, ['install', 'link'], 'link');
    const state = textOf(raw.state, '');
    return <PretendPlatform {...{ platform, kind, state }} back={Route.useLoaderData()} />;
  },
});

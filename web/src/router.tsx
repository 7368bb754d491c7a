import { createRouter, useRouter, type ErrorComponentProps } from '@tanstack/react-router';
import { useContext } from 'react';
import { sessionQuery } from './api/account';
import { ApiError } from './api/error';
import { queryClient } from './api/query-client';
import { onRefusedParam } from './lib/list-route';
import { keepPageOnMissingChunks } from './lib/chunks';
import { whenBack } from './lib/connection';
import type { Reserved } from './features/organizations/Page';
import { routeTree } from './routeTree.gen';
import { announce } from './ui/Announcer';
import { InMain } from './ui/in-main';
import { PageHead } from './ui/PageHead';
import { Loading } from './ui/Loading';
import { Sheet } from './ui/Sheet';
import { ErrorState } from './ui/States';

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  // TanStack Query caches and expires data; the router always asks it.
  defaultPreloadStaleTime: 0,
  defaultPendingMs: 100,
  // By default, a skeleton would hide a page that is ready for half a second.
  defaultPendingMinMs: 0,
  defaultPendingComponent: PagePending,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
  // The address keeps only what a page knows.
  search: { strict: true },
});

/** Outside a shell, the frame in index.html is what shows; this says so to screen readers. */
function PagePending() {
  const loading = <Loading what="this page" shape="page" />;
  return useContext(InMain) ? loading : <main data-pending>{loading}</main>;
}

function PageError({ error }: ErrorComponentProps) {
  const { invalidate } = useRouter();
  const content = (
    <>
      <PageHead
        title={error instanceof ApiError && error.status === 404 ? 'Not found' : 'This page could not be loaded'}
      />
      <ErrorState title="" error={error} onRetry={() => void invalidate()} />
    </>
  );
  return useContext(InMain) ? content : <Sheet>{content}</Sheet>;
}

const refused = new Set<string>();

// The router reads an address several times.
onRefusedParam((name, value) => {
  if (refused.has(`${name} ${value}`)) return;
  refused.add(`${name} ${value}`);
  announce(`The address says ${name} “${value}”, which does not exist. The list is shown without it.`, true);
});

keepPageOnMissingChunks();
whenBack(() => {
  void queryClient.invalidateQueries();
  void router.invalidate();
});

// If the session has ended, any call fails: the route's guard then redirects to the sign-in. Only the session itself says so, because some calls
// also answer 401 about an organization that was left or deleted.
queryClient.getQueryCache().config.onError = (error, query) => {
  if (!(error instanceof ApiError) || error.status !== 401) return;
  if (query.queryKey[0] === sessionQuery.queryKey[0]) return;
  void queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).then(
    (session) => {
      if (!session) void router.invalidate();
    },
    () => undefined,
  );
};

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
  interface StaticDataRouteOption {
    /** Set on pages that only an organization's owners and admins may open. */
    reserved?: Reserved;
  }
}

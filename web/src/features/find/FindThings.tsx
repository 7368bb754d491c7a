import { useRouter } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { find, onceLoaded } from '@/api/find';
import type { Organization } from '@/api/types';
import { forgetThing, recentThings, rememberThing } from '@/lib/recent';
import { useFinder, type Finder } from '@/ui/commands';
import { commandOfHit, commandOfRecent, PLACES } from './thing-commands';

/** Lets the palette find an organization's things, and remembers those that are opened. */
export function FindThings({ organization }: { organization: Organization }) {
  const router = useRouter();
  const { id: organizationId, slug } = organization;

  const finder = useMemo((): Finder => {
    const open = (path: string) => void router.navigate({ to: path });
    return {
      find: async (text, signal) =>
        (await find(organizationId, text, signal)).map((hit) => commandOfHit(hit, slug, open)),
      recent: () => recentThings(organizationId).map((thing) => commandOfRecent(thing, slug, open)),
    };
  }, [router, organizationId, slug]);
  useFinder(finder);

  useEffect(() => {
    let forget = (): void => undefined;
    const remember = (path: string) => {
      forget();
      const [, org, place, id] = path.split('/');
      const kind = Object.entries(PLACES).find(([, name]) => name === place)?.[0];
      if (org !== slug || !kind || !id || id === 'new') return;
      forget = onceLoaded(kind, id, (title) => {
        if (title) rememberThing(organizationId, { kind, id, title });
        else forgetThing(organizationId, id);
      });
    };
    // This code loads after the first page.
    remember(router.state.location.pathname);
    const leave = router.subscribe('onResolved', ({ toLocation, pathChanged }) => {
      if (pathChanged) remember(toLocation.pathname);
    });
    return () => {
      leave();
      forget();
    };
  }, [router, organizationId, slug]);
  return null;
}

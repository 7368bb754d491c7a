import { useEffect, useState, type ComponentType } from 'react';

/**
 * A component that a page can do without at first: its code loads after the page. Until then, and if it does not arrive, there is
 * nothing in its place, or another one.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  Before: ComponentType<Props> = Nothing,
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props> | undefined> | undefined;
  return function Later(props) {
    const [Loaded, setLoaded] = useState<ComponentType<Props>>();
    useEffect(() => {
      let isUnmounted = false;
      loading ??= load().catch(() => (loading = undefined));
      void loading.then((component) => {
        if (component && !isUnmounted) setLoaded(() => component);
      });
      return () => {
        isUnmounted = true;
      };
    }, []);
    const Shown = Loaded ?? Before;
    return <Shown {...props} />;
  };
}

function Nothing(): null {
  return null;
}

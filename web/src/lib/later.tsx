import { useEffect, useState, type ComponentType } from 'react';

/** A component that a page can do without at first: its code loads after the page. If the code does not arrive, it stays empty. */
export function later<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
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
    return Loaded ? <Loaded {...props} /> : null;
  };
}

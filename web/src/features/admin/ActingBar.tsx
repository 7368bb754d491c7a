import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { sessionQuery } from '@/api/account';

const Acting = lazy(() => import('./Acting').then((module) => ({ default: module.Acting })));

/** Shown on every page while an administrator acts as another user. */
export function ActingBar() {
  // Signing in or out leads to another page, which loads the session again.
  useLocation({ select: ({ pathname }) => pathname });
  const { data: acting } = useQuery(sessionQuery);
  if (!acting?.session.impersonatedBy) return null;
  return (
    <Suspense fallback={<div data-acting className="h-(--bar) bg-ink" />}>
      <Acting user={acting.user} />
    </Suspense>
  );
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useMatchRoute, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { checkoutQuery } from '@/api/checkout';
import { queryClient } from '@/api/query-client';
import { hasScript, tellEmbedder } from './embedder';
import { goOn, sellersPage } from './onward';
import { useStream } from './useStream';

/** How long the buyer waits for the seller's server to know of the purchase. */
const DELIVERY_MS = 2_000;

/**
 * Keeps the address in step with the checkout: one page takes the payment, the other waits for it and confirms it. A visitor who saw
 * it confirmed is redirected to `success_url` once it has succeeded; anyone who opens it later sees the confirmation.
 */
export function CheckoutFlow({ clientSecret }: { clientSecret: string }) {
  const { data: checkout } = useSuspenseQuery(checkoutQuery(clientSecret));
  const [waited, setWaited] = useState(false);
  const [isOverdue, setOverdue] = useState(false);
  const { works, isDelivered } = useStream(clientSecret, checkout.status === 'confirmed' || (waited && !isOverdue));
  const search = useSearch({ from: '/checkout/$clientSecret' });
  if (checkout.status === 'confirmed' && !waited) setWaited(true);
  const isConfirmed = checkout.status === 'confirmed' || checkout.status === 'succeeded';
  const isOnConfirmation = Boolean(useMatchRoute()({ to: '/checkout/$clientSecret/confirmation' }));
  const hasSucceeded = waited && checkout.status === 'succeeded';

  // A page from the browser's cache for Back shows what it was.
  useEffect(() => {
    const refresh = ({ persisted }: PageTransitionEvent) =>
      persisted && void queryClient.invalidateQueries(checkoutQuery(clientSecret));
    window.addEventListener('pageshow', refresh);
    return () => window.removeEventListener('pageshow', refresh);
  }, [clientSecret]);

  // Again once a payment was declined: the frame may be closed then.
  useEffect(() => tellEmbedder(checkout, { event: isConfirmed ? 'confirmed' : 'loaded' }), [isConfirmed]);

  useEffect(() => {
    if (!hasSucceeded) return;
    const timer = setTimeout(() => setOverdue(true), DELIVERY_MS);
    return () => clearTimeout(timer);
  }, [hasSucceeded]);

  const isDone = hasSucceeded && (isDelivered || isOverdue || !works);
  useEffect(() => {
    if (!isDone) return;
    const page = sellersPage(checkout);
    tellEmbedder(checkout, { event: 'success', successURL: checkout.success_url, redirect: page !== undefined });
    if (page !== undefined && !hasScript(checkout, search)) goOn(page);
  }, [isDone]);

  if (isConfirmed !== isOnConfirmation) {
    const to = isConfirmed ? '/checkout/$clientSecret/confirmation' : '/checkout/$clientSecret';
    return <Navigate to={to} params={{ clientSecret }} search={search} replace />;
  }
  return <Outlet />;
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { Navigate, Outlet, useMatchRoute } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { checkoutQuery } from '@/api/checkout';
import { goOn, sellersPage } from './onward';

/**
 * Keeps the address in step with the checkout: one page takes the payment, the other waits for it and confirms it. A visitor who saw
 * it confirmed is redirected to `success_url` once it has succeeded; anyone who opens it later sees the confirmation.
 */
export function CheckoutFlow({ clientSecret }: { clientSecret: string }) {
  const { data: checkout } = useSuspenseQuery(checkoutQuery(clientSecret));
  const [waited, setWaited] = useState(false);
  if (checkout.status === 'confirmed' && !waited) setWaited(true);
  const isConfirmed = checkout.status === 'confirmed' || checkout.status === 'succeeded';
  const isOnConfirmation = Boolean(useMatchRoute()({ to: '/checkout/$clientSecret/confirmation' }));

  const next = waited && checkout.status === 'succeeded' ? sellersPage(checkout) : undefined;
  useEffect(() => {
    if (next !== undefined) goOn(next);
  }, [next]);

  if (isConfirmed !== isOnConfirmation) {
    const to = isConfirmed ? '/checkout/$clientSecret/confirmation' : '/checkout/$clientSecret';
    return <Navigate to={to} params={{ clientSecret }} replace />;
  }
  return <Outlet />;
}

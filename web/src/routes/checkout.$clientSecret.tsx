import { createFileRoute } from '@tanstack/react-router';
import { checkoutQuery } from '@/api/checkout';
import { setZone } from '@/lib/zone';
import { CheckoutClosed } from '@/features/checkout/CheckoutClosed';
import { CheckoutFlow } from '@/features/checkout/CheckoutFlow';
import { checkoutSearch } from '@/features/checkout/search';

/** Before the router keeps only what the page knows; a reload has no more of it. */
let link: URLSearchParams | undefined = new URLSearchParams(window.location.search);

export const Route = createFileRoute('/checkout/$clientSecret')({
  validateSearch: checkoutSearch,
  loader: async ({ context, params }) => {
    const checkout = await context.queryClient.ensureQueryData(checkoutQuery(params.clientSecret));
    // Its mails show the same days.
    setZone(checkout.organization.time_zone);
    if (checkout.attached_custom_fields.length > 0) await import('@/features/checkout/CustomFields');
    const given = link;
    link = undefined;
    if (given?.size) await import('@/features/checkout/arrival').then(({ arrive }) => arrive(checkout, given));
  },
  component: function CheckoutFlowRoute() {
    return <CheckoutFlow clientSecret={Route.useParams().clientSecret} />;
  },
  errorComponent: ({ error, reset }) => <CheckoutClosed error={error} onRetry={reset} />,
});

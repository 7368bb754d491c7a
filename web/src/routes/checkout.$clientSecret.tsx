import { createFileRoute } from '@tanstack/react-router';
import { checkoutQuery } from '@/api/checkout';
import { setZone } from '@/lib/zone';
import { CheckoutClosed } from '@/features/checkout/CheckoutClosed';
import { CheckoutFlow } from '@/features/checkout/CheckoutFlow';

export const Route = createFileRoute('/checkout/$clientSecret')({
  loader: async ({ context, params }) => {
    const checkout = await context.queryClient.ensureQueryData(checkoutQuery(params.clientSecret));
    // Its mails show the same days.
    setZone(checkout.organization.time_zone);
  },
  component: function CheckoutFlowRoute() {
    return <CheckoutFlow clientSecret={Route.useParams().clientSecret} />;
  },
  errorComponent: ({ error, reset }) => <CheckoutClosed error={error} onRetry={reset} />,
});

import { createFileRoute } from '@tanstack/react-router';
import { checkoutQuery } from '@/api/checkout';
import { CheckoutClosed } from '@/features/checkout/CheckoutClosed';
import { CheckoutFlow } from '@/features/checkout/CheckoutFlow';

export const Route = createFileRoute('/checkout/$clientSecret')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(checkoutQuery(params.clientSecret)),
  component: function CheckoutFlowRoute() {
    return <CheckoutFlow clientSecret={Route.useParams().clientSecret} />;
  },
  errorComponent: ({ error, reset }) => <CheckoutClosed error={error} onRetry={reset} />,
});

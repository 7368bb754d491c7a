import { createFileRoute } from '@tanstack/react-router';
import { checkoutQuery } from '@/api/checkout';
import { CheckoutClosed } from '@/features/checkout/CheckoutClosed';
import { CheckoutPage } from '@/features/checkout/CheckoutPage';

export const Route = createFileRoute('/checkout/$clientSecret')({
  loader: ({ context, params }) => context.queryClient.ensureQueryData(checkoutQuery(params.clientSecret)),
  component: function CheckoutRoute() {
    return <CheckoutPage clientSecret={Route.useParams().clientSecret} />;
  },
  errorComponent: ({ error, reset }) => <CheckoutClosed error={error} onRetry={reset} />,
});

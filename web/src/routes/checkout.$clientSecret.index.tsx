import { createFileRoute } from '@tanstack/react-router';
import { CheckoutPage } from '@/features/checkout/CheckoutPage';

export const Route = createFileRoute('/checkout/$clientSecret/')({
  component: function CheckoutRoute() {
    return <CheckoutPage clientSecret={Route.useParams().clientSecret} />;
  },
});

import { createFileRoute } from '@tanstack/react-router';
import { ConfirmationPage } from '@/features/checkout/ConfirmationPage';

export const Route = createFileRoute('/checkout/$clientSecret/confirmation')({
  component: function ConfirmationRoute() {
    return <ConfirmationPage clientSecret={Route.useParams().clientSecret} />;
  },
});

import { createFileRoute, stripSearchParams } from '@tanstack/react-router';
import { ForgotPassword } from '@/features/account/ForgotPassword';
import { textOf, type SearchInput } from '@/lib/search';

export const Route = createFileRoute('/forgot-password')({
  validateSearch: (raw: SearchInput<{ email: string }>) => ({ email: textOf(raw.email, '') }),
  search: { middlewares: [stripSearchParams({ email: '' })] },
  component: function ForgotPasswordRoute() {
    return <ForgotPassword email={Route.useSearch().email} />;
  },
});

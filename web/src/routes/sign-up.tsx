import { createFileRoute } from '@tanstack/react-router';
import { SignUp } from '@/features/account/SignUp';

export const Route = createFileRoute('/sign-up')({
  component: function SignUpRoute() {
    const navigate = Route.useNavigate();
    return (
      <SignUp
        onSignedUp={({ email, signedIn }) =>
          void (signedIn ? navigate({ to: '/organizations' }) : navigate({ to: '/verify-email', search: { email } }))
        }
      />
    );
  },
});

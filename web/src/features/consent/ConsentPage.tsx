import { useQuery } from '@tanstack/react-query';
import { ApiError } from '@/api/error';
import { oauthRequestQuery } from '@/api/oauth-requests';
import type { User } from '@/api/types';
import { Loading } from '@/ui/Loading';
import { PageHead } from '@/ui/PageHead';
import { Sheet } from '@/ui/Sheet';
import { ErrorState } from '@/ui/States';
import { Consent } from './Consent';

interface ConsentPageProps {
  uid: string;
  /** The signed-in user. */
  user: User;
}

/** The page to which an app sends its users: what it asks for, to be allowed or not. */
export function ConsentPage({ uid, user }: ConsentPageProps) {
  return (
    <Sheet>
      <Opened uid={uid} user={user} />
    </Sheet>
  );
}

function Opened({ uid, user }: ConsentPageProps) {
  const query = useQuery(oauthRequestQuery(uid));
  // Cached data is out of date once the server refuses the request.
  if (query.isSuccess) return <Consent uid={uid} user={user} request={query.data} />;
  if (query.isPending) return <Loading what="the app’s request" shape="form" count={3} alone />;
  const { error } = query;
  if (error instanceof ApiError && error.status === 410) return <Ended />;
  return (
    <>
      <PageHead title="Request of an app" />
      <ErrorState error={error} onRetry={() => void query.refetch()} />
    </>
  );
}

export function Ended() {
  return (
    <PageHead
      title="This request has ended"
      note="It was answered, it is more than an hour old, or it was made in another browser. Start again in the app."
    />
  );
}

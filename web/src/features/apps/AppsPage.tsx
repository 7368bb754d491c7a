import { PageHead } from '@/ui/PageHead';
import { AllowedApps } from './AllowedApps';
import { OwnClients } from './OwnClients';

/** Apps that may act for the user, and those that they have registered. */
export function AppsPage({ onRegistered }: { onRegistered: (id: string) => void }) {
  return (
    <>
      <PageHead
        title="Apps"
        note="Apps of other people that work with your organizations, and apps of yours that work with theirs."
      />
      <div className="grid gap-10">
        <AllowedApps />
        <OwnClients onRegistered={onRegistered} />
      </div>
    </>
  );
}

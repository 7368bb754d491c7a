import { useQuery } from '@tanstack/react-query';
import { clockQuery } from '@/api/sandbox';

/** Points to the outbox in a sandbox, which sends no mails. */
export function SandboxMail({ to }: { to: string }) {
  const { data: sandbox } = useQuery(clockQuery);
  if (!sandbox) return null;
  return (
    <p className="text-soft">
      This is a sandbox: its mails are kept in the{' '}
      <a href={`/outbox?query=${encodeURIComponent(to)}`} className="tap link">
        outbox
      </a>
      .
    </p>
  );
}

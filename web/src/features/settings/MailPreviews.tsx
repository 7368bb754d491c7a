import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mailPageUrl, mailPreviewsQuery } from '@/api/mail-previews';
import { Button } from '@/ui/Button';
import { Dialog } from '@/ui/Dialog';
import { Select } from '@/ui/Field';
import { Loading } from '@/ui/Loading';
import { ErrorState } from '@/ui/States';
import { mailLabel } from './mail-kinds';

interface MailPreviewsProps {
  organizationId: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Every mail that customers get, with sample values. */
export function MailPreviews({ organizationId, open, onOpenChange }: MailPreviewsProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      wide
      title="Mails to customers"
      description="With sample values, in your name. Nothing is sent."
    >
      <Preview organizationId={organizationId} />
    </Dialog>
  );
}

function Preview({ organizationId }: { organizationId: string }) {
  const { data, error, refetch } = useQuery(mailPreviewsQuery(organizationId));
  const [kind, setKind] = useState('receipt');
  const [asText, setAsText] = useState(false);
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />;
  const mail = data?.items.find((one) => one.kind === kind);
  if (!data || !mail) return <Loading what="mails" />;
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <Select label="Mail" className="min-w-0 flex-1" value={kind} onChange={(event) => setKind(event.target.value)}>
          {data.items.map((one) => (
            <option key={one.kind} value={one.kind}>
              {mailLabel(one.kind)}
            </option>
          ))}
        </Select>
        <Button aria-pressed={asText} onClick={() => setAsText(!asText)}>
          {asText ? 'Show as page' : 'Show as text'}
        </Button>
      </div>
      <p>
        <span className="text-soft">Subject </span>
        <span className="font-medium">{mail.subject}</span>
      </p>
      {asText ? (
        <pre className="h-[56dvh] overflow-auto border border-line bg-paper p-4 font-mono text-[13px] break-words whitespace-pre-wrap">
          {mail.text}
        </pre>
      ) : (
        // A page of its own: ours blocks the inline styles that mails need. It runs and opens nothing.
        <iframe
          key={kind}
          title={`Preview: ${mail.subject}`}
          sandbox=""
          src={mailPageUrl(kind, organizationId)}
          className="h-[56dvh] w-full border border-line"
        />
      )}
    </>
  );
}

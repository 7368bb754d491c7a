import { useDownloadCreditNote, useDownloadInvoice } from '@/api/invoices';
import type { FinanceEntry } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';

/** Saves the PDF of an entry's invoice or credit note. */
export function SaveDocument({ entry: { order_id, refund_id, document_number } }: { entry: FinanceEntry }) {
  const invoice = useDownloadInvoice();
  const creditNote = useDownloadCreditNote();
  if (document_number === null) return null;
  const file = refund_id === null ? invoice : creditNote;
  const save = () => file.mutate(refund_id ?? order_id, { onError: ({ message }) => announce(message, true) });
  return (
    <Button kind="quiet" aria-label={`PDF of ${document_number}`} busy={file.isPending && 'Opening'} onClick={save}>
      PDF
    </Button>
  );
}

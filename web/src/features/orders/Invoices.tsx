import { useDownloadCreditNote, useDownloadInvoice } from '@/api/invoices';
import type { Order, Refund } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Section } from '@/ui/Facts';

/** The order's invoice, and the credit notes of its refunds. */
export function Invoices({ order, refunds }: { order: Order; refunds: readonly Refund[] }) {
  const invoice = useDownloadInvoice();
  const creditNote = useDownloadCreditNote();
  if (order.invoice_number === null) return null;
  return (
    <Section title="Invoice">
      <ul className="border-t border-line">
        <Numbered number={order.invoice_number} label="Download invoice" download={invoice} id={order.id} />
        {refunds.map(({ id, credit_note_number: number }) =>
          number === null ? null : (
            <Numbered key={id} number={number} label="Download credit note" download={creditNote} id={id} />
          ),
        )}
      </ul>
    </Section>
  );
}

interface NumberedProps {
  number: string;
  label: string;
  /** Of the order, or of the refund. */
  id: string;
  download: ReturnType<typeof useDownloadInvoice>;
}

function Numbered({ number, label, id, download }: NumberedProps) {
  const save = () => download.mutate(id, { onError: ({ message }) => announce(message, true) });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line py-1.5">
      <span className="font-mono text-[13px]">{number}</span>
      <Button
        aria-label={`${label} ${number}`}
        busy={download.isPending && download.variables === id && 'Opening'}
        onClick={save}
      >
        {label}
      </Button>
    </li>
  );
}

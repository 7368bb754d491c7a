import { useState } from 'react';
import { later } from '@/lib/later';
import { Button } from '@/ui/Button';

const Confirm = later(() => import('@/ui/Confirm').then((file) => file.Confirm));

interface AskFirstProps {
  /** On the button: "Remove". */
  label: string;
  /** What it does, with the name of what it is done to: "Remove Visa ending in 4242". */
  action: string;
  description: string;
  busy: string;
  onConfirm: () => Promise<unknown>;
}

/** A button that takes something away, once that is confirmed. */
export function AskFirst({ label, action, description, busy, onConfirm }: AskFirstProps) {
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  return (
    <>
      <Button
        kind="quiet"
        aria-label={action}
        aria-haspopup="dialog"
        onClick={() => {
          setOpened(true);
          setOpen(true);
        }}
      >
        {label}
      </Button>
      {wasOpened && (
        <Confirm
          open={isOpen}
          onOpenChange={setOpen}
          title={`${action}?`}
          description={description}
          action={label}
          busy={busy}
          danger
          onConfirm={onConfirm}
        />
      )}
    </>
  );
}

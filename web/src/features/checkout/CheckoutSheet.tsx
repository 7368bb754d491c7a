import { useSearch } from '@tanstack/react-router';
import { useEffect, type ComponentProps, type ReactNode } from 'react';
import type { CheckoutPublic } from '@/api/types';
import { useAccent } from '@/lib/accent';
import { IconButton } from '@/ui/Button';
import { SkipLink } from '@/ui/SkipLink';
import { hasScript, tellEmbedder } from './embedder';
import { Seller } from './Seller';

interface CheckoutSheetProps {
  checkout: CheckoutPublic;
  /** What is bought. */
  children: ReactNode;
  /** Shown beside it; on a phone, below it. */
  side: ReactNode;
  /** Makes all of it one form. */
  form?: ComponentProps<'form'>;
}

const columns =
  'mx-auto grid max-w-[60rem] gap-x-16 gap-y-8 px-4 pt-6 pb-16 sm:px-8 md:grid-cols-[minmax(0,1fr)_minmax(0,26rem)] md:pt-16';

export function CheckoutSheet({ checkout, children, side, form }: CheckoutSheetProps) {
  useAccent(checkout.accent);
  const content = (
    <>
      <div className="min-w-0">
        <Seller organization={checkout.organization} />
        {children}
      </div>
      <div className="min-w-0 md:pt-13">{side}</div>
    </>
  );
  return (
    <div data-framed={window.top !== window || undefined} className="min-h-dvh">
      <SkipLink />
      <main id="content" tabIndex={-1} className="relative outline-none">
        {form ? (
          <form noValidate {...form} className={columns}>
            {content}
          </form>
        ) : (
          <div className={columns}>{content}</div>
        )}
        <CloseFrame checkout={checkout} />
      </main>
    </div>
  );
}

/** In a frame that a script has put over the seller's page; not while a payment is under way. */
function CloseFrame({ checkout }: { checkout: CheckoutPublic }) {
  const search = useSearch({ from: '/checkout/$clientSecret' });
  const mayClose = hasScript(checkout, search) && checkout.status !== 'confirmed';
  const close = () => tellEmbedder(checkout, { event: 'close' });
  useEffect(() => {
    if (!mayClose) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && !event.defaultPrevented && close();
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [mayClose]);
  if (!mayClose) return null;
  return (
    <IconButton icon="close" label="Close checkout" className="fixed! top-3 right-3 z-10 bg-paper" onClick={close} />
  );
}

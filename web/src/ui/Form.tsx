import type { LinkProps } from '@tanstack/react-router';
import { useId, type ComponentProps, type ReactNode } from 'react';
import { cx } from '@/lib/cx';
import type { Room } from '@/lib/room';
import { Button, ButtonLink } from './Button';
import { DialogCancel } from './DialogCancel';
import type { Draft } from './guarded-form';
import { RoomNote } from './RoomAction';

interface FormProps extends ComponentProps<'form'> {
  /** From `useGuardedForm`. */
  draft?: Draft;
  /** As wide as its dialog, for what is shown beside each other. */
  wide?: boolean;
}

/** One column, at most 36 rem; the browser's own bubbles are off because errors show at their fields. */
export function Form({ draft, wide, children, ...rest }: FormProps) {
  return (
    <form noValidate {...rest} className={cx('grid gap-6', !wide && 'max-w-form')}>
      {draft?.restored && <DraftNotice draft={draft} />}
      {children}
    </form>
  );
}

function DraftNotice({ draft }: { draft: Draft }) {
  return (
    <div
      role="status"
      className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-l-2 border-amber bg-amber-wash py-1 pr-1 pl-3"
    >
      <span>This is your draft from before. It is not saved yet.</span>
      <Button
        kind="quiet"
        onClick={({ currentTarget: { form } }) => {
          draft.discard();
          // The button goes, and the focus with it.
          form?.querySelector<HTMLElement>('input, select, textarea')?.focus();
        }}
      >
        Discard draft
      </Button>
    </div>
  );
}

/** Where an address leads to a section: `#mails-to-customers`. */
export function anchorOf(title: string): string {
  return title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-');
}

export function FormSection({ title, hint, children }: { title: string; hint?: ReactNode; children: ReactNode }) {
  return (
    <section id={anchorOf(title)} className="grid scroll-mt-(--bar) gap-4 border-t border-line pt-5">
      <div className="grid gap-0.5">
        <h2 className="text-lead font-semibold">{title}</h2>
        {hint && <p className="text-soft">{hint}</p>}
      </div>
      {children}
    </section>
  );
}

/** The error of the whole form, announced when it appears. */
export function FormError({ message }: { message?: string }) {
  return (
    <div role="alert" className="empty:hidden">
      {message && <p className="border-l-2 border-red bg-red-wash px-3 py-2">{message}</p>}
    </div>
  );
}

/** @param sticky where the form is longer than the window */
export function FormActions({ sticky, children }: { sticky?: boolean; children: ReactNode }) {
  return (
    <div
      className={cx(
        'flex flex-wrap items-center gap-2 border-t border-line pt-4',
        sticky && 'sticky bottom-(--page-notice,var(--notice)) z-10 bg-paper pb-4',
      )}
    >
      {children}
    </div>
  );
}

export interface FormFrameProps {
  /** From `useGuardedForm`. */
  draft: Draft;
  /** The error of the whole form. */
  error: string | undefined;
  /** The verb on the button: "Create user". */
  action: string;
  /** The pending action: "Creating". */
  busy: string | false;
  /** For another one of what there can be only so many of. */
  room?: Room;
  /** The page that Cancel leads to; without it, the form is in a dialog, which Cancel closes. */
  cancel?: LinkProps;
  onSubmit: ComponentProps<'form'>['onSubmit'];
  /** The fields. */
  children: ReactNode;
}

/** A form with its error, its fields, and buttons to submit and to cancel. */
export function FormFrame({ draft, error, action, busy, room, cancel, onSubmit, children }: FormFrameProps) {
  const noteId = useId();
  return (
    <Form draft={draft} onSubmit={onSubmit}>
      <FormError message={error} />
      {children}
      <FormActions>
        <Button
          type="submit"
          kind="primary"
          busy={busy}
          disabled={room?.isFull}
          aria-describedby={room?.note ? noteId : undefined}
        >
          {action}
        </Button>
        {cancel ? (
          <ButtonLink {...cancel} kind="quiet">
            Cancel
          </ButtonLink>
        ) : (
          <DialogCancel kind="quiet" />
        )}
        {room && <RoomNote id={noteId} room={room} />}
      </FormActions>
    </Form>
  );
}

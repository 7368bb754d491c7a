import { useRouter } from '@tanstack/react-router';
import { useContext, useEffect, useRef, useState } from 'react';
import { useForm, type FieldValues, type UseFormProps, type UseFormReturn } from 'react-hook-form';
import { changesOf, readDraft, withoutSecrets, writeDraft } from '@/lib/draft';
import { forms } from '@/lib/unsaved';
import { DialogForms } from './dialog-forms';
import { showFirstWrong } from './first-wrong';

const KEEP_AFTER_MS = 400;

interface Guard {
  /** The form's name on its page; false for a form with nothing to lose, such as the sign-in: no question, no draft. */
  draft?: string | false;
  /** Fields that no draft may hold, besides passwords and the like; a constant. */
  secret?: readonly string[];
}

export interface Draft {
  /** The form came back with what was entered before. */
  restored: boolean;
  discard: () => void;
}

export type GuardedForm<T extends FieldValues> = UseFormReturn<T> & { draft: Draft };

/**
 * react-hook-form for the house's forms: it asks before unsaved input is left and keeps it as a draft, and after a failed
 * attempt it focuses the first invalid field in the document, whether the form or the server rejected it.
 */
export function useGuardedForm<T extends FieldValues>({
  draft = '',
  secret,
  ...props
}: UseFormProps<T> & Guard): GuardedForm<T> {
  const form = useForm<T>({ ...props, shouldFocusError: false });
  const router = useRouter();
  const [name] = useState(() =>
    draft === false ? undefined : [router.latestLocation.pathname, draft].join(' ').trim(),
  );
  const [restored, setRestored] = useState(false);
  const [failed, setFailed] = useState<{ form: HTMLFormElement | null }>();
  const inDialog = useContext(DialogForms);
  const defaults = useRef<object>({});
  defaults.current = form.formState.defaultValues ?? {};
  /** Whether there is nothing to ask about, whatever the fields hold: while sending, once saved, and once the user has left. */
  const settled = useRef(false);
  const refused = useRef(false);
  const { getValues, reset, subscribe } = form;

  useEffect(() => {
    if (name === undefined) return;
    const kept = readDraft(name);
    if (kept) {
      reset({ ...getValues(), ...(kept as Partial<T>) }, { keepDefaultValues: true });
      setRestored(true);
    }
    const changes = () => changesOf(getValues(), defaults.current);
    let timer: ReturnType<typeof setTimeout> | undefined;
    const keep = () => {
      clearTimeout(timer);
      if (!settled.current) writeDraft(name, withoutSecrets(changes(), secret));
    };
    let last = JSON.stringify(getValues());
    // It is called for every change of the form's state, too.
    const callback = ({ values, defaultValues }: { values: T; defaultValues?: object }) => {
      // After a reset, before the next render.
      defaults.current = defaultValues ?? defaults.current;
      const now = JSON.stringify(values);
      if (now === last) return;
      last = now;
      settled.current = false;
      clearTimeout(timer);
      timer = setTimeout(keep, KEEP_AFTER_MS);
    };
    const unsubscribe = subscribe({ formState: { values: true }, callback });
    const entry = {
      isUnsaved: () => !settled.current && Object.keys(changes()).length > 0,
      isKept: () => Object.keys(changes()).length === Object.keys(withoutSecrets(changes(), secret)).length,
      release: () => {
        keep();
        settled.current = true;
      },
    };
    forms.add(entry);
    inDialog?.add(entry);
    window.addEventListener('pagehide', keep);
    return () => {
      keep();
      unsubscribe();
      forms.delete(entry);
      inDialog?.delete(entry);
      window.removeEventListener('pagehide', keep);
    };
  }, [name, inDialog, secret, getValues, reset, subscribe]);

  useEffect(() => {
    if (failed?.form) showFirstWrong(failed.form);
  }, [failed]);

  function saved(): void {
    if (name === undefined) return;
    reset(getValues());
    settled.current = true;
    writeDraft(name, {});
    setRestored(false);
  }

  return {
    ...form,
    setError: (...args) => {
      refused.current = true;
      form.setError(...args);
    },
    handleSubmit: (onValid, onInvalid) => async (event) => {
      const element = (event?.currentTarget ?? null) as HTMLFormElement | null;
      let sent = false;
      refused.current = false;
      // What the server said of the last attempt, also where no input is.
      form.clearErrors();
      const send: typeof onValid = (...given) => {
        sent = settled.current = true;
        return onValid(...given);
      };
      try {
        await form.handleSubmit(send, onInvalid)(event);
      } catch (error) {
        sent = false;
        throw error;
      } finally {
        settled.current = false;
        if (sent && !refused.current) saved();
        else setFailed({ form: element });
      }
      return undefined;
    },
    draft: {
      restored,
      discard: () => {
        reset();
        setRestored(false);
        if (name !== undefined) writeDraft(name, {});
      },
    },
  };
}

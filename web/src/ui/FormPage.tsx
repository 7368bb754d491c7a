import type { LinkProps } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { Button, ButtonLink } from './Button';
import { Form, FormActions, FormError } from './Form';
import { PageHead } from './PageHead';

interface FormPageProps {
  title: string;
  note?: ReactNode;
  /** The list it adds to, and goes back to. */
  up: { label: string; link: LinkProps };
  /** What went wrong with the whole of it. */
  error: string | undefined;
  /** The verb on the button: "Create user". */
  action: string;
  /** What is being waited for: "Creating". */
  busy: string | false;
  onSubmit: ComponentProps<'form'>['onSubmit'];
  /** The fields. */
  children: ReactNode;
}

/** A page that is one form, which adds something to a list. */
export function FormPage({ title, note, up, error, action, busy, onSubmit, children }: FormPageProps) {
  return (
    <>
      <PageHead title={title} note={note} up={up} />
      <Form onSubmit={onSubmit}>
        <FormError message={error} />
        {children}
        <FormActions>
          <Button type="submit" kind="primary" busy={busy}>
            {action}
          </Button>
          <ButtonLink {...up.link} kind="quiet">
            Cancel
          </ButtonLink>
        </FormActions>
      </Form>
    </>
  );
}

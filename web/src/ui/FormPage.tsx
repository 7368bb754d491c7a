import type { LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FormFrame, type FormFrameProps } from './Form';
import { PageHead } from './PageHead';

interface FormPageProps extends Omit<FormFrameProps, 'cancel'> {
  title: string;
  note?: ReactNode;
  /** The list that it adds to and returns to. */
  up: { label: string; link: LinkProps };
}

/** A page with one form that adds something to a list. */
export function FormPage({ title, note, up, ...form }: FormPageProps) {
  return (
    <>
      <PageHead title={title} note={note} up={up} />
      <FormFrame {...form} cancel={up.link} />
    </>
  );
}

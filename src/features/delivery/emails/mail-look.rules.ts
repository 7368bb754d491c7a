import type { MailValues } from '../../../kernel/reacting/mails.ts';

/** Values of any mail that say how its buttons look, each `#rrggbb`: of programs with light pages, and of those with dark ones. */
export type MailLook = {
  buttonColor?: string;
  buttonText?: string;
  darkButtonColor?: string;
  darkButtonText?: string;
};

const COLOR = /^#[0-9a-f]{6}$/;

/** Of a mail without a look. */
const OURS = { buttonColor: '#1f2937', buttonText: '#ffffff', darkButtonColor: '#e5e7eb', darkButtonText: '#111827' };

export function lookOf(values: MailValues): Required<MailLook> {
  const own = Object.entries(OURS).map(([name, ours]) => {
    const color = values[name];
    return [name, typeof color === 'string' && COLOR.test(color) ? color : ours];
  });
  return Object.fromEntries(own) as Required<MailLook>;
}

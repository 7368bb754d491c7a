import { createLink } from '@tanstack/react-router';
import type { ComponentProps, Ref } from 'react';
import { cx } from '@/lib/cx';
import { useLasting } from '@/lib/hooks';
import { Icon, type IconName } from './Icon';

/** caution: leads to a question; danger: destroys something, once the question has been asked. */
type Kind = 'primary' | 'plain' | 'caution' | 'danger' | 'quiet';

const base =
  'inline-flex h-8 pointer-coarse:h-11 items-center justify-center gap-2 rounded-control px-3 text-body font-medium whitespace-nowrap transition-colors duration-100 select-none disabled:opacity-55 aria-disabled:opacity-55';

const kinds: Record<Kind, string> = {
  primary: 'bg-fill text-on-fill hover:bg-fill-deep',
  plain: 'border border-edge bg-transparent text-ink hover:bg-shade hover:border-soft',
  caution: 'border border-red text-red hover:bg-red-wash',
  danger: 'bg-red text-on-red hover:bg-red-deep',
  quiet: 'text-soft hover:text-ink hover:bg-shade',
};

interface ButtonProps extends ComponentProps<'button'> {
  kind?: Kind;
  /** The pending action, e.g. "Saving"; meanwhile, the button keeps its focus and ignores clicks. */
  busy?: string | false;
}

export function Button({ kind = 'plain', busy = false, className, children, onClick, type, ...rest }: ButtonProps) {
  const lasting = useLasting(Boolean(busy), 300);
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-disabled={busy ? true : undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={cx(base, kinds[kind], className)}
    >
      {lasting ? `${busy}…` : children}
    </button>
  );
}

interface AnchorProps extends ComponentProps<'a'> {
  kind?: Kind;
  ref?: Ref<HTMLAnchorElement>;
}

/** A link out of the app's routes, such as to a file, that looks like a button. */
export function ButtonAnchor({ kind = 'plain', className, ...rest }: AnchorProps) {
  return <a {...rest} className={cx(base, kinds[kind], className)} />;
}

/** A link that looks like a button. */
export const ButtonLink = createLink(ButtonAnchor);

interface IconButtonProps extends ComponentProps<'button'> {
  icon: IconName;
  label: string;
}

export function IconButton({ icon, label, className, type, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      aria-label={label}
      title={label}
      className={cx(
        'inline-flex size-8 pointer-coarse:size-11 items-center justify-center rounded-control text-soft hover:bg-shade hover:text-ink aria-busy:animate-pulse aria-busy:bg-shade aria-busy:text-ink disabled:pointer-events-none disabled:opacity-40',
        className,
      )}
    >
      <Icon name={icon} />
    </button>
  );
}

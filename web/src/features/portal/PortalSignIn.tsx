import { useRef, useState, type SyntheticEvent } from 'react';
import { useEnterCode, useRequestCode } from '@/api/portal-codes';
import type { Portal } from '@/api/types';
import { Button } from '@/ui/Button';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';
import { PageHead } from '@/ui/PageHead';
import { COMPLETE_ADDRESS } from '../../lib/e-mail';

/** Signs a customer in with a code by mail: first the address, then the code. */
export function PortalSignIn({ slug, portal: { organization } }: { slug: string; portal: Portal }) {
  const [email, setEmail] = useState('');
  const [isAsked, setAsked] = useState(false);
  const title = `Your purchases from ${organization.name}`;
  return (
    <>
      <PageHead
        title={title}
        note={
          isAsked
            ? `If ${email} has bought here, a code is on its way there. It works once, for 30 minutes.`
            : 'Enter the address that you bought with. You get a code by mail that signs you in.'
        }
      />
      {isAsked ? (
        <CodeForm {...{ slug, organizationId: organization.id, email }} onBack={() => setAsked(false)} />
      ) : (
        <AddressForm
          {...{ slug, organizationId: organization.id, email }}
          onAsked={(address) => {
            setEmail(address);
            setAsked(true);
          }}
        />
      )}
    </>
  );
}

interface StepProps {
  slug: string;
  organizationId: string;
  email: string;
}

function AddressForm({ slug, organizationId, email, onAsked }: StepProps & { onAsked: (email: string) => void }) {
  const [value, setValue] = useState(email);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const request = useRequestCode(slug);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    const address = value.trim();
    const isWrong = !COMPLETE_ADDRESS.test(address);
    setError(isWrong ? 'Enter a complete e-mail address.' : undefined);
    if (isWrong) return field.current?.focus();
    request.mutate({ organizationId, email: address }, { onSuccess: () => onAsked(address) });
  };
  return (
    <Form onSubmit={submit}>
      <FormError message={request.error?.message} />
      <Input
        ref={field}
        label="E-mail"
        type="email"
        autoComplete="email"
        value={value}
        error={error}
        onChange={({ currentTarget }) => setValue(currentTarget.value)}
      />
      <Button type="submit" kind="primary" className="justify-self-start" busy={request.isPending && 'Sending'}>
        Send code
      </Button>
    </Form>
  );
}

function CodeForm({ slug, organizationId, email, onBack }: StepProps & { onBack: () => void }) {
  const [code, setCode] = useState('');
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const enter = useEnterCode(slug);
  const request = useRequestCode(slug);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    setError(undefined);
    const refuse = ({ message }: Error) => {
      setError(message);
      field.current?.focus();
    };
    if (!code.trim()) return refuse(new Error('Enter the code from the mail.'));
    enter.mutate({ organizationId, email, code }, { onError: refuse });
  };
  return (
    <Form onSubmit={submit}>
      <FormError message={request.error?.message} />
      <Input
        ref={field}
        label="Code"
        autoComplete="one-time-code"
        autoCapitalize="characters"
        spellCheck={false}
        autoFocus
        value={code}
        hint="Six letters and digits."
        error={error}
        onChange={({ currentTarget }) => setCode(currentTarget.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" kind="primary" busy={enter.isPending && 'Signing in'}>
          Sign in
        </Button>
        <Button
          kind="quiet"
          busy={request.isPending && 'Sending'}
          onClick={() => request.mutate({ organizationId, email })}
        >
          Send another code
        </Button>
        <Button kind="quiet" onClick={onBack}>
          Use another address
        </Button>
      </div>
      <p role="status" className="text-soft empty:hidden">
        {request.isSuccess && 'Another code is on its way. Only the latest one works.'}
      </p>
    </Form>
  );
}

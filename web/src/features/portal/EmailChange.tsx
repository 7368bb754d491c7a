import { useState, type SyntheticEvent } from 'react';
import { ApiError } from '@/api/error';
import { useConfirmEmail, useNewEmail } from '@/api/portal-own';
import type { Portal, PortalCustomer } from '@/api/types';
import { announce } from '@/ui/Announcer';
import { Button } from '@/ui/Button';
import { Fact, Facts, Section } from '@/ui/Facts';
import { Input } from '@/ui/Field';
import { Form, FormError } from '@/ui/Form';

interface EmailChangeProps {
  slug: string;
  portal: Portal;
  customer: PortalCustomer;
}

/** Where mails go and codes are sent; another address is proven by a code. */
export function EmailChange({ slug, portal, customer }: EmailChangeProps) {
  const [isChanging, setChanging] = useState(false);
  const mayChange = portal.organization.subscription_settings.allow_customer_updates;
  return (
    <Section title="E-mail">
      {isChanging ? (
        <ChangeForm slug={slug} onDone={() => setChanging(false)} />
      ) : (
        <>
          <Facts>
            <Fact term="Address">{customer.email}</Fact>
          </Facts>
          {mayChange && (
            <div className="pt-3">
              <Button onClick={() => setChanging(true)}>Change e-mail</Button>
            </div>
          )}
        </>
      )}
    </Section>
  );
}

/** First the new address, then the code that was mailed there. */
function ChangeForm({ slug, onDone }: { slug: string; onDone: () => void }) {
  const [email, setEmail] = useState('');
  const [code, setCode] = useState('');
  const request = useNewEmail(slug);
  const confirm = useConfirmEmail(slug);
  const isAsked = request.isSuccess;
  const wrong = (field: string) => {
    const error = confirm.error ?? request.error;
    return error instanceof ApiError ? error.fields[field] : undefined;
  };
  const isNamed = wrong('email') ?? wrong('code');
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!isAsked) return request.mutate(email.trim());
    confirm.mutate(
      { email: email.trim(), code },
      {
        onSuccess: () => {
          announce(`Your address is ${email.trim()} now`);
          onDone();
        },
      },
    );
  };
  return (
    <Form className="border-t border-line pt-3" onSubmit={submit}>
      <FormError message={isNamed ? undefined : (confirm.error ?? request.error)?.message} />
      <div className="grid gap-4">
        <Input
          label="New e-mail"
          type="email"
          autoComplete="email"
          autoFocus
          readOnly={isAsked}
          value={email}
          error={wrong('email')}
          onChange={({ currentTarget }) => setEmail(currentTarget.value)}
        />
        {isAsked && (
          <Input
            label="Code"
            autoComplete="one-time-code"
            spellCheck={false}
            autoFocus
            value={code}
            hint={`It was mailed to ${email.trim()}, and works once, for 30 minutes.`}
            error={wrong('code')}
            onChange={({ currentTarget }) => setCode(currentTarget.value)}
          />
        )}
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          kind="primary"
          busy={(request.isPending && 'Sending') || (confirm.isPending && 'Changing')}
        >
          {isAsked ? 'Change e-mail' : 'Send code'}
        </Button>
        <Button kind="quiet" onClick={onDone}>
          Cancel
        </Button>
      </div>
    </Form>
  );
}

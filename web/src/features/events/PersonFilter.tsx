import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { customersQuery } from '@/api/customers';
import { membersQuery } from '@/api/organizations';
import { folded } from '@/lib/folded';
import { PickFilter } from '@/ui/PickFilter';
import { usePersonName } from './people';

interface PersonFilterProps {
  organizationId: string;
  person: string;
  onPick: (person: string) => void;
}

/** Filters by a person who acted or is concerned: a member of the organization, or a customer. */
export function PersonFilter({ organizationId, person, onPick }: PersonFilterProps) {
  const [text, setText] = useState('');
  const picked = usePersonName(organizationId, person);
  const { data: members } = useQuery(membersQuery(organizationId));
  const { data: customers } = useQuery(customersQuery(organizationId, { page: 1, sorting: 'email', query: text }));
  const fits = (...words: string[]) => words.some((one) => folded(one).includes(folded(text)));

  const options = members &&
    customers && [
      ...members
        .filter(({ user }) => fits(user.name, user.email))
        .map(({ userId, role, user }) => ({ id: userId, label: user.name || user.email, note: role })),
      ...customers.items.map(({ id, email, name }) => ({ id, label: email, note: name })),
    ];

  return (
    <PickFilter
      label="Person"
      any="Anyone"
      picked={picked}
      options={options}
      text={text}
      onText={setText}
      onPick={onPick}
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import { customerQuery } from '@/api/customers';
import { membersQuery } from '@/api/organizations';
import { shortId } from '@/lib/format';

const UUID = /^[0-9a-f-]{36}$/;

/** The name behind an id: a member's, else a customer's, else the id itself. */
export function usePersonName(organizationId: string, id: string): string | undefined {
  const { data: members } = useQuery(membersQuery(organizationId));
  const member = members?.find(({ userId }) => userId === id)?.user;
  const { data: customer } = useQuery({ ...customerQuery(id), enabled: UUID.test(id), retry: false });
  if (id === '') return undefined;
  if (member) return member.name || member.email;
  return customer ? (customer.name ?? customer.email) : shortId(id);
}

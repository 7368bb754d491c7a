/**
 * What a reader or writer may reach: streams and documents of these organizations. `any` where something else proves the right: a process by the
 * event it reacts to, an operator, a member by their role in the decider, a buyer by a client secret.
 */
export type TenantScope = 'any' | { readonly organizationIds: readonly string[] };

/** @param organizationId the tenant; undefined for none, which only `any` covers */
export function covers(scope: TenantScope, organizationId: string | undefined): boolean {
  return scope === 'any' || (organizationId !== undefined && scope.organizationIds.includes(organizationId));
}

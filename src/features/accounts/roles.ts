/** What a role may do: actions per resource. */
export type Statements = Readonly<Record<string, readonly string[]>>;

/** The roles in a comma-separated text. */
export function rolesIn(role: string): string[] {
  const names = role.split(',').map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ''))];
}

/** Whether a single role allows everything wanted; wanting nothing is refused (docs/IDENTITY.md#roles-and-permissions). */
export function allows(
  role: string,
  wanted: Statements,
  statementsOf: (name: string) => Statements | undefined,
): boolean {
  const resources = Object.entries(wanted);
  return resources.length > 0 && rolesIn(role).some((name) => grants(statementsOf(name) ?? {}, resources));
}

function grants(statements: Statements, resources: readonly [string, readonly string[]][]): boolean {
  return resources.every(
    ([resource, actions]) =>
      Object.hasOwn(statements, resource) && actions.every((action) => statements[resource]!.includes(action)),
  );
}

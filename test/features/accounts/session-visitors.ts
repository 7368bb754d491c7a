import { startContext } from '../../../src/kernel/writing/command.ts';
import { newUuid } from '../../../src/kernel/ids.ts';
import type { TestApp } from '../../support/app.ts';
import { browser, type Browser } from '../../support/auth-client.ts';

export const PASSWORD = 'correct horse';
export const DATA = 'better-auth.session_data';
export const TOKEN = 'better-auth.session_token';

export function address(): string {
  return `person-${newUuid()}@example.com`;
}

export async function signedUp(at: TestApp, email = address()): Promise<Browser & { email: string; id: string }> {
  const visitor = browser(at);
  const { data, error } = await visitor.client.signUp.email({ email, password: PASSWORD, name: 'Ada' });
  if (error) throw new Error(JSON.stringify(error));
  return { ...visitor, email, id: data.user.id };
}

export async function signedIn(at: TestApp, email: string, rememberMe = true): Promise<Browser> {
  const visitor = browser(at);
  const { error } = await visitor.client.signIn.email({ email, password: PASSWORD, rememberMe });
  if (error) throw new Error(JSON.stringify(error));
  return visitor;
}

export function operator(at: TestApp) {
  return startContext({ kind: 'operator', id: 'test' }, at.clock);
}

/** The Set-Cookie header of a cookie. */
export function setting({ set }: Browser, name: string): string | undefined {
  return set.find((line) => line.startsWith(`${name}=`));
}

export function carry(me: Browser, payload: object): void {
  me.cookies.set(DATA, Buffer.from(JSON.stringify(payload)).toString('base64url'));
}

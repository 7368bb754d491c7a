import type { Cast } from '../../simulation/cast.ts';
import { demandNone } from '../../simulation/cast.ts';
import { Browser, demand, isKnown } from '../../simulation/clients.ts';
import type { World } from '../../simulation/world.ts';

export interface Person {
  email: string;
  password: string;
  name: string;
  browser: Browser;
  /** While they change their password, either may be right. */
  isChanging: boolean;
}

/** People who sign up, sign in and out, and change what they are called. */
export class SimulatedUsers implements Cast {
  /** Those whose sign-up was acknowledged. */
  readonly people: Person[] = [];
  private numbered = 0;

  constructor(private readonly world: World) {}

  readonly actions = [
    { name: 'sign up', weight: 3, run: () => this.signUp() },
    { name: 'sign up twice at once', weight: 1, run: () => this.signUpTwice() },
    { name: 'sign in', weight: 2, run: () => this.signIn() },
    { name: 'sign out', weight: 1, run: () => this.signOut() },
    { name: 'change the name', weight: 2, run: () => this.rename() },
    { name: 'change the password', weight: 1, run: () => this.changePassword() },
  ];

  readonly invariants = [() => this.checkAccounts(), () => this.checkEmails()];

  async prologue(): Promise<void> {
    while (this.people.length < 4) await this.signUp();
  }

  /** Someone who is signed in. */
  async somebody(): Promise<Person | undefined> {
    const person = this.people.length > 0 ? this.world.random.pick(this.people) : undefined;
    if (!person) return undefined;
    if (!person.browser.isSignedIn) await this.enter(person);
    return person.browser.isSignedIn ? person : undefined;
  }

  /** Signs a person in, whose session may have expired. @returns whether it is certain that they are */
  async enter(person: Person): Promise<boolean> {
    const { email, password, browser } = person;
    const answer = await browser.request('POST', '/api/auth/sign-in/email', { email, password });
    const isUncertain = person.isChanging || person.password !== password;
    demand(answer, 'the sign-in of an account that exists', 200, ...(isUncertain ? [401] : []));
    return answer.status === 200;
  }

  private async signUp(): Promise<void> {
    const person = this.stranger();
    const { email, password, name, browser } = person;
    const answer = await browser.request('POST', '/api/auth/sign-up/email', { email, password, name });
    demand(answer, 'the sign-up of a new address', 200);
    if (answer.status === 200) this.people.push(person);
  }

  private async signUpTwice(): Promise<void> {
    const [one, other] = [this.stranger(), this.stranger()];
    other.email = one.email;
    const answers = await Promise.all(
      [one, other].map(({ email, password, name, browser }) =>
        browser.request('POST', '/api/auth/sign-up/email', { email, password, name }),
      ),
    );
    for (const answer of answers) demand(answer, 'one of two sign-ups', 200, 422);
    const won = [one, other].filter((_, n) => answers[n]!.status === 200);
    demandNone('only one of two sign-ups with the same address succeeds', won.slice(1));
    this.people.push(...won);
  }

  private async signIn(): Promise<void> {
    const person = this.people.length > 0 ? this.world.random.pick(this.people) : undefined;
    if (person) await this.enter(person);
  }

  private async signOut(): Promise<void> {
    const person = await this.somebody();
    if (!person) return;
    const answer = await person.browser.request('POST', '/api/auth/sign-out', {});
    if (isKnown(answer)) person.browser.forget();
  }

  private async rename(): Promise<void> {
    const person = await this.somebody();
    if (!person) return;
    const name = `Ada ${(this.numbered += 1)}`;
    const answer = await person.browser.request('POST', '/api/auth/update-user', { name });
    // 401: the session was ended by another of this person's actions.
    demand(answer, 'a change of the name', 200, 401, 409);
    if (answer.status === 401) person.browser.forget();
  }

  private async changePassword(): Promise<void> {
    const person = await this.somebody();
    if (!person || person.isChanging) return;
    const [currentPassword, newPassword] = [person.password, `correct horse ${(this.numbered += 1)}`];
    person.isChanging = true;
    const answer = await person.browser.request('POST', '/api/auth/change-password', { currentPassword, newPassword });
    if (answer.status === 200) person.password = newPassword;
    person.isChanging = false;
    if (answer.status === 401) person.browser.forget();
    // Whether it was changed can only be found out by trying, which this person does not.
    if (!isKnown(answer)) this.people.splice(this.people.indexOf(person), 1);
  }

  private stranger(): Person {
    const n = (this.numbered += 1);
    const browser = new Browser(this.world);
    return {
      email: `person-${n}@example.com`,
      password: 'correct horse',
      name: `Ada ${n}`,
      browser,
      isChanging: false,
    };
  }

  private async checkAccounts(): Promise<void> {
    const locked: string[] = [];
    for (const person of this.people) if (!(await this.enter(person))) locked.push(person.email);
    demandNone('everybody whose sign-up was acknowledged can sign in', locked);
  }

  private async checkEmails(): Promise<void> {
    const owners = new Map<string, string>();
    const twice: string[] = [];
    for (const { type, data, stream } of await this.world.events()) {
      if (type !== 'UserRegistered') continue;
      const { digest } = (data as { emailClaim: { digest: string } }).emailClaim;
      if (owners.has(digest)) twice.push(`${owners.get(digest)} and ${stream}`);
      owners.set(digest, stream);
    }
    demandNone('an address has one user', twice);
  }
}

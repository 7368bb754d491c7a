import { expect, it } from '@jest/globals';
import { announce, announceWith, dismiss, latestNotice, leavePage } from '@/ui/Announcer';

/** As if it had been said a second ago. */
function age(): void {
  latestNotice()!.at -= 1_000;
}

it('errors end with the page that they are about, and nothing else does', () => {
  announce('The card was declined', true);
  age();
  leavePage();
  expect(latestNotice()).toBeUndefined();

  // Said as the page is left, it is about the next one.
  announce('Created, but without its benefits', true);
  leavePage();
  expect(latestNotice()?.text).toBe('Created, but without its benefits');
  dismiss(latestNotice()!.id);

  announceWith({ label: 'Undo', run: () => undefined }, 'Canceled at period end');
  age();
  leavePage();
  expect(latestNotice()?.text).toBe('Canceled at period end');
});

/** Room for the heads that stick to the window's top, and for a field's label. */
const ABOVE = 120;
const BELOW = 48;

/** Moves the focus to the form's first wrong field in the document, in sight; without one, shows the form's own error. */
export function showFirstWrong(form: HTMLFormElement): void {
  const wrong = form.querySelector<HTMLElement>('[aria-invalid=true], [data-invalid]');
  const field = wrong?.matches('fieldset')
    ? (wrong.querySelector<HTMLElement>(':checked') ?? wrong.querySelector('input, select, textarea, button'))
    : wrong;
  field?.focus({ preventScroll: true });
  const shown = field ?? form.querySelector('[role=alert]');
  if (!shown) return;
  const { top, bottom } = shown.getBoundingClientRect();
  if (top < ABOVE || bottom > window.innerHeight - BELOW) shown.scrollIntoView({ block: 'center' });
}

/** What the demo sells, amounts in cents. `share` is how many of a hundred buyers take it. */
export interface DemoProduct {
  key: string;
  name: string;
  description: string;
  interval: 'month' | 'year' | null;
  amount: number;
  benefits: readonly string[];
  share: number;
}

export const ORGANIZATION = { name: 'Field Notes Press', slug: 'field-notes' };

export const BENEFITS: Readonly<Record<string, { description: string; note: string }>> = {
  letters: { description: 'Weekly letters', note: 'A letter arrives every Thursday morning.' },
  archive: { description: 'The whole archive', note: 'Sign in with your address to read every past letter.' },
  office: {
    description: 'Monthly office hours',
    note: 'Bring a question; the link is in the first letter of the month.',
  },
  atlas: { description: 'The field atlas, as a PDF', note: 'Keep it, print it, lend it.' },
};

export const PRODUCTS: readonly DemoProduct[] = [
  {
    key: 'reader',
    name: 'Reader',
    description: 'A letter a week about the land around us.',
    interval: 'month',
    amount: 900,
    benefits: ['letters'],
    share: 42,
  },
  {
    key: 'naturalist',
    name: 'Naturalist',
    description: 'Letters, the archive and office hours.',
    interval: 'month',
    amount: 2_400,
    benefits: ['letters', 'archive', 'office'],
    share: 26,
  },
  {
    key: 'patron',
    name: 'Patron, by the year',
    description: 'Everything, for a year at a time.',
    interval: 'year',
    amount: 24_000,
    benefits: ['letters', 'archive', 'office', 'atlas'],
    share: 10,
  },
  {
    key: 'atlas',
    name: 'The field atlas',
    description: 'Two hundred plants, drawn from life.',
    interval: null,
    amount: 3_900,
    benefits: ['atlas'],
    share: 16,
  },
  {
    key: 'sampler',
    name: 'Sampler',
    description: 'One letter a month, free.',
    interval: 'month',
    amount: 0,
    benefits: [],
    share: 6,
  },
];

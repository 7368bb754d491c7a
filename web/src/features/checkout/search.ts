/** What stays in the page's address. */
export interface CheckoutSearch {
  /** The page is framed by the embedding script. */
  embed?: true;
  /** Followed by /early.js. */
  theme?: 'light' | 'dark';
}

export function checkoutSearch({ embed, theme }: Record<string, unknown>): CheckoutSearch {
  return {
    ...(embed === true && { embed }),
    ...((theme === 'light' || theme === 'dark') && { theme }),
  };
}

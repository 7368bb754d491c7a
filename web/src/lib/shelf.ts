export const visibilities = {
  public: 'Public: customers see it in the portal, too',
  private: 'Private: sold only where you offer it',
  draft: 'Draft: nobody can buy it yet',
} as const;

interface Offered {
  is_archived: boolean;
  visibility: keyof typeof visibilities;
}

/** Whether a product can be bought, in a word. */
export function shelfOf({ is_archived, visibility }: Offered) {
  if (is_archived) return { word: 'Archived', tone: 'off' } as const;
  if (visibility === 'draft') return { word: 'Draft', tone: 'wait' } as const;
  return { word: visibility === 'private' ? 'Private' : 'On sale', tone: 'good' } as const;
}

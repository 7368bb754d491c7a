import { useState } from 'react';
import type { CheckoutPublic } from '@/api/types';
import { RadioGroup } from '@/ui/Choice';
import type { Edits } from './edits';
import { priceWords } from './words';

export function ProductChoice({ checkout, edits }: { checkout: CheckoutPublic; edits: Edits }) {
  const [chosen, choose] = useState<string>();
  return (
    <div className="mb-6">
      <RadioGroup
        legend="Choose"
        name="product"
        checkedValue={(edits.isPending && chosen) || checkout.product_id}
        options={checkout.products.map((product) => ({
          value: product.id,
          label: product.name,
          hint: priceWords(product),
        }))}
        onChange={({ target: { value } }) => {
          choose(value);
          // An amount that still waits is one of the other product.
          edits.drop('amount');
          edits.edit('product', () => ({ product_id: value }));
        }}
      />
    </div>
  );
}

import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { Link, linkOptions, type LinkProps } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTimeline } from '@/api/ledger';
import { useMayChange } from '@/api/members';
import { archivedPricesQuery, productQuery, useUpdateProduct } from '@/api/products';
import type { Organization, Product } from '@/api/types';
import { GrantProgress } from '@/features/benefits/GrantProgress';
import { shownPicture } from '@/features/files/pictures';
import { Thumbnail } from '@/features/files/Thumbnail';
import { ABSENT } from '@/lib/format';
import { trialLength } from '@/lib/trials';
import { announce, announceWith } from '@/ui/Announcer';
import { Confirm } from '@/ui/Confirm';
import { Detail, Fact, Facts, Section } from '@/ui/Facts';
import { Markdown } from '@/ui/Markdown';
import { MetadataFact } from '@/ui/MetadataFact';
import { PageActions, type PageAction } from '@/ui/PageActions';
import { PageHead } from '@/ui/PageHead';
import { Timeline } from '@/ui/Timeline';
import { Id, Time } from '@/ui/Value';
import { ProductGlance } from './ProductGlance';
import { ShelfMark } from './ShelfMark';
import { shelfOf, visibilities } from '@/lib/shelf';
import { intervalLabel, meteredPrices, offeredPrice, onePriceLabel } from '@/lib/price';

export function ProductDetail({ organization, id }: { organization: Organization; id: string }) {
  const { data: product } = useSuspenseQuery(productQuery(id));
  const history = useTimeline(organization.id, 'product', id);
  const mayChange = useMayChange(organization.id);
  const [asking, setAsking] = useState(false);
  const org = organization.slug;
  const edit = useMemo(() => linkOptions({ to: '/$org/products/$id/edit', params: { org, id } }), [org, id]);
  const sell = useMemo(
    () => linkOptions({ to: '/$org/checkouts/new', params: { org }, search: { product: id } }),
    [org, id],
  );
  const onSale = shelfOf(product).tone === 'good';
  const verb = product.is_archived ? 'Put back on sale' : 'Archive';

  const actions = useMemo(
    (): PageAction[] => [
      ...(onSale ? [{ label: 'New checkout', rank: 'primary', link: sell } as const] : []),
      { label: 'Edit product', short: 'Edit', link: edit },
      { label: verb, rank: 'more', run: () => setAsking(true) },
    ],
    [edit, sell, onSale, verb],
  );

  return (
    <>
      <PageHead
        title={product.name}
        mark={<ShelfMark product={product} />}
        up={{ label: 'Products', link: linkOptions({ to: '/$org/products', params: { org } }) }}
        action={<PageActions offered={mayChange} actions={actions} />}
      />
      <ProductGlance product={product} organization={organization} />
      <GrantProgress organizationId={organization.id} of={{ product: id }} />
      <Detail side={<Timeline subject="product" id={id} query={history} />}>
        <Facts>
          <Fact term="Charged">{intervalLabel[product.recurring_interval ?? 'once']}</Fact>
          {product.is_recurring && (
            <Fact term="Free trial">{trialLength(product.trial_interval, product.trial_interval_count) ?? 'None'}</Fact>
          )}
          <Fact term="Visibility">{visibilities[product.visibility]}</Fact>
          <Fact term="Description">{product.description ? <Markdown text={product.description} /> : ABSENT}</Fact>
          <MetadataFact metadata={product.metadata} />
          <Fact term="Created">
            <Time at={product.created_at} />
          </Fact>
          <Fact term="Changed">
            <Time at={product.modified_at} />
          </Fact>
          <Fact term="ID">
            <Id id={product.id} />
          </Fact>
        </Facts>
        <Images product={product} />
        <Prices product={product} org={org} />
        <Benefits product={product} org={org} edit={mayChange ? edit : undefined} />
        <AttachedFields product={product} org={org} />
        <Section title="Sold">
          <ul className="flex flex-wrap gap-x-6 border-t border-line py-2">
            <li>
              <Link to="/$org/orders" params={{ org }} search={{ product: id }} className="link">
                Orders
              </Link>
            </li>
            {product.is_recurring && (
              <li>
                <Link to="/$org/subscriptions" params={{ org }} search={{ product: id }} className="link">
                  Subscriptions
                </Link>
              </li>
            )}
            <li>
              <Link to="/$org/checkouts" params={{ org }} search={{ product: id }} className="link">
                Checkouts
              </Link>
            </li>
          </ul>
        </Section>
      </Detail>
      <ArchiveQuestion product={product} open={asking} onOpenChange={setAsking} />
    </>
  );
}

function Images({ product: { medias } }: { product: Product }) {
  if (medias.length === 0) return null;
  return (
    <Section title="Images">
      <ul className="flex flex-wrap gap-2 border-t border-line py-3">
        {medias.map(({ id, name, public_url }) => (
          <li key={id}>
            <a href={shownPicture(public_url)} target="_blank" rel="noreferrer" className="block rounded-control">
              <Thumbnail url={public_url} alt={name} size="large" />
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What it costs now, and below what it cost before. */
function Prices({ product, org }: { product: Product; org: string }) {
  const { id, prices, recurring_interval } = product;
  const archived = useQuery(archivedPricesQuery(id)).data?.items ?? [];
  const offered = [offeredPrice(prices), ...meteredPrices(prices)].filter((price) => price !== undefined);
  return (
    <Section title="Prices">
      <ul className="border-t border-line">
        {[...offered, ...archived].map((price) => (
          <li
            key={price.id}
            className="flex min-h-8 flex-wrap items-center justify-between gap-x-4 border-b border-line py-1"
          >
            <span className={price.is_archived ? 'text-soft' : undefined}>
              {onePriceLabel(price, recurring_interval)}
            </span>
            {price.is_archived ? (
              <span className="text-soft">
                Archived <Time at={price.modified_at} />
              </span>
            ) : (
              price.amount_type === 'metered_unit' && (
                <Link to="/$org/meters/$id" params={{ org, id: price.meter_id }} className="link">
                  Meter
                </Link>
              )
            )}
          </li>
        ))}
      </ul>
      {archived.length > 0 && product.is_recurring && (
        <p className="pt-2 text-note text-faint">Who subscribed at an archived price keeps it.</p>
      )}
    </Section>
  );
}

function AttachedFields({ product, org }: { product: Product; org: string }) {
  if (product.attached_custom_fields.length === 0) return null;
  return (
    <Section title="Custom fields">
      <ul className="border-t border-line">
        {product.attached_custom_fields.map(({ custom_field_id: id, custom_field: { name }, required }) => (
          <li key={id} className="flex min-h-8 items-center justify-between gap-4 border-b border-line py-1">
            <Link to="/$org/custom-fields/$id" params={{ org, id }} className="link">
              {name}
            </Link>
            <span className="text-soft">{required ? 'Required' : 'Optional'}</span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Benefits({ product, org, edit }: { product: Product; org: string; edit: LinkProps | undefined }) {
  return (
    <Section
      title="Benefits"
      action={
        edit && (
          <Link {...edit} className="link">
            Change
          </Link>
        )
      }
    >
      {product.benefits.length === 0 ? (
        <p className="border-t border-line py-2 text-soft">Buyers are granted nothing beyond the product itself.</p>
      ) : (
        <ul className="border-t border-line">
          {product.benefits.map(({ id, description }) => (
            <li key={id} className="flex min-h-8 items-center border-b border-line py-1">
              <Link to="/$org/benefits/$id" params={{ org, id }} className="link">
                {description}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

interface ArchiveQuestionProps {
  product: Product;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

function ArchiveQuestion({ product, open, onOpenChange }: ArchiveQuestionProps) {
  const update = useUpdateProduct(product.id);
  const archive = !product.is_archived;
  return (
    <Confirm
      open={open}
      onOpenChange={onOpenChange}
      title={archive ? `Archive ${product.name}?` : `Put ${product.name} back on sale?`}
      description={
        archive
          ? 'It can no longer be bought. Its subscribers keep it and continue to pay. You can put it back on sale.'
          : 'It can be bought again, at the price it has now.'
      }
      action={archive ? 'Archive' : 'Put back on sale'}
      busy={archive ? 'Archiving' : 'Putting back'}
      onConfirm={async () => {
        await update.mutateAsync({ is_archived: archive });
        const undo = async () => {
          await update.mutateAsync({ is_archived: !archive });
          announce(archive ? 'Back on sale' : 'Archived');
        };
        announceWith({ label: 'Undo', run: undo }, archive ? 'Archived' : 'Back on sale');
      }}
    />
  );
}

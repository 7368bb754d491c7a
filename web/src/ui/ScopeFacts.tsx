import { allowancesOf } from '@/lib/scopes';
import { Fact, Facts } from './Facts';

/** What an app may do, in plain words. */
export function ScopeFacts({ scopes }: { scopes: readonly string[] }) {
  return (
    <Facts>
      {allowancesOf(scopes).map(({ what, may }) => (
        <Fact key={what} term={what}>
          {may.map((one) => (
            <span key={one} className="block">
              {one}
            </span>
          ))}
        </Fact>
      ))}
    </Facts>
  );
}

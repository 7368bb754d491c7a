import { useId, useRef, type ReactNode } from 'react';
import { operatorWords } from '@/lib/meter-words';
import { Button, IconButton } from '@/ui/Button';
import { FieldError, SelectBox } from '@/ui/Field';
import { DEEPEST, emptyClause, isGroup, type ClauseDraft, type GroupDraft } from './meter-form';

interface FilterBuilderProps {
  value: GroupDraft;
  onChange: (value: GroupDraft) => void;
  /** By the path of the input: "clauses.0.value". */
  errors: Record<string, string>;
}

/** Groups of conditions, and groups in them. */
export function FilterBuilder({ value, onChange, errors }: FilterBuilderProps) {
  return <Group group={value} onChange={onChange} errors={errors} path="" name="" level={1} />;
}

interface PartProps {
  errors: Record<string, string>;
  path: string;
  /** The place among the others, as people count: "2.1". */
  name: string;
}

interface GroupProps extends PartProps {
  group: GroupDraft;
  onChange: (group: GroupDraft) => void;
  onRemove?: () => void;
  level: number;
}

function Group({ group, onChange, onRemove, errors, path, name, level }: GroupProps) {
  const { conjunction, clauses } = group;
  const id = useId();
  const add = useRef<HTMLButtonElement>(null);
  const put = (changed: GroupDraft['clauses']) => onChange({ ...group, clauses: changed });
  const replace = (at: number) => (part: GroupDraft | ClauseDraft) =>
    put(clauses.map((one, index) => (index === at ? part : one)));
  const remove = (at: number) => () => {
    put(clauses.filter((_, index) => index !== at));
    // The button that was pressed goes, and the focus with it.
    add.current?.focus();
  };
  return (
    <div
      role="group"
      aria-label={name ? `Group ${name}` : 'Conditions'}
      className={onRemove ? 'grid gap-3 border-l-2 border-edge pl-3' : 'grid gap-3'}
    >
      <div className="flex flex-wrap items-center gap-2">
        <label htmlFor={id}>Events match</label>
        <SelectBox
          id={id}
          value={conjunction}
          onChange={({ target }) => onChange({ ...group, conjunction: target.value as GroupDraft['conjunction'] })}
        >
          <option value="and">all conditions</option>
          <option value="or">any condition</option>
        </SelectBox>
        {onRemove && <IconButton icon="close" label={`Remove group ${name}`} onClick={onRemove} />}
      </div>
      {clauses.length === 0 && <p className="text-soft">No conditions: every event matches.</p>}
      {clauses.map((part, at) => {
        const shared = { errors, path: `${path}clauses.${at}.`, name: name ? `${name}.${at + 1}` : `${at + 1}` };
        return isGroup(part) ? (
          <Group key={at} {...shared} group={part} level={level + 1} onChange={replace(at)} onRemove={remove(at)} />
        ) : (
          <Condition key={at} {...shared} clause={part} onChange={replace(at)} onRemove={remove(at)} />
        );
      })}
      <div className="flex flex-wrap gap-2">
        <Button ref={add} onClick={() => put([...clauses, emptyClause])}>
          Add condition
        </Button>
        {level < DEEPEST && (
          <Button
            kind="quiet"
            onClick={() =>
              put([...clauses, { conjunction: conjunction === 'and' ? 'or' : 'and', clauses: [emptyClause] }])
            }
          >
            Add group
          </Button>
        )}
      </div>
    </div>
  );
}

interface ConditionProps extends PartProps {
  clause: ClauseDraft;
  onChange: (clause: ClauseDraft) => void;
  onRemove: () => void;
}

const kinds = { text: 'Text', number: 'Number', truth: 'Yes or no' };

function Condition({ clause, onChange, onRemove, errors, path, name }: ConditionProps) {
  const { property, operator, kind, value } = clause;
  const change = (part: Partial<ClauseDraft>) => onChange({ ...clause, ...part });
  return (
    <div role="group" aria-label={`Condition ${name}`} className="flex items-start gap-2">
      <div className="grid min-w-0 flex-1 grid-cols-2 gap-2 sm:grid-cols-[minmax(0,1fr)_9.5rem_6.5rem_minmax(0,1fr)]">
        <Cell label="Property" error={errors[`${path}property`]}>
          {(ids) => (
            <input
              {...ids}
              className="control font-mono"
              list="meter-properties"
              autoCapitalize="none"
              autoComplete="off"
              spellCheck={false}
              placeholder="tokens"
              value={property}
              onChange={({ target }) => change({ property: target.value })}
            />
          )}
        </Cell>
        <Cell label="Comparison" error={errors[`${path}operator`]}>
          {(ids) => (
            <SelectBox
              {...ids}
              value={operator}
              onChange={({ target }) => change({ operator: target.value as ClauseDraft['operator'] })}
            >
              {Object.entries(operatorWords).map(([one, words]) => (
                <option key={one} value={one}>
                  {words}
                </option>
              ))}
            </SelectBox>
          )}
        </Cell>
        <Cell label="Type of value">
          {(ids) => (
            <SelectBox
              {...ids}
              value={kind}
              onChange={({ target }) => {
                const next = target.value as ClauseDraft['kind'];
                change({ kind: next, ...(next === 'truth' && { value: 'true' }) });
              }}
            >
              {Object.entries(kinds).map(([one, words]) => (
                <option key={one} value={one}>
                  {words}
                </option>
              ))}
            </SelectBox>
          )}
        </Cell>
        <Cell label="Value" error={errors[`${path}value`]}>
          {(ids) =>
            kind === 'truth' ? (
              <SelectBox {...ids} value={value} onChange={({ target }) => change({ value: target.value })}>
                <option value="true">true</option>
                <option value="false">false</option>
              </SelectBox>
            ) : (
              <input
                {...ids}
                className="control font-mono"
                inputMode={kind === 'number' ? 'numeric' : 'text'}
                autoComplete="off"
                placeholder={kind === 'number' ? '100' : 'api_call'}
                value={value}
                onChange={({ target }) => change({ value: target.value })}
              />
            )
          }
        </Cell>
      </div>
      <IconButton icon="close" label={`Remove condition ${name}`} onClick={onRemove} />
    </div>
  );
}

interface CellIds {
  id: string;
  'aria-invalid': true | undefined;
  'aria-describedby': string | undefined;
}

/** A field of a row, whose label only screen readers need. */
function Cell({ label, error, children }: { label: string; error?: string; children: (ids: CellIds) => ReactNode }) {
  const id = useId();
  return (
    <div className="grid min-w-0 content-start gap-1">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {children({
        id,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': error ? `${id}-error` : undefined,
      })}
      <FieldError id={`${id}-error`} error={error} />
    </div>
  );
}

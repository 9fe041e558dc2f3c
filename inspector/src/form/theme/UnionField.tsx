import type { FieldProps, RJSFSchema } from '@rjsf/utils';
import { type ComponentType, useState } from 'react';
import { isObject, type JsonObject } from '../../json.ts';
import { seed } from '../values.ts';

/** A value of one of several kinds: which kind, and its fields. An optional one has no kind until one is chosen. */
export function UnionField(props: FieldProps) {
  const { formData, fieldPathId, options = [], registry, required, onChange, errorSchema, name } = props;
  const { schemaUtils, fields } = registry;
  const kinds: RJSFSchema[] = options;
  const [chosen, setChosen] = useState<number | undefined>(() =>
    formData === undefined && required ? 0 : undefined,
  );
  const fitting =
    formData === undefined ? undefined : schemaUtils.getClosestMatchingOption(formData, kinds, chosen ?? 0);
  const at = fitting ?? chosen;
  const kind = at === undefined ? undefined : kinds[at];
  const SchemaField = fields.SchemaField as ComponentType<FieldProps>;

  const choose = (text: string) => {
    const next = text === '' ? undefined : Number(text);
    setChosen(next);
    onChange(
      next === undefined
        ? undefined
        : moved(registry.rootSchema as JsonObject, formData, kinds[next] as JsonObject),
      fieldPathId.path,
    );
  };

  const errors: string[] = ((errorSchema as JsonObject | undefined)?.__errors as string[] | undefined) ?? [];
  return (
    <div className="union">
      <select
        className="union-kind"
        aria-label={`Kind of ${name}`}
        aria-invalid={(errors.length > 0 && kind === undefined) || undefined}
        value={at ?? ''}
        onChange={({ target }) => choose(target.value)}
      >
        {(!required || at === undefined) && <option value="">{required ? 'choose…' : 'not set'}</option>}
        {kinds.map((each, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: kinds never move
          <option key={index} value={index}>
            {each.title ?? `kind ${index + 1}`}
          </option>
        ))}
      </select>
      {kind && kind.type !== 'null' && (
        <SchemaField {...props} schema={bare(kind)} required={required} errorSchema={errorSchema} />
      )}
      {kind === undefined && errors.length > 0 && (
        <ul className="field-errors">
          {errors.map((error) => (
            <li key={error}>{error}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** Without the title, which the choice of the kind shows already. */
function bare({ title: _title, ...kind }: RJSFSchema): RJSFSchema {
  return kind;
}

/** What the new kind begins with: its own constants and defaults, and the members that both kinds have. */
function moved(root: JsonObject, before: unknown, kind: JsonObject): unknown {
  if (kind.type === 'null') return null;
  if (!isObject(kind.properties)) return seed(root, kind);
  const members = kind.properties;
  const old = isObject(before) ? Object.entries(before) : [];
  const shared = old.filter(([name]) => isObject(members[name]) && members[name].const === undefined);
  return { ...Object.fromEntries(shared), ...(seed(root, kind) as JsonObject) };
}

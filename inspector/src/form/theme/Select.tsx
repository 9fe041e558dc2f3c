import type { WidgetProps } from '@rjsf/utils';
import { same } from '../../json.ts';
import { attributes } from './attributes.ts';
import { Checkboxes } from './Checkboxes.tsx';

/** One of several values, or several of them. What may be absent has a first choice that says so. */
export function Select(props: WidgetProps) {
  const { value, required, options, onChange, disabled, multiple } = props;
  if (multiple) return <Checkboxes {...props} />;
  const choices = options.enumOptions ?? [];
  const chosen = choices.findIndex((choice) => same(choice.value, value));
  return (
    <select
      {...attributes(props)}
      value={chosen < 0 ? '' : chosen}
      disabled={disabled}
      onChange={({ target }) =>
        onChange(target.value === '' ? undefined : choices[Number(target.value)]?.value)
      }
    >
      {(!required || chosen < 0) && <option value="">{required ? 'choose…' : 'not set'}</option>}
      {choices.map((choice, at) => (
        <option key={choice.label} value={at}>
          {choice.label}
        </option>
      ))}
    </select>
  );
}

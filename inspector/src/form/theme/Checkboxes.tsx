import type { WidgetProps } from '@rjsf/utils';
import { same } from '../../json.ts';
import { attributes } from './attributes.ts';

/** Several of several values. */
export function Checkboxes(props: WidgetProps) {
  const { id, value, options, onChange, disabled } = props;
  const chosen: unknown[] = Array.isArray(value) ? value : [];
  const choices = options.enumOptions ?? [];
  const toggle = (choice: unknown) => {
    const has = chosen.some((each) => same(each, choice));
    const after = choices
      .map((each) => each.value)
      .filter((each) => same(each, choice) !== chosen.some((old) => same(old, each)));
    onChange(has || after.length > 0 ? after : undefined);
  };
  const { 'aria-describedby': describedBy } = attributes(props);
  return (
    <div id={id} className="checkboxes" role="group" aria-label={props.label} aria-describedby={describedBy}>
      {choices.map((choice) => (
        <label key={choice.label}>
          <input
            type="checkbox"
            checked={chosen.some((each) => same(each, choice.value))}
            disabled={disabled}
            onChange={() => toggle(choice.value)}
          />
          {choice.label}
        </label>
      ))}
    </div>
  );
}

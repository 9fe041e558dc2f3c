import type { WidgetProps } from '@rjsf/utils';
import { attributes } from './attributes.ts';

/** True or false; a choice of three where it may be absent. */
export function Switch(props: WidgetProps) {
  const { value, required, onChange, disabled } = props;
  if (required && typeof value === 'boolean') {
    return (
      <input
        {...attributes(props)}
        type="checkbox"
        checked={value}
        disabled={disabled}
        onChange={({ target }) => onChange(target.checked)}
      />
    );
  }
  return (
    <select
      {...attributes(props)}
      value={value === undefined ? '' : String(value)}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value === 'true')}
    >
      <option value="">{required ? 'choose…' : 'not set'}</option>
      <option value="true">true</option>
      <option value="false">false</option>
    </select>
  );
}

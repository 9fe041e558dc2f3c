import type { WidgetProps } from '@rjsf/utils';
import type { KeyboardEvent } from 'react';
import { attributes } from './attributes.ts';
import { Input, placeholder } from './Input.tsx';

/** Text that grows with its lines. Enter submits, Shift+Enter begins a line. */
export function Text(props: WidgetProps) {
  const { schema, value, onChange, disabled, readonly } = props;
  if (schema.type !== 'string' || schema.format) return <Input {...props} />;
  return (
    <textarea
      {...attributes(props)}
      rows={1}
      value={
        typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value)
      }
      placeholder={placeholder(schema.examples)}
      disabled={disabled}
      readOnly={readonly}
      spellCheck={false}
      onKeyDown={submitOnEnter}
      onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
    />
  );
}

function submitOnEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

import { type BaseInputTemplateProps, getInputProps } from '@rjsf/utils';
import { attributes } from './attributes.ts';

/** A single line: numbers with their bounds, dates, addresses. */
export function Input(props: BaseInputTemplateProps) {
  const { schema, type, options, value, onChange, onChangeOverride, disabled, readonly } = props;
  const { min, max, step, ...input } = getInputProps(schema, type, options);
  const bounds = input.type === 'number' ? { min, max, step } : {};
  return (
    <input
      {...attributes(props)}
      type={input.type}
      {...bounds}
      value={value ?? ''}
      placeholder={placeholder(schema.examples)}
      disabled={disabled}
      readOnly={readonly}
      autoComplete="off"
      spellCheck={false}
      onChange={
        onChangeOverride ?? (({ target }) => onChange(target.value === '' ? undefined : target.value))
      }
    />
  );
}

export function placeholder(examples: unknown): string | undefined {
  return Array.isArray(examples) && examples.length > 0 ? `such as ${examples[0]}` : undefined;
}

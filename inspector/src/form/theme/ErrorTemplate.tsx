import type { FieldErrorProps } from '@rjsf/utils';

/** What is wrong with a field, right below it. */
export function ErrorTemplate({ errors = [], fieldPathId }: FieldErrorProps) {
  if (errors.length === 0) return null;
  return (
    <ul id={`${fieldPathId.$id}__error`} className="field-errors">
      {errors.map((error) => (
        <li key={String(error)}>{error}</li>
      ))}
    </ul>
  );
}
